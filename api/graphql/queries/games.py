"""Games and players as resolvers return them: views with the names of their players."""

from __future__ import annotations

from collections.abc import Sequence

from api.graphql.context import Context
from api.graphql.types.games import Game, players_in
from api.graphql.types.players import Player, is_machine
from application.codec import GameId
from application.runtime.time_slices import PACE
from domain.events import PlayerId
from domain.view import View


async def game_of(context: Context, game: GameId, version: int, view: View, player: PlayerId | None) -> Game:
    """Return a game as a view shows it, with the names of its players."""
    return Game.of(game, version, view, player, await context.names(players_in(view)))


async def games_of(
    context: Context, game: GameId, moments: Sequence[tuple[int, View]], player: PlayerId | None
) -> list[Game]:
    """Return a game as views show it at several versions, with the names of its players."""
    names = await context.names({each for _, view in moments for each in players_in(view)})
    sliced = PACE.sliced(moments)
    return [Game.of(game, version, view, player, names) async for version, view in sliced]


async def known_player(context: Context, id: str) -> Player | None:
    """Return a player, or a possible machine player, by its id; None for an unknown id."""
    if not (id.isascii() and id.isprintable()):
        # No player has such an id, and some databases reject it.
        return None
    names = await context.names([id])
    return Player.of(id, names) if id in names or is_machine(id) else None
