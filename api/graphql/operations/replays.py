"""Replays in the schema: past states of a game, and the machine player's suggestions for them."""

from __future__ import annotations

from typing import Annotated, Any, Final

import strawberry

from api.graphql.context import Context, GameArgument, Info, game_id
from api.graphql.errors.faults import fault, or_fault
from api.graphql.types.games import Game, game_of, games_of
from api.graphql.types.scalars import Version
from application.games.machine_moves import suggested_move

MOST_MOMENTS: Final = 25
MOMENTS: Final = 20
_FROM_THE_START: Final = Version(0)


async def replayed(
    info: Info,
    game: GameArgument,
    version: Annotated[Version, strawberry.argument(description="How many events the game had had.")],
) -> Game | None:
    """Return a game as it stood at a version, from the caller's seat."""
    return await or_fault(_replayed(info.context, game, version))


async def moments_of(
    info: Info,
    game: GameArgument,
    after: Annotated[
        Version, strawberry.argument(description="The version after which the events come.")
    ] = _FROM_THE_START,
    first: Annotated[int, strawberry.argument(description="How many events at most.")] = MOMENTS,
) -> list[Game] | None:
    """Return a game as it stood after each of the next events."""
    if not 1 <= first <= MOST_MOMENTS:
        raise fault("INVALID_PAGE", f"A page takes 1 to {MOST_MOMENTS} moments, not {first}.")
    return await or_fault(_moments(info.context, game, after, first))


async def suggested_then(
    info: Info,
    game: GameArgument,
    version: Annotated[Version, strawberry.argument(description="How many events the game had had.")],
    seat: Annotated[int, strawberry.argument(description="The seat that was to move.")],
) -> Any:
    """Return the move that the machine would have made for a seat at a version.

    Return None if the game did not wait for the seat, or if the caller may not see all that the seat knew.
    """
    return await or_fault(_suggested(info.context, game, version, seat))


async def _replayed(context: Context, given: strawberry.ID, version: int) -> Game:
    player, game = await context.player(), game_id(given)
    view = await context.services.watching.replay(game, player, version)
    return await game_of(context, game, version, view, player)


async def _moments(context: Context, given: strawberry.ID, after: int, most: int) -> list[Game]:
    player, game = await context.player(), game_id(given)
    moments = await context.services.watching.moments(game, player, after, most)
    return await games_of(context, game, moments, player)


async def _suggested(context: Context, given: strawberry.ID, version: int, seat: int) -> Any:
    player = await context.player()
    known = await context.services.watching.hindsight(game_id(given), player, version, seat)
    if known is None:
        return None
    return suggested_move(known, seat, game_id(given))
