"""The end of a rematch's wait for its players: what happens to the seats of those who are missing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from domain import events as e
from domain.deadlines import is_over
from domain.lobby.checks import free_machine_names
from domain.lobby.evolvers import seats_released
from domain.lobby.start import SEED_WAIT, begin
from domain.machine import has_player
from domain.rematch.seats import after, belongs, machine_joined, place_of
from domain.state import Game, Stage


def released_for(game: Game, player: e.PlayerId, at: datetime) -> tuple[e.Event, ...]:
    """Return the release of seats that is due before another player than those of the rematch joins."""
    if belongs(game, player):
        return ()
    due = expired(game, at)
    return due if due == (e.SeatsReleased(),) else ()


def wait_ends(game: Game) -> datetime | None:
    """Return the time from which something is due in a rematch that waits for its players, None if not."""
    if game.stage is not Stage.WAITING_FOR_PLAYERS or game.rematch is None:
        return None
    return game.rematch.until


def expired(game: Game, at: datetime, seed_wait: timedelta = SEED_WAIT) -> tuple[e.Event, ...]:
    """Return the events that are due once a rematch's time to wait is over; none before, or without it."""
    rematch, until = game.rematch, wait_ends(game)
    if rematch is None or until is None or not is_over(until, at):
        return ()
    wanted = len(rematch.seating) - len(game.seats)
    if wanted > 0 and rematch.missing is e.MissingPlayers.OPEN:
        return (e.SeatsReleased(),)
    filling = rematch.missing is e.MissingPlayers.MACHINES and has_player(game.variant)
    filled = tuple(_substitutes(game, wanted)) if filling and wanted > 0 else ()
    ready = after(game, filled)
    if len(ready.seats) not in game.rules.seats:
        return (e.SeatsReleased(),)
    return *filled, *begin(ready, at, seed_wait)


def _substitutes(game: Game, count: int) -> Iterator[e.Event]:
    """Yield the events that seat machine players in the places of the first missing players."""
    assert game.rematch is not None, "only a rematch has places"
    missing = [player for player in game.rematch.seating if game.seat_of(player) is None]
    for done, (player, name) in enumerate(zip(missing[:count], free_machine_names(game, count), strict=True)):
        # The machine players that are seated so far sit before this place.
        yield from machine_joined(place_of(game, player) + done, name)


def after_release(game: Game) -> Game:
    """Return a rematch once the seats of its missing players are released."""
    return seats_released(game, e.SeatsReleased())
