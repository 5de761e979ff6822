"""Replays in the schema: past states of a game, and the machine player's suggestions for them."""

from __future__ import annotations

from typing import Annotated, Any, Final

import strawberry

from api.graphql.context import Context, GameArgument, Info, game_id
from api.graphql.errors.faults import fault, or_fault
from api.graphql.queries.games import games_of
from api.graphql.types.games import Game
from api.graphql.types.scalars import Version
from application.games.machine_moves import suggested_move

MAX_MOMENTS: Final = 25
DEFAULT_MOMENTS: Final = 20
_START: Final = Version(0)


async def replayed(
    info: Info,
    game: GameArgument,
    version: Annotated[
        Version, strawberry.argument(description="The version: the number of events up to that moment.")
    ],
) -> Game | None:
    """Return a game as it stood at a version, from the caller's seat."""
    return await or_fault(_replayed(info.context, game, version))


async def moments_of(
    info: Info,
    game: GameArgument,
    after: Annotated[
        Version, strawberry.argument(description="The version after which the events start.")
    ] = _START,
    first: Annotated[int, strawberry.argument(description="The maximum number of events.")] = DEFAULT_MOMENTS,
) -> list[Game] | None:
    """Return a game as it stood after each of the next events."""
    if not 1 <= first <= MAX_MOMENTS:
        raise fault("INVALID_PAGE", f"A page has 1 to {MAX_MOMENTS} moments, not {first}.")
    return await or_fault(_moments(info.context, game, after, first))


async def suggestion_at(
    info: Info,
    game: GameArgument,
    version: Annotated[
        Version, strawberry.argument(description="The version: the number of events up to that moment.")
    ],
    seat: Annotated[int, strawberry.argument(description="The seat that was to move.")],
) -> Any:
    """Return the move that the machine would have made for a seat at a version.

    Return None if the game did not wait for the seat, or if the caller may not see all that the seat knew.
    """
    return await or_fault(_suggested(info.context, game, version, seat))


async def _replayed(context: Context, id: strawberry.ID, version: int) -> Game:
    player, game = await context.player(), game_id(id)
    view = await context.services.watching.replay(game, player, version)
    return Game.of(game, version, view, player)


async def _moments(context: Context, id: strawberry.ID, after: int, limit: int) -> list[Game]:
    player, game = await context.player(), game_id(id)
    moments = await context.services.watching.moments(game, player, after, limit)
    return await games_of(game, moments, player)


async def _suggested(context: Context, id: strawberry.ID, version: int, seat: int) -> Any:
    player = await context.player()
    view = await context.services.watching.hindsight(game_id(id), player, version, seat)
    if view is None:
        return None
    return suggested_move(view, seat, game_id(id))
