"""Exports hold what is in the log and in the read models, the same in all formats and on both databases."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sqlalchemy import MetaData, select

from api.export import Format
from application.codec import RecordedEvent, topic_of
from application.export.events import EVENTS, PAGE, EventExport
from application.export.sheets import ColumnType, Period
from application.store.memory import MemoryStore
from application.watching.game_streams import GameStreams
from domain.events import Access, GameCreated
from projections.database.connections import ReadDatabase
from projections.engine.generations import active_tables
from projections.export import GAMES, STARS, sheet_of
from projections.statistics.periods import DAILY, SUMS
from projections.statistics.projection import STATISTICS
from tests.api.cli.exports import Place, Rows, export, exported, games, rows
from tests.projections.logs import append, game_id, invitation, story

FORMATS = [str(each) for each in Format]
NOT_IN_PRESIDENT = {"score", "bid", "trick"}
TABLES = STATISTICS.define(MetaData(), str)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A log of all kinds of games in SQLite, which no test changes."""
    place = Place(tmp_path_factory.mktemp("filled") / "data")
    place.fill(games())
    return place


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """The same log, in either database."""
    if request.param == "sqlite":
        found: Place = request.getfixturevalue("filled")
        return found
    place = Place(tmp_path / "data", request.getfixturevalue("postgres_url"))
    place.fill(games())
    return place


def public(place: Place) -> list[RecordedEvent]:
    """Return the events of public games as a spectator reads them, game by game in the order of the log."""
    log, read = place.log(), dict[tuple[Any, int], RecordedEvent]()

    async def watch() -> None:
        store = await place.open()
        for game in {each.game for each in log if _opens(each, Access.PUBLIC)}:
            for each in await GameStreams(store).events(game, None):
                read[game, each.version] = each
        await store.close()

    asyncio.run(watch())
    return [read[each.game, each.version] for each in log if (each.game, each.version) in read]


def _opens(each: RecordedEvent, access: Access) -> bool:
    return isinstance(each.event, GameCreated) and each.event.access is access


def row_of(each: RecordedEvent, variants: dict[Any, str]) -> dict[str, Any]:
    fields = msgspec.json.decode(msgspec.json.encode(each.event))
    return {
        "game": str(each.game),
        "version": each.version,
        "at": each.at,
        "by": each.by,
        "type": fields.pop("type"),
        "variant": variants[each.game],
        "data": fields,
    }


def variants_of(place: Place) -> dict[Any, str]:
    return {each.game: each.event.variant for each in place.log() if isinstance(each.event, GameCreated)}


def test_the_events_are_those_that_an_onlooker_of_each_game_reads(place: Place, tmp_path: Path) -> None:
    variants, expected = variants_of(place), public(place)
    for form in FORMATS:
        told = rows(EVENTS, form, exported(place, "events", form, tmp_path / form))
        assert [row.pop("position") for row in told] == [*range(1, len(told) + 1)]
        assert told == [row_of(each, variants) for each in expected]
        assert {row["variant"] for row in told} == {*variants.values()}
        assert {row["by"] for row in told} == {None, "ada"}


def test_games_are_the_same_in_all_formats(place: Place, tmp_path: Path) -> None:
    one, *others = (rows(GAMES, form, exported(place, "games", form, tmp_path / form)) for form in FORMATS)
    assert all(other == one for other in others)
    opened = [each for each in place.log() if _opens(each, Access.PUBLIC)]
    assert [row["game"] for row in one] == [str(each.game) for each in opened]
    missing = {name for row in one for name, value in row.items() if value is None}
    assert missing >= {"started_at", "ended_at", "length"}


def test_the_tables_of_the_statistics_have_the_rows_of_the_read_model_in_all_formats(
    place: Place, tmp_path: Path
) -> None:
    for form in FORMATS:
        done = export(place, "stats", form, "--out", tmp_path / form)
        assert done.exit_code == 0, done.stderr
        assert {each.name for each in (tmp_path / form).iterdir()} == {f"{each}.{form}" for each in STARS}
    database = ReadDatabase(place.url) if place.url else ReadDatabase.at(place.data / "read.db")
    with database, database.reading() as connection:
        tables = active_tables(connection, STATISTICS)
        for name in STARS:
            kept = connection.execute(select(tables[name]).order_by(*tables[name].primary_key.columns))
            expected = [_as_exported(row._asdict()) for row in kept]
            sheet = sheet_of(tables, name)
            for form in FORMATS:
                assert rows(sheet, form, (tmp_path / form / f"{name}.{form}").read_bytes()) == expected
            assert expected, f"{name} is empty: nothing was compared"


def _as_exported(row: dict[str, Any]) -> dict[str, Any]:
    if "game" in row:
        row["game"] = str(row["game"])
    if "options" in row:
        row["options"] = json.loads(row["options"])
    return row


def test_every_table_of_the_star_schema_is_exported_but_for_what_follows_or_is_only_remembered() -> None:
    follow = {*SUMS, "length", "active_weekly", "active_monthly"} - {DAILY}
    assert {*STARS} == TABLES.keys() - {"under_way"} - follow


@pytest.mark.parametrize("name", ["game", "active"])
def test_one_table_can_be_had_alone_and_printed(filled: Place, tmp_path: Path, name: str) -> None:
    printed = export(filled, "stats", "csv", "--table", name)
    assert printed.exit_code == 0
    assert printed.stdout_bytes == exported(filled, "stats", "csv", tmp_path / "out", "--table", name)
    assert len(rows(sheet_of(TABLES, name), "csv", printed.stdout_bytes)) > 0


# Parquet


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
    begun = datetime(1970, 1, 1, tzinfo=UTC)
    assert [
        (*row[:3], begun + timedelta(microseconds=row[3]), *row[4:7], json.loads(row[7])) for row in read
    ] == [tuple(row.values()) for row in one]


def test_duckdb_finds_the_same_in_all_formats(filled: Place, tmp_path: Path) -> None:
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


def test_columns_of_parquet_have_the_types_that_their_kinds_say(filled: Place, tmp_path: Path) -> None:
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
    sheets = {"events": EVENTS, "games": GAMES, **{name: sheet_of(TABLES, name) for name in STARS}}
    assert {column.kind for sheet in sheets.values() for column in sheet.columns} == {*ColumnType}
    exported(filled, "events", "parquet", tmp_path / "events.parquet")
    exported(filled, "games", "parquet", tmp_path / "games.parquet")
    assert export(filled, "stats", "parquet", "--out", tmp_path / "stats").exit_code == 0
    for name, sheet in sheets.items():
        [found] = tmp_path.rglob(f"{name}.parquet")
        schema = pq.read_schema(found)
        assert [(field.name, field.type) for field in schema] == [
            (column.name, types[column.kind]) for column in sheet.columns
        ]
        described = pq.read_metadata(found)
        group = described.row_group(0)
        for place_, column in enumerate(sheet.columns):
            packed = group.column(place_)
            assert packed.compression == "ZSTD"
            assert ("RLE_DICTIONARY" in packed.encodings) is (column.kind is ColumnType.WORD)


def test_rows_are_packed_in_groups_of_many_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(tmp_path / "data")
    create = story("president", 0, start=False)[:1]
    monkeypatch.setattr("api.export.parquet.ROWS", PAGE + 1)
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


# Filters


def test_events_are_of_the_period_and_of_the_variant(place: Place, tmp_path: Path) -> None:
    everything = rows(EVENTS, "ndjson", exported(place, "events", "ndjson", tmp_path / "all"))
    times = sorted({row["at"] for row in everything if row["variant"] == "oh-hell"})
    since, until = times[len(times) // 3], times[len(times) // 2]
    asked = ("--since", since.isoformat(), "--until", until.isoformat(), "--variant", "oh-hell")
    some = rows(EVENTS, "ndjson", exported(place, "events", "ndjson", tmp_path / "some", *asked))
    expected = [row for row in everything if since <= row["at"] < until and row["variant"] == "oh-hell"]
    assert some == expected
    assert some[0]["at"] == since
    assert 0 < len(some) < len(everything)


def test_a_bound_is_a_day_or_a_time_anywhere(filled: Place) -> None:
    def count(*asked: str) -> int:
        return len(export(filled, "events", "ndjson", *asked).stdout_bytes.splitlines())

    day, noon, evening = "2026-04-02", "2026-04-01T19:05", "2026-04-01T19:07:00Z"
    assert 0 < count("--since", day) < count()
    assert count("--since", day) == count("--since", f"{day}T00:00:00Z") == count() - count("--until", day)
    assert 0 < count("--until", noon) < count("--until", evening)
    assert count("--until", "2026-04-01T21:05:00+02:00") == count("--until", noon)


def test_games_and_their_facts_are_those_that_ended_in_the_period(place: Place, tmp_path: Path) -> None:
    everything = rows(GAMES, "csv", exported(place, "games", "csv", tmp_path / "all"))
    ended = sorted(row["ended_at"] for row in everything if row["ended_at"])
    assert len(ended) == 2
    asked = ("--since", ended[0].isoformat(), "--until", ended[1].isoformat())
    some = rows(GAMES, "csv", exported(place, "games", "csv", tmp_path / "some", *asked))
    assert some == [row for row in everything if row["ended_at"] in ended[:1]]
    chosen = {row["game"] for row in some}
    assert export(place, "stats", "csv", "--out", tmp_path / "stats", *asked).exit_code == 0
    for name in STARS:
        found = rows(sheet_of(TABLES, name), "csv", (tmp_path / "stats" / f"{name}.csv").read_bytes())
        if "game" in TABLES[name].c:
            assert {row["game"] for row in found} == chosen or name in NOT_IN_PRESIDENT
            assert {row["game"] for row in found} <= chosen


def test_sums_are_those_of_days_and_hours_that_began_in_the_period(filled: Place, tmp_path: Path) -> None:
    since, until = datetime(2026, 4, 1, 12, 30, tzinfo=UTC), datetime(2026, 4, 3, tzinfo=UTC)
    period = Period(since, until)
    for name, column in ("daily", "day"), ("hourly", "hour"), ("active", "day"):
        sheet = sheet_of(TABLES, name)
        table = ("--table", name)
        everything = rows(sheet, "csv", exported(filled, "stats", "csv", tmp_path / f"{name}.all", *table))
        asked = (*table, "--since", since.isoformat(), "--until", until.isoformat())
        some = rows(sheet, "csv", exported(filled, "stats", "csv", tmp_path / name, *asked))
        assert some == [row for row in everything if period.holds(_begin(row[column]))]
        assert name == "daily" or 0 < len(some) < len(everything)


def _begin(when: Any) -> datetime:
    return when if isinstance(when, datetime) else datetime(when.year, when.month, when.day, tzinfo=UTC)


@pytest.mark.parametrize("what", ["events", "games", "hourly", "play"])
def test_a_variant_can_be_had_alone(filled: Place, what: str) -> None:
    asked = ("stats", "ndjson", "--table", what) if what in STARS else (what, "ndjson")
    parts = [export(filled, *asked, "--variant", each).stdout_bytes for each in ("oh-hell", "president")]
    whole = export(filled, *asked).stdout_bytes.splitlines()
    assert all(parts)
    for part in parts:
        assert set(part.splitlines()) < set(whole)
    assert not set(parts[0].splitlines()) & set(parts[1].splitlines())


# What is read


async def test_what_was_appended_after_the_beginning_is_not_told() -> None:
    store = MemoryStore()
    log = story("president", 1)
    await append(store, game_id(1), *log[:40])
    head = await store.head()
    parts = EventExport(store).parts(head)
    await anext(parts)
    await append(store, game_id(1), *log[40:])
    told = [topic for part in [each async for each in parts] for topic in part.page[5]]
    assert told == [topic_of(type(event)) for event in log[:40]]


def test_an_export_of_a_log_that_nobody_projects_brings_the_read_model_up_to_date(tmp_path: Path) -> None:
    place = Place(tmp_path / "data")
    place.fill([(game_id(1), story("president", 1))])
    told = rows(GAMES, "ndjson", exported(place, "games", "ndjson", tmp_path / "one"))
    place.fill([(game_id(2), story("president", 2))])
    more = rows(GAMES, "ndjson", exported(place, "games", "ndjson", tmp_path / "two"))
    assert [row["game"] for row in more] == [str(game_id(1)), str(game_id(2))]
    assert more[:1] == told


def test_games_tell_who_sat_where_and_who_won(filled: Place, tmp_path: Path) -> None:
    told: Rows = rows(GAMES, "ndjson", exported(filled, "games", "ndjson", tmp_path / "out"))
    won = [row for row in told if row["stage"] == "WON"]
    assert len(won) == 2
    for row in won:
        assert {*row["winners"]} <= {*row["players"]}
        assert row["winners"]
        assert row["length"] <= row["events"]
        assert row["created_at"] <= row["started_at"] <= row["ended_at"]
    machines = len(won[0]["players"]) - 2
    assert won[0]["players"] == ["ada", "ben", *(f"machine-{number + 1}" for number in range(machines))]
    assert won[0]["machines"] == machines
    lobby = [row for row in told if row["stage"] == "WAITING_FOR_PLAYERS"]
    assert len(lobby) == 1
    assert all(row["started_at"] is None and row["players"] == ["ada", "ben"] for row in lobby)
