"""An export contains nothing that a spectator may not see, unless it is made for an operator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from api.export import Format
from api.export.data_package import FILE_NAME
from application.codec import GameId, RecordedEvent
from application.export.events import EVENTS
from domain.events import Access, Event, GameCreated
from domain.game import fold
from domain.state import Stage
from domain.view import reveals
from domain.visibility import SPECTATOR, Sealed, Viewer, marks
from projections.exports.games import GAMES
from projections.exports.view_sheets import sheets
from tests.api.cli.exports import Place, export, exported, games, rows
from tests.api.secrecy.permuted_servers import GAME_ID
from tests.laws.playouts import every_variant, playout
from tests.laws.secrecy.secrecy_check import Leak, Log, assert_secret, hidden_fields

FORMATS = [str(each) for each in Format]
LATE = 0.7
"""Fractions of a game at which it is examined."""


def under_way(variant: str) -> Log:
    """Return a public game in late play with a sealed shuffle."""
    for seed in count():
        log = playout(variant, seed).log
        created = log[0]
        if isinstance(created, GameCreated) and created.access is Access.PUBLIC and fold(log).outcome:
            beginning = log[: int(LATE * len(log))]
            if fold(beginning).stage is Stage.PLAYING and any(
                hidden_of(each, beginning) for each in beginning
            ):
                return beginning
    raise AssertionError("seeds never end")


def hidden_of(event: Event, log: Log) -> list[str]:
    return hidden_fields(event, SPECTATOR, reveals(log))


class Glimpses:
    """All exports of a world, each in its own file."""

    def __init__(self, folder: Path, *more: str) -> None:
        self._folder = folder
        self._more = more
        self._worlds = count()

    def __call__(self, log: Log, _: Viewer) -> Mapping[str, bytes]:
        folder = self._folder / str(next(self._worlds))
        folder.mkdir()
        place = Place(folder / "data")
        place.fill([(GAME_ID, log)])
        found = {
            f"{what} in {form}": exported(place, what, form, folder / f"{what}.{form}", *self._more)
            for what in ("events", "games")
            for form in FORMATS
        }
        done = export(place, "--all", "parquet", "--out", folder / "views")
        assert done.exit_code == 0, done.stderr
        views = (folder / "views").iterdir()
        return found | {each.name: each.read_bytes() for each in views if each.name != FILE_NAME}


@every_variant
def test_exports_of_worlds_that_differ_in_unseen_cards_are_equal(tmp_path: Path, variant: str) -> None:
    log = under_way(variant)
    assert_secret(log, SPECTATOR, Glimpses(tmp_path), Random(1))


def test_operator_exports_of_two_worlds_differ(tmp_path: Path) -> None:
    log = under_way("hundred-and-ten")
    with pytest.raises(Leak, match="events in"):
        assert_secret(log, SPECTATOR, Glimpses(tmp_path, "--operator"), Random(1))


def events(place: Place, folder: Path, *more: str) -> list[dict[str, Any]]:
    return rows(
        EVENTS, "ndjson", exported(place, "events", "ndjson", folder / "-".join(("events", *more)), *more)
    )


@every_variant
def test_spectator_exports_are_redacted_and_operator_exports_lack_only_sealed_secrets(
    tmp_path: Path, variant: str
) -> None:
    place, log = Place(tmp_path / "data"), under_way(variant)
    place.fill([(GAME_ID, log)])
    seen, everything = events(place, tmp_path), events(place, tmp_path, "--operator")
    hidden = 0
    for event, public, whole in zip(log, seen, everything, strict=True):
        fields = msgspec.json.decode(msgspec.json.encode(event))
        fields.pop("type")
        unseen = hidden_of(event, log)
        hidden += len(unseen)
        for name, value in fields.items():
            # An empty set of cards hides nothing: the number of cards is public.
            same = public["data"][name] == value
            assert same is (name not in unseen or value == []), (event, name)
            for_ever = (name, Sealed()) in marks(type(event))
            assert whole["data"][name] == (None if for_ever else value)
            if isinstance(value, list) and name in unseen:
                assert public["data"][name] == ["??"] * len(value)
    assert hidden > 3


def test_no_export_contains_a_secret_of_a_game(tmp_path: Path) -> None:
    place, log = Place(tmp_path / "data"), under_way("oh-hell")
    place.fill([(GAME_ID, log)])
    created = log[0]
    assert isinstance(created, GameCreated)
    assert created.secret
    for operator in ((), ("--operator",)):
        content = exported(place, "events", "csv", tmp_path / "-".join(("out", *operator)), *operator)
        assert created.secret.encode() not in content
        assert b'""secret"":null' in content


# Private games


def without_private() -> list[tuple[GameId, Sequence[Event]]]:
    """Return the games without the private ones; the others are unchanged."""
    return [(game, () if _private(log) else log) for game, log in games()]


def _private(log: Sequence[Event]) -> bool:
    created = log[0]
    return isinstance(created, GameCreated) and created.access is Access.PRIVATE


def test_private_games_leave_no_trace_in_exports(tmp_path: Path) -> None:
    with_them, without = Place(tmp_path / "with"), Place(tmp_path / "without")
    with_them.fill(games())
    without.fill(without_private())
    assert len(with_them.log()) > len(without.log())
    for what in "events", "games":
        for form in FORMATS:
            one, other = (
                exported(place, what, form, tmp_path / f"{place.data.name}.{what}.{form}")
                for place in (with_them, without)
            )
            assert one == other
    folders = [tmp_path / "views of one", tmp_path / "views of the other"]
    for place, folder in zip((with_them, without), folders, strict=True):
        assert export(place, "--all", "csv", "--out", folder).exit_code == 0
    for name in sheets():
        one, other = ((folder / f"{name}.csv").read_bytes() for folder in folders)
        assert one == other


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_operator_exports_have_private_games_and_log_positions(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres_url") if database == "postgres" else None
    place = Place(tmp_path / "data", url)
    place.fill(games())
    log: list[RecordedEvent] = place.log()
    exported_events = events(place, tmp_path, "--operator")
    assert [(row["position"], row["game"], row["version"]) for row in exported_events] == [
        (each.position, str(each.game), each.version) for each in log
    ]
    listed = rows(GAMES, "csv", exported(place, "games", "csv", tmp_path / "games", "--operator"))
    assert {row["game"] for row in listed if row["access"] == "PRIVATE"} == {
        str(game) for game, log in games() if _private(log)
    }
    assert len(listed) == len(games())


def test_operator_exports_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    place = Place(tmp_path / "data")
    place.fill(games()[:1])
    exported(place, "events", "csv", tmp_path / "all", "--operator")
    assert (tmp_path / "all").stat().st_mode & 0o777 == 0o600
