"""Finds games, players and the caller's sessions by their ids."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any, Final

from api.graphql.context import Context, game_id
from api.graphql.errors.faults import fault
from api.graphql.games.listed_game import viewed
from api.graphql.games.viewed_game import is_finished_public_game
from api.graphql.queries.players.player_sessions import own_sessions
from api.graphql.types.players import is_machine
from application.refusals import UnknownGame
from domain.events import PlayerId

MAX_NODES: Final = 100
"""Maximum ids in one request."""
_GAME_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The format of game ids; player ids have no dashes."""


async def find_node(context: Context, id: str) -> Any:
    """Return the node with an id, None if there is none that the caller may know of."""
    [found] = await find_nodes(context, [id])
    return found


async def find_nodes(context: Context, ids: Sequence[str]) -> list[Any]:
    """Return the node of each id, None where there is none, or the error of reading it."""
    if len(ids) > MAX_NODES:
        raise fault("INVALID_PAGE", f"`ids` has at most {MAX_NODES} ids, not {len(ids):,}.", at=("ids",))
    games = {id for id in ids if _GAME_ID.fullmatch(id)}
    players = await known_players(context, [id for id in ids if id not in games])
    sessions = await own_sessions(context, [id for id in ids if id not in games and id not in players])
    viewer = await context.player()
    views = await asyncio.gather(
        *(viewed(context, game_id(id), viewer) for id in games), return_exceptions=True
    )
    found: dict[str, Any] = dict(zip(games, views, strict=True)) | players | sessions
    return [None if isinstance(each := found.get(id), UnknownGame) else each for id in ids]


async def known_player(context: Context, id: str) -> PlayerId | None:
    """Return a player, or a possible machine player, by its id; None for an unknown id."""
    return (await known_players(context, [id])).get(id)


async def known_players(context: Context, ids: Sequence[str]) -> dict[str, PlayerId]:
    """Return the players, and possible machine players, among some ids, read together."""
    names = await context.names(ids)
    return {id: id for id in ids if is_machine(id) or id in names}


def are_finished_public_games(nodes: Sequence[object]) -> bool:
    """Return whether nodes are public games that are over."""
    return all(map(is_finished_public_game, nodes))
