"""The audit finds each change to the seeds of a game, and to the shuffles that follow from them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from application.audit.seed_invariants import seed_fault
from domain import events as e
from domain.game import fold
from tests.application.audit.audits import Log, audited
from tests.application.audit.test_tampered_games import Tamper, changed, missing, nth, twice
from tests.domain.given import NOON
from tests.laws.playouts import Playout, playout

OTHER = "0" * 64


def seeded(wanted: Callable[[set[type[e.Event]], Playout], bool]) -> Playout:
    """Return a game in which the seats were closed."""
    games = (playout("hundred-and-ten", seed) for seed in range(400))
    kinds = ((game, {type(event) for event in game.log}) for game in games)
    return next(game for game, found in kinds if e.SeatsClosed in found and wanted(found, game))


def with_a_missing_seed(found: set[type[e.Event]], game: Playout) -> bool:
    return e.GameStarted in found and bool(game.known.game.awaited_seeds) and e.SeedRevealed in found


GAME = seeded(with_a_missing_seed)


TAMPERINGS: dict[str, Tamper] = {
    "a malformed commitment": changed(e.SeedCommitted, commitment="none"),
    "a commitment of another player": changed(e.SeedCommitted, player="zoe"),
    "another roll": changed(e.SeatsClosed, roll=OTHER),
    "a deadline in the future": changed(e.SeatsClosed, until=lambda event: event.until + timedelta(days=9)),
    "open seats": missing(e.SeatsClosed),
    "another seed": changed(e.SeedRevealed, seed=OTHER),
    "a seed of another seat": changed(e.SeedRevealed, seat=lambda event: event.seat + 1),
    "a seed twice": twice(e.SeedRevealed),
    "a seed that is left out": missing(e.SeedRevealed),
    "another fingerprint": changed(e.GameStarted, fingerprint=OTHER),
    "no fingerprint": changed(e.GameStarted, fingerprint=None),
}


async def test_the_game_is_sound() -> None:
    assert await commits_audited(list(GAME.log)) == []


async def commits_audited(log: Log) -> list[Any]:
    """Return the findings, with the commits of the game if the log is as long as it."""
    commits = [len(each.events) for each in GAME.commits] if len(log) == len(GAME.log) else ()
    return await audited(log, commits)


def test_seats_that_close_after_the_time_for_seeds_are_found() -> None:
    place, closed = nth(list(GAME.log), e.SeatsClosed)
    lobby = fold(GAME.log[:place])
    assert seed_fault(lobby, closed, closed.until) is None
    assert seed_fault(lobby, closed, closed.until + timedelta(minutes=1)) is not None


def test_seeds_of_machine_players_are_found() -> None:
    place, commit = nth(list(GAME.log), e.SeedCommitted)
    lobby = fold(GAME.log[:place])
    seats = tuple(replace(seat, machine=True) for seat in lobby.seats)
    assert seed_fault(lobby, commit, NOON) is None
    assert seed_fault(replace(lobby, seats=seats), commit, NOON) is not None


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS)
async def test_a_change_is_found(tamper: Tamper) -> None:
    log, _ = tamper(list(GAME.log))
    assert await commits_audited(log) != []


async def test_a_shuffle_that_does_not_follow_from_the_seeds_is_found() -> None:
    log = list(GAME.log)
    place, shuffled = nth(log, e.DeckShuffled)
    order = (shuffled.order[1], shuffled.order[0], *shuffled.order[2:])
    log[place] = replace(shuffled, order=order)
    finding = (await commits_audited(log))[0]
    assert "DeckShuffled is not what has to follow: order" in finding.what
