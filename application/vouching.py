"""Looks up, at the start of a game, the players for whom an identity provider vouches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from domain.commands import Command, StartGame
from domain.events import PlayerId
from domain.state import Game

Vouched = Callable[[Game, Command], Awaitable[frozenset[PlayerId]]]
"""Returns the players of a game who are vouched for, as far as the command records it."""


async def nobody(_: Game, __: Command) -> frozenset[PlayerId]:
    """Return no player: there is no table of players to ask."""
    return frozenset()


def vouched_by(among: Callable[[Iterable[PlayerId]], Awaitable[frozenset[PlayerId]]]) -> Vouched:
    """Return what asks about the seated people at the start of a game, and for no other command."""

    async def vouched(game: Game, command: Command) -> frozenset[PlayerId]:
        if not isinstance(command, StartGame):
            return frozenset()
        return await among(seat.player for seat in game.seats if not seat.machine)

    return vouched
