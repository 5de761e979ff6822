"""Records in a game's start the players for whom an identity provider vouches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from domain.events import Event, GameStarted, PlayerId
from domain.lobby.seats import with_vouched_seats
from domain.state import Game

FindVouched = Callable[[Iterable[PlayerId]], Awaitable[frozenset[PlayerId]]]
"""Returns the players, among the given ones, for whom an identity provider vouches."""


async def find_no_vouched(_: Iterable[PlayerId]) -> frozenset[PlayerId]:
    """Return no player; the default where there is no table of players."""
    return frozenset()


async def start_with_vouched(
    game: Game, events: tuple[Event, ...], vouched: FindVouched
) -> tuple[Event, ...]:
    """Return the events; if they start the game, with the seats of vouched-for players recorded."""
    if not any(isinstance(event, GameStarted) for event in events):
        return events
    return with_vouched_seats(events, await vouched(seat.player for seat in game.seats if not seat.machine))
