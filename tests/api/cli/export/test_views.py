"""Exports of the promised views: their rows, their description, and what has changed since the last one."""

from __future__ import annotations

import asyncio
import json
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from datetime import date, datetime
from hashlib import sha256
from pathlib import Path
from subprocess import run
from typing import Any
from uuid import UUID

import pytest
from msgspec import msgpack

from api.export import Format
from api.export.data_package import FILE_NAME
from application.export.sheets import Column, ColumnType
from domain.events import Access
from projections.database.connections import ReadDatabase
from projections.database.schemas import VIEWS
from projections.exports.view_sheets import sheets
from tests.api.cli.exports import Place, export, finished_games, refused, rows
from tests.projections.logs import game_id, story

FORMATS = [str(each) for each in Format]


@pytest.fixture(params=["sqlite", "postgres"])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A log with finished games of all variants, in either database."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    place = Place(tmp_path / "data", url)
    place.fill(finished_games())
    return place


def all_views(place: Place, form: str, out: Path, *more: str) -> str:
    """Export all views into a folder, and return the token."""
    done = export(place, "--all", form, "--out", out, *more)
    assert done.exit_code == 0, done.stderr
    return done.stdout.strip()


def files(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def test_views_are_exported_as_they_are_in_the_database_in_all_formats(played: Place, tmp_path: Path) -> None:
    for form in FORMATS:
        done = export(played, "--all", form, "--out", tmp_path / form)
        assert done.exit_code == 0, done.stderr
        files = {f"{each}.{form}" for each in sheets()} | {"datapackage.json"}
        assert {each.name for each in (tmp_path / form).iterdir()} == files
    database = ReadDatabase(played.url) if played.url else ReadDatabase.at(played.data / "read.db")
    with database, database.reading() as connection:
        for name in sheets():
            schema = f"{VIEWS}." if played.url else ""
            kept = connection.exec_driver_sql(f"SELECT * FROM {schema}{name}").mappings()  # noqa: S608
            sheet = sheets()[name]
            expected = [{each.name: _value(each, row[each.name]) for each in sheet.columns} for row in kept]
            expected.sort(key=lambda row: [row[column] for column in sheet.key])
            assert expected, f"{name} is empty: nothing was compared"
            for form in FORMATS:
                found = rows(sheet, form, (tmp_path / form / f"{name}.{form}").read_bytes())
                assert found == expected, name


def _value(column: Column, value: Any) -> Any:
    """Return a value of a view in the form that the database shows, as an export has it."""
    match column.kind, value:
        case _, None:
            return None
        case ColumnType.MOMENT | ColumnType.DAY, str():
            return (datetime if column.kind is ColumnType.MOMENT else date).fromisoformat(value)
        case ColumnType.JSON, str():
            return json.loads(value)
        case ColumnType.TRUTH, _:
            return bool(value)
    return str(UUID(str(value))) if column.name == "game" else value


@pytest.mark.parametrize("form", FORMATS)
def test_exports_of_one_log_are_equal_whatever_the_database(
    tmp_path: Path, postgres_url: str, form: str
) -> None:
    places = Place(tmp_path / "data"), Place(tmp_path / "of the other", postgres_url)
    found = []
    for number, place in enumerate(places):
        place.fill(finished_games())
        for again in "first", "second":
            folder = tmp_path / f"{number} {again}"
            all_views(place, form, folder)
            found.append(files(folder))
    assert found[0][FILE_NAME]
    assert all(each == found[0] for each in found)


def test_changes_bring_an_earlier_export_up_to_date(played: Place, tmp_path: Path) -> None:
    token = all_views(played, "ndjson", tmp_path / "first")
    kept = read_folder(tmp_path / "first")
    for number, half in enumerate((finished_games(100)[:2], finished_games(200)), 1):
        played.fill(half)
        later = all_views(played, "ndjson", tmp_path / f"changes {number}", "--after", token)
        assert later != token
        token = later
        changes = read_folder(tmp_path / f"changes {number}")
        described = json.loads((tmp_path / f"changes {number}" / FILE_NAME).read_bytes())["kibitz"]
        kept = brought_up_to_date(kept, changes, date.fromisoformat(described["changed_from"]))
    all_views(played, "ndjson", tmp_path / "whole")
    assert kept == read_folder(tmp_path / "whole")
    assert len(changes["v_game"]) < len(kept["v_game"])


def test_without_events_nothing_has_changed(played: Place, tmp_path: Path) -> None:
    token = all_views(played, "csv", tmp_path / "first")
    assert all_views(played, "csv", tmp_path / "second", "--after", token) == token
    for name, sheet in sheets().items():
        if {"game", "day", "hour"} & {column.name for column in sheet.columns}:
            content = (tmp_path / "second" / f"{name}.csv").read_bytes()
            assert rows(sheet, "csv", content) == [], name


def test_a_token_of_another_log_is_refused(played: Place, tmp_path: Path) -> None:
    other = Place(tmp_path / "of the other")
    other.fill(finished_games()[:1])
    token = all_views(other, "csv", tmp_path / "of the other log")
    error = refused(export(played, "--all", "csv", "--out", tmp_path / "out", "--after", token))
    assert "export all again" in error
    assert not (tmp_path / "out").exists()


def test_a_token_continues_only_what_was_exported(played: Place, tmp_path: Path) -> None:
    done = export(played, "--all", "csv", "--out", tmp_path / "some", "--variant", "oh-hell")
    token = done.stdout.strip()
    later = "--all", "csv", "--out", tmp_path / "later", "--after", token
    assert "--variant oh-hell" in refused(export(played, *later))
    assert "--variant oh-hell" in refused(export(played, *later, "--variant", "president"))
    assert export(played, *later, "--variant", "oh-hell").exit_code == 0
    whole = all_views(played, "csv", tmp_path / "whole")
    later = "--all", "csv", "--out", tmp_path / "later 2", "--after", whole
    assert "without --variant" in refused(export(played, *later, "--variant", "oh-hell"))


def test_an_export_of_a_period_cannot_be_continued(played: Place, tmp_path: Path) -> None:
    done = export(played, "--all", "csv", "--out", tmp_path / "some", "--since", "2020-01-01")
    assert (done.exit_code, done.stdout) == (0, "")


@pytest.mark.parametrize("url", [None, "postgres_url"])
def test_an_empty_log_gives_empty_files(
    tmp_path: Path, request: pytest.FixtureRequest, url: str | None
) -> None:
    place = Place(tmp_path / "data", url and request.getfixturevalue(url))
    asyncio.run(closed(place))
    token = all_views(place, "csv", tmp_path / "first")
    assert "as_of" not in json.loads((tmp_path / "first" / FILE_NAME).read_bytes())["kibitz"]
    place.fill(finished_games()[:1])
    all_views(place, "csv", tmp_path / "second", "--after", token)
    all_views(place, "csv", tmp_path / "whole")
    second, whole = (
        {name: content for name, content in files(tmp_path / folder).items() if name != FILE_NAME}
        for folder in ("second", "whole")
    )
    assert second == whole


async def closed(place: Place) -> None:
    store = await place.open()
    await store.close()


def test_private_games_change_nothing_in_an_export(played: Place, tmp_path: Path) -> None:
    token = all_views(played, "csv", tmp_path / "first")
    private = [(game_id(70), story("oh-hell", 7, Access.PRIVATE))]
    played.fill(private)
    later = all_views(played, "csv", tmp_path / "second", "--after", token)
    # The end of the log is another one, and no id in the token tells of which game.
    assert later != token
    assert game_id(70).bytes not in urlsafe_b64decode(later)
    assert str(game_id(70)).encode() not in urlsafe_b64decode(later)
    assert "changed_from" not in json.loads((tmp_path / "second" / FILE_NAME).read_bytes())["kibitz"]
    for name, sheet in sheets().items():
        if {"game", "day", "hour"} & {column.name for column in sheet.columns}:
            content = (tmp_path / "second" / f"{name}.csv").read_bytes()
            assert rows(sheet, "csv", content) == [], name


@pytest.mark.parametrize("change", [-(10**6), 1, 2**63])
def test_a_token_beyond_the_log_is_refused(tmp_path: Path, change: int) -> None:
    place = Place(tmp_path / "data")
    place.fill(finished_games()[:1])
    log, epoch, models, position, _, *rest = msgpack.decode(
        urlsafe_b64decode(all_views(place, "csv", tmp_path / "first"))
    )
    of_nothing = sha256(msgpack.encode(None)).digest()[:16]
    changed = log, epoch, models, position + change, of_nothing, *rest
    token = urlsafe_b64encode(msgpack.encode(changed)).decode()
    error = refused(export(place, "--all", "csv", "--out", tmp_path / "out", "--after", token))
    assert "export all again" in error


def test_a_directory_with_more_files_than_the_new_ones_is_not_replaced(tmp_path: Path) -> None:
    place = Place(tmp_path / "data")
    place.fill(finished_games()[:1])
    all_views(place, "csv", tmp_path / "out")
    error = refused(export(place, "v_game", "csv", "v_seat", "--out", tmp_path / "out", "--force"))
    assert "contains other files, such as v_active.csv" in error
    all_views(place, "csv", tmp_path / "out", "--force")


def read_folder(folder: Path) -> dict[str, list[dict[str, Any]]]:
    return {
        name: rows(sheet, "ndjson", (folder / f"{name}.ndjson").read_bytes())
        for name, sheet in sheets().items()
    }


def brought_up_to_date(
    kept: Mapping[str, list[dict[str, Any]]], changes: Mapping[str, list[dict[str, Any]]], since: date
) -> dict[str, list[dict[str, Any]]]:
    """Apply changes as `docs/data-format.md` says it."""
    games, found = {row["game"] for row in changes["v_game"]}, {}
    for name, sheet in sheets().items():
        columns = {column.name for column in sheet.columns}
        if "game" in columns:
            left = [row for row in kept[name] if row["game"] not in games]
        elif "day" in columns:
            left = [row for row in kept[name] if row["day"] < since]
        elif "hour" in columns:
            left = [row for row in kept[name] if row["hour"].date() < since]
        else:
            left = []
        found[name] = sorted(left + changes[name], key=lambda row: [row[key] for key in sheet.key])
    return found


@pytest.mark.integration
def test_a_published_implementation_accepts_the_data_package(tmp_path: Path) -> None:
    """It checks the types of all values, the keys, the foreign keys and the hashes."""
    place = Place(tmp_path / "data")
    place.fill(finished_games())
    all_views(place, "csv", tmp_path / "package")
    command = sys.executable, "-m", "frictionless", "validate", str(tmp_path / "package" / FILE_NAME)
    done = run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
