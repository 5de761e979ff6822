"""Finds games and players by their ids."""

from __future__ import annotations

import re
from typing import Final

import strawberry

from api.graphql.context import Context
from api.graphql.games.reading import current_game
from api.graphql.games.viewed_game import ViewedGame
from api.graphql.types.players import is_machine
from application.refusals import UnknownGame
from domain.events import PlayerId

_GAME_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The format of game ids; player ids have no dashes."""


async def find_node(context: Context, id: strawberry.ID) -> ViewedGame | PlayerId | None:
    """Return the game or player with an id, None if there is none that the caller may know of."""
    if _GAME_ID.fullmatch(id):
        try:
            return await current_game(context, id)
        except UnknownGame:
            return None
    return await known_player(context, id)


async def known_player(context: Context, id: str) -> PlayerId | None:
    """Return a player, or a possible machine player, by its id; None for an unknown id."""
    return id if is_machine(id) or id in await context.names([id]) else None
