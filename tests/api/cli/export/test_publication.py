"""Exports for publication: no id of a game or a player, and no time within a day."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from api.export.data_package import FILE_NAME
from application.export.sheets import ColumnType
from domain.events import Access
from domain.game import fold
from domain.state import OVER
from projections.exports.publication import published_names, published_sheet
from projections.exports.view_sheets import sheets
from tests.api.cli.exports import Place, export, finished_games, games, refused, rows
from tests.projections.logs import game_id, story

RATINGS = ("rating_before", "rating_after", "uncertainty_before", "uncertainty_after", "opponents_rating")
TIME = re.compile(rb"T\d\d:\d\d|\d\d:\d\d:\d\d")


@pytest.fixture(params=["sqlite", "postgres"])
def played(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A log with finished, running and private games, in either database."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    monkeypatch.setenv("KIBITZ_SECRET", "s3cr3t" * 20)
    place = Place(tmp_path / "data", url)
    private = [(game_id(70), story("oh-hell", 7, Access.PRIVATE))]
    place.fill([*finished_games(30), *games(), *private])
    return place


def published(place: Place, form: str, out: Path, *more: str) -> dict[str, bytes]:
    done = export(place, "--publication", form, "--out", out, *more)
    assert done.exit_code == 0, done.stderr
    assert done.stdout == ""
    return {each.name: each.read_bytes() for each in out.iterdir()}


def ended(place: Place) -> dict[str, set[str]]:
    """Return the players of the public games that have ended."""
    logs: dict[Any, list[Any]] = {}
    for each in place.log():
        logs.setdefault(each.game, []).append(each.event)
    found = {}
    for game, log in logs.items():
        state = fold(log)
        if state.access is Access.PUBLIC and state.stage in OVER:
            found[str(game)] = {seat.player for seat in state.seats}
    return found


def test_a_publication_has_the_finished_games_without_ids_and_times(played: Place, tmp_path: Path) -> None:
    known = ended(played)
    players = {player for seated in known.values() for player in seated}
    ids = {*known, *(game.replace("-", "") for game in known), *players}
    files = published(played, "ndjson", tmp_path / "out")
    assert {*files} == {f"{name}.ndjson" for name in published_names()} | {FILE_NAME}
    for name, content in files.items():
        if name != FILE_NAME:
            assert TIME.search(content) is None, name
            words = {*re.findall(r'"([^"]*)"', content.decode())}
            assert not words & ids, name
    described = json.loads(files[FILE_NAME])["kibitz"]
    assert described["publication"] is True
    assert described["as_of"].endswith("T00:00:00Z")
    found = rows(published_sheet(sheets()["v_game"]), "ndjson", files["v_game.ndjson"])
    assert len(found) == len({row["game"] for row in found}) == len(known)
    assert all(isinstance(row["ended_at"], date) for row in found)
    seats = rows(published_sheet(sheets()["v_seat"]), "ndjson", files["v_seat.ndjson"])
    # The closed lobby has no seats.
    assert {row["game"] for row in seats} < {row["game"] for row in found}
    assert len({row["player"] for row in seats}) == len(players)


def test_rows_are_those_of_the_views_but_for_ids_and_times(played: Place, tmp_path: Path) -> None:
    files = published(played, "ndjson", tmp_path / "out")
    done = export(played, "--all", "ndjson", "--out", tmp_path / "views")
    assert done.exit_code == 0, done.stderr
    known = ended(played)
    for name in published_names():
        sheet = sheets()[name]
        hidden = {
            column.name
            for column in sheet.columns
            if column.kind is ColumnType.MOMENT or column.name in ("game", "player", *RATINGS)
        }
        shown = rows(published_sheet(sheet), "ndjson", files[f"{name}.ndjson"])
        kept = rows(sheet, "ndjson", (tmp_path / "views" / f"{name}.ndjson").read_bytes())
        assert _bag(shown, hidden) == _bag([row for row in kept if row["game"] in known], hidden), name
        assert shown, name
        # The order of the hashes tells nothing about the ids.
        keys = [tuple(row[column] for column in sheet.key) for row in shown]
        assert keys == sorted(keys), name


def test_no_rating_tells_whose_hash_it_is_or_which_game_came_before(played: Place, tmp_path: Path) -> None:
    assert "v_rating_history" not in published_names()
    files = published(played, "csv", tmp_path / "out")
    for name in published_names():
        columns = files[f"{name}.csv"].decode().splitlines()[0].split(",")
        assert not {*columns} & {*RATINGS}, name
        assert [column.name for column in published_sheet(sheets()[name]).columns] == columns


def _bag(found: list[dict[str, Any]], hidden: set[str]) -> list[str]:
    return sorted(
        json.dumps(
            {key: value for key, value in row.items() if key not in hidden}, default=str, sort_keys=True
        )
        for row in found
    )


def test_publications_of_one_server_agree_and_those_of_two_do_not(
    played: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, again = (published(played, "csv", tmp_path / name) for name in ("first", "again"))
    assert first == again
    monkeypatch.setenv("KIBITZ_SECRET", "an0th3r" * 20)
    other = published(played, "csv", tmp_path / "other")
    ids = [{row["game"] for row in _games(each)} for each in (first, other)]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_a_publication_can_be_limited_to_a_period_and_a_variant(played: Place, tmp_path: Path) -> None:
    whole = _games(published(played, "csv", tmp_path / "whole"))
    some = _games(published(played, "csv", tmp_path / "some", "--variant", "oh-hell"))
    assert some == [row for row in whole if row["variant"] == "oh-hell"]
    assert some
    assert _games(published(played, "csv", tmp_path / "none", "--until", "2020-01-01")) == []


def test_a_publication_needs_the_secret_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KIBITZ_SECRET", raising=False)
    place = Place(tmp_path / "data")
    place.fill(finished_games()[:1])
    error = refused(export(place, "--publication", "csv", "--out", tmp_path / "out"))
    assert "secret" in error
    assert not (tmp_path / "out").exists()


def _games(files: dict[str, bytes]) -> list[dict[str, Any]]:
    return rows(published_sheet(sheets()["v_game"]), "csv", files["v_game.csv"])
