"""Parquet exports: types, row groups and readers."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from api.export import Format
from api.export.provenance import FORMAT
from application.export.events import EVENTS
from application.export.sheets import ColumnType
from projections.exports.games import GAMES
from projections.exports.selection import PAGE
from projections.exports.view_sheets import sheets
from tests.api.cli.exports import Place, export, exported, rows
from tests.projections.logs import append, game_id, invitation, story

FORMATS = [str(each) for each in Format]


def test_duckdb_reads_the_rows_of_parquet_with_their_types(place: Place, tmp_path: Path) -> None:
    out = tmp_path / "events.parquet"
    one = rows(EVENTS, "parquet", exported(place, "events", "parquet", out))
    with duckdb.connect() as connection:
        events = connection.read_parquet(str(out))
        assert dict(zip(events.columns, map(str, events.types), strict=True)) == {
            "position": "BIGINT",
            "game": "VARCHAR",
            "version": "BIGINT",
            "at": "TIMESTAMP WITH TIME ZONE",
            "by": "VARCHAR",
            "type": "VARCHAR",
            "variant": "VARCHAR",
            "data": "JSON",
        }
        read = connection.sql(
            """SELECT position, game, version, epoch_us("at"), "by", type, variant, data FROM events"""
        ).fetchall()
    unix_epoch = datetime(1970, 1, 1, tzinfo=UTC)
    assert [
        (*row[:3], unix_epoch + timedelta(microseconds=row[3]), *row[4:7], json.loads(row[7])) for row in read
    ] == [tuple(row.values()) for row in one]


def test_duckdb_reads_the_same_rows_from_all_formats(filled: Place, tmp_path: Path) -> None:
    found = []
    for form, read in ("parquet", "read_parquet"), ("csv", "read_csv"), ("ndjson", "read_json"):
        out = tmp_path / f"games.{form}"
        exported(filled, "games", form, out)
        with duckdb.connect() as connection:
            found.append(
                connection.sql(
                    f"""
                    SELECT variant, stage, count(*), sum(machines), count(ended_at), sum(length),
                        min(epoch_us(created_at)), max(epoch_us(ended_at))
                    FROM {read}('{out}') GROUP BY ALL ORDER BY ALL
                    """  # noqa: S608 - the path is the test's own
                ).fetchall()
            )
    assert found[0] == found[1] == found[2]
    assert len(found[0]) > 3


def test_parquet_columns_have_the_types_of_their_kinds(filled: Place, tmp_path: Path) -> None:
    types = {
        ColumnType.INTEGER: pa.int64(),
        ColumnType.NUMBER: pa.float64(),
        ColumnType.TRUTH: pa.bool_(),
        ColumnType.TEXT: pa.string(),
        ColumnType.WORD: pa.string(),
        ColumnType.MOMENT: pa.timestamp("us", tz="UTC"),
        ColumnType.DAY: pa.date32(),
        ColumnType.JSON: pa.json_(),
    }
    all_sheets = {"events": EVENTS, "games": GAMES, **sheets()}
    assert {column.kind for sheet in all_sheets.values() for column in sheet.columns} == {*ColumnType}
    exported(filled, "events", "parquet", tmp_path / "events.parquet")
    exported(filled, "games", "parquet", tmp_path / "games.parquet")
    assert export(filled, "--all", "parquet", "--out", tmp_path / "views").exit_code == 0
    for name, sheet in all_sheets.items():
        [found] = tmp_path.rglob(f"{name}.parquet")
        schema = pq.read_schema(found)
        assert [(field.name, field.type) for field in schema] == [
            (column.name, types[column.kind]) for column in sheet.columns
        ]
        assert [field.metadata[b"description"].decode() for field in schema] == [
            column.comment for column in sheet.columns
        ]
        about = json.loads(schema.metadata[b"kibitz"])
        assert (about["name"], about["format"], about["key"]) == (name, FORMAT, [*sheet.key])
        described = pq.read_metadata(found)
        if not described.num_rows:
            continue
        group = described.row_group(0)
        for place_, column in enumerate(sheet.columns):
            packed = group.column(place_)
            assert packed.compression == "ZSTD"
            assert ("RLE_DICTIONARY" in packed.encodings) is (column.kind is ColumnType.WORD)


def test_row_groups_span_many_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(tmp_path / "data")
    create = story("president", 0, start=False)[:1]
    monkeypatch.setattr("api.export.parquet.ROW_GROUP_SIZE", PAGE + 1)
    many = 5 * PAGE // 2
    place.fill([(game_id(1), create)])

    async def chatter() -> None:
        store = await place.open()
        await append(store, game_id(1), *map(invitation, range(many)))
        await store.close()

    asyncio.run(chatter())
    content = exported(place, "events", "parquet", tmp_path / "out")
    groups = pq.read_metadata(tmp_path / "out")
    sizes = [groups.row_group(each).num_rows for each in range(groups.num_row_groups)]
    assert sizes == [2 * PAGE, PAGE // 2 + 1]
    assert [row["position"] for row in rows(EVENTS, "parquet", content)] == [*range(1, many + 2)]


def test_an_empty_export_has_its_columns(filled: Place, tmp_path: Path) -> None:
    never = ("--until", "1999-01-01")
    for form in FORMATS:
        for what, sheet in ("events", EVENTS), ("games", GAMES):
            content = exported(filled, what, form, tmp_path / f"{what}.{form}", *never)
            assert rows(sheet, form, content) == []
    header = ",".join(column.name for column in GAMES.columns)
    assert (tmp_path / "games.csv").read_text() == f"{header}\n"
    assert pq.read_schema(tmp_path / "games.parquet").names == [column.name for column in GAMES.columns]
