"""Resolvers of games and players: views with the names of their players, events and suggested moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import strawberry

from api.graphql.context import Context, Info, game_id
from api.graphql.pagination.connections import PageRequest
from api.graphql.types.games import Game
from api.graphql.types.players import is_machine
from application.codec import GameId
from application.games.machine_moves import suggested_move
from application.refusals import UnknownGame
from application.runtime.time_slices import TIME_SLICER
from domain.events import PlayerId
from domain.refusals import NotSeated
from domain.view import View
from projections.games.current_games import EventPage

_GAME_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The format of game ids; player ids have no dashes."""


async def games_of(game: GameId, moments: Sequence[tuple[int, View]], player: PlayerId | None) -> list[Game]:
    """Return a game as views show it at several versions."""
    sliced = TIME_SLICER.iterate(moments)
    return [Game.of(game, version, view, player) async for version, view in sliced]


async def known_player(context: Context, id: str) -> PlayerId | None:
    """Return a player, or a possible machine player, by its id; None for an unknown id."""
    if not (id.isascii() and id.isprintable()):
        # No player has such an id, and some databases reject it.
        return None
    return id if is_machine(id) or id in await context.names([id]) else None


async def current_game(info: Info, id: strawberry.ID) -> Game:
    """Return a game at its latest version, as the caller sees it."""
    context, game = info.context, game_id(id)
    player = await context.player()
    version, view = await context.services.reading.current(game, player)
    return Game.of(game, version, view, player)


async def own_seat(info: Info, id: strawberry.ID) -> tuple[int, View]:
    """Return the caller's seat in a game, and its view; raises NotSeated."""
    player = await info.context.require_player()
    _, view = await info.context.services.reading.current(game_id(id), player)
    seat = view.game.seat_of(player)
    if seat is None:
        raise NotSeated(player)
    return seat, view


async def events_between(info: Info, id: strawberry.ID, request: PageRequest[int]) -> EventPage:
    """Return a page of a game's events, redacted for the caller."""
    player = await info.context.player()
    return await info.context.services.reading.events(
        game_id(id), player, request.size, after=request.after or 0, before=request.before, last=request.last
    )


async def find_node(info: Info, id: strawberry.ID) -> Game | PlayerId | None:
    """Return the game or player with an id, None if there is none that the caller may know of."""
    if _GAME_ID.fullmatch(id):
        try:
            return await current_game(info, id)
        except UnknownGame:
            return None
    return await known_player(info.context, id)


async def current_suggestion(info: Info, id: strawberry.ID) -> Any:
    """Return the move that the machine player would choose for the caller, None if it is not its turn."""
    seat, view = await own_seat(info, id)
    return suggested_move(view.game, seat, game_id(id))
