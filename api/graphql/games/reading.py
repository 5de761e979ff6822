"""Reads games as the caller may see them: their states, events, moves, suggestions and hints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import strawberry

from api.graphql.context import Context, game_id
from api.graphql.errors.faults import fault
from api.graphql.games.game_reference import GameReference
from api.graphql.games.listed_game import ListedGame, viewed
from api.graphql.games.viewed_game import ViewedGame, moments_of, read_game
from api.graphql.pagination.connections import Connection, Edge, Paging, connection, parse_key
from api.graphql.types.events import GameEvent
from application.codec import GameId, Version
from application.runtime.time_slices import TIME_SLICER
from domain.state import Game

MAX_EVENTS: Final = 500
DEFAULT_EVENTS: Final = 100
MAX_MOMENTS: Final = 25
DEFAULT_MOMENTS: Final = 20
Suggest = Callable[[Game, int, GameId], Any]
"""`suggested_move`, or `suggested_hint` for the move with its reason."""


async def current_game(context: Context, id: strawberry.ID) -> ViewedGame:
    """Return a game at its latest version, as the caller sees it; raises UnknownGame."""
    return await read_game(context.services, game_id(id), await context.player())


async def past_game(context: Context, id: GameId | strawberry.ID, version: Version) -> ViewedGame:
    """Return a game as it stood at a version, from the caller's seat; raises UnknownVersion."""
    game = game_id(id)
    player = await context.player()
    view = await context.services.watching.replay(game, player, version)
    return ViewedGame(game, version, view, player)


async def moments_after(
    context: Context, id: GameId | strawberry.ID, after: Version, first: int
) -> list[ViewedGame]:
    """Return a game as it stood after each of the next events; raises UnknownVersion."""
    if not 1 <= first <= MAX_MOMENTS:
        raise fault("INVALID_PAGE", f"A page has 1 to {MAX_MOMENTS} moments, not {first}.", at=("first",))
    player, game = await context.player(), game_id(id)
    moments = await context.services.watching.moments(game, player, after, first)
    return moments_of(game, [each async for each in TIME_SLICER.iterate(moments)], player)


async def events_page(
    context: Context, game: ViewedGame | ListedGame | GameReference, paging: Paging
) -> Connection[GameEvent]:
    """Return a page of a game's events, redacted for the caller; cursors contain the events' versions."""
    cursors = await context.services.cursors.of("events", game.game)
    request = paging.request(cursors, parse_key, max_size=MAX_EVENTS, default_size=DEFAULT_EVENTS)
    now = game if isinstance(game, ViewedGame) else await viewed(context, game.game, game.viewer)
    page = await context.services.reading.events(
        now.game,
        now.version,
        now.view,
        now.viewer,
        request.size,
        after=request.after or 0,
        before=request.before,
        last=request.last,
    )
    events: Any = page.events
    return connection(
        Connection[GameEvent],
        Edge[GameEvent],
        events,
        cursors,
        [str(each.version) for each in events],
        has_next=page.has_next,
        has_previous=page.has_previous,
        # The version is the number of events.
        count=now.version,
    )


async def suggestion_for(
    context: Context, game: ViewedGame | ListedGame | GameReference, suggest: Suggest
) -> Any:
    """Return what the machine player would do in the caller's seat, None if it is not its turn."""
    now = game if isinstance(game, ViewedGame) else await viewed(context, game.game, game.viewer)
    return None if now.you is None else suggest(now.state, now.you, now.game)


async def suggestion_at(context: Context, game: GameId, version: Version, seat: int, suggest: Suggest) -> Any:
    """Return what the machine player would have done in a seat at a version.

    Return None if the game did not wait for the seat, or if the caller may not see all that the seat knew.
    """
    player = await context.player()
    known = await context.services.watching.hindsight(game, player, version, seat)
    return None if known is None else suggest(known, seat, game)
