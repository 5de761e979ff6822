"""Records, in the start of a game, the players for whom an identity provider vouches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from domain.events import Event, PlayerId
from domain.lobby import vouched_for
from domain.state import Game

Vouched = Callable[[Iterable[PlayerId]], Awaitable[frozenset[PlayerId]]]
"""Returns those of some players for whom an identity provider vouches."""


async def nobody(_: Iterable[PlayerId]) -> frozenset[PlayerId]:
    """Return no player: there is no table of players to ask."""
    return frozenset()


async def start_with_vouched(game: Game, start: tuple[Event, ...], vouched: Vouched) -> tuple[Event, ...]:
    """Return the events of a start that name the seats of the vouched-for players."""
    return vouched_for(start, await vouched(seat.player for seat in game.seats if not seat.machine))
