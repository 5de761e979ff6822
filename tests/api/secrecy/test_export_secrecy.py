"""An export holds nothing that an onlooker may not know, unless it is made for an operator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from api.export import Format
from application.codec import GameId, RecordedEvent
from application.export.events import EVENTS
from domain.events import Access, Event, GameCreated
from domain.game import fold
from domain.state import Stage
from domain.view import reveals
from domain.visibility import SPECTATOR, Sealed, Viewer, marks
from projections.export import GAMES, STARS
from tests.api.cli.exports import Place, export, exported, games, rows
from tests.api.secrecy.permuted_servers import GAME_ID
from tests.laws.playouts import every_variant, playout
from tests.laws.secrecy.secrecy_check import Leak, Log, assert_secret, hidden_fields

FORMATS = [str(each) for each in Format]
LATE = 0.7
"""How much of a game has been played when one looks."""


def under_way(variant: str) -> Log:
    """Return a public game of which much has been played, and some shuffle is still sealed."""
    for seed in count():
        log = playout(variant, seed).log
        created = log[0]
        if isinstance(created, GameCreated) and created.access is Access.PUBLIC and fold(log).outcome:
            begun = log[: int(LATE * len(log))]
            if fold(begun).stage is Stage.PLAYING and any(hidden_of(each, begun) for each in begun):
                return begun
    raise AssertionError("seeds never end")


def hidden_of(event: Event, log: Log) -> list[str]:
    return hidden_fields(event, SPECTATOR, reveals(log))


class Glimpses:
    """All that can be exported of a world, in files of their own."""

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
        done = export(place, "stats", "parquet", "--out", folder / "stats", *self._more)
        assert done.exit_code == 0, done.stderr
        return found | {each.name: each.read_bytes() for each in (folder / "stats").iterdir()}


@every_variant
def test_exports_of_two_worlds_that_differ_in_unseen_cards_are_the_same(tmp_path: Path, variant: str) -> None:
    log = under_way(variant)
    assert_secret(log, SPECTATOR, Glimpses(tmp_path), Random(1))


def test_an_operator_can_tell_two_worlds_apart(tmp_path: Path) -> None:
    log = under_way("hundred-and-ten")
    with pytest.raises(Leak, match="events in"):
        assert_secret(log, SPECTATOR, Glimpses(tmp_path, "--operator"), Random(1))


def events(place: Place, folder: Path, *more: str) -> list[dict[str, Any]]:
    return rows(
        EVENTS, "ndjson", exported(place, "events", "ndjson", folder / "-".join(("events", *more)), *more)
    )


@every_variant
def test_what_is_hidden_from_an_onlooker_is_hidden_and_an_operator_has_all_but_what_is_sealed_for_ever(
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
            # Of no cards nothing is hidden: how many there are is for everybody.
            same = public["data"][name] == value
            assert same is (name not in unseen or value == []), (event, name)
            for_ever = (name, Sealed()) in marks(type(event))
            assert whole["data"][name] == (None if for_ever else value)
            if isinstance(value, list) and name in unseen:
                assert public["data"][name] == ["??"] * len(value)
    assert hidden > 3


def test_no_secret_of_a_game_is_anywhere_in_an_export(tmp_path: Path) -> None:
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
    """Return the games, nothing of those that are private; the others happen as with them."""
    return [(game, () if _private(log) else log) for game, log in games()]


def _private(log: Sequence[Event]) -> bool:
    created = log[0]
    return isinstance(created, GameCreated) and created.access is Access.PRIVATE


def test_private_games_leave_no_trace(tmp_path: Path) -> None:
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
    folders = [tmp_path / "stats of one", tmp_path / "stats of the other"]
    for place, folder in zip((with_them, without), folders, strict=True):
        assert export(place, "stats", "csv", "--out", folder).exit_code == 0
    for name in STARS:
        one, other = ((folder / f"{name}.csv").read_bytes() for folder in folders)
        assert one == other


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_an_operator_has_the_private_games_and_the_places_in_the_log(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres_url") if database == "postgres" else None
    place = Place(tmp_path / "data", url)
    place.fill(games())
    log: list[RecordedEvent] = place.log()
    told = events(place, tmp_path, "--operator")
    assert [(row["position"], row["game"], row["version"]) for row in told] == [
        (each.position, str(each.game), each.version) for each in log
    ]
    listed = rows(GAMES, "csv", exported(place, "games", "csv", tmp_path / "games", "--operator"))
    assert {row["game"] for row in listed if row["access"] == "PRIVATE"} == {
        str(game) for game, log in games() if _private(log)
    }
    assert len(listed) == len(games())


def test_what_an_operator_exports_is_for_its_owner_alone(tmp_path: Path) -> None:
    place = Place(tmp_path / "data")
    place.fill(games()[:1])
    exported(place, "events", "csv", tmp_path / "all", "--operator")
    assert (tmp_path / "all").stat().st_mode & 0o777 == 0o600
