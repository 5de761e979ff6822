"""Rematches of games as the caller may see them: the next game, the game before, and the series."""

from __future__ import annotations

from functools import partial

from api.graphql.context import Context
from api.graphql.games.game_reference import GameReference, read_row
from api.graphql.games.listed_game import ListedGame, viewed
from api.graphql.games.viewed_game import ViewedGame
from application.codec import GameId
from application.games.rematches import find_rematch, is_void_game
from application.refusals import UnknownGame
from domain.state import OVER
from projections.games.lobby import admits
from projections.games.series import Series, is_void_row, read_series

AnyGame = ViewedGame | ListedGame | GameReference


async def next_game(context: Context, game: AnyGame) -> ViewedGame | ListedGame | None:
    """Return the game that follows a game; None without one, and if the caller may not see it."""
    if not isinstance(game, GameReference) and game.stage not in OVER:
        return None
    found, row = await find_rematch(game.game, partial(read_row, context), is_void_row)
    if row is None or is_void_row(row):
        return await _from_log(context, found, game)
    return ListedGame(row, game.viewer) if admits(row, game.viewer) else None


async def game_before(context: Context, game: AnyGame) -> ViewedGame | ListedGame | None:
    """Return the game of which a game is the rematch; None without one, and if the caller may not see it."""
    before = (await _ancestry(context, game))[0]
    if before is None:
        return None
    row = await read_row(context, before)
    if row is not None:
        return ListedGame(row, game.viewer) if admits(row, game.viewer) else None
    return await _from_log(context, before, game)


async def series_with(context: Context, game: AnyGame) -> Series | None:
    """Return the series of rematches that a game belongs to; None for a game without rematches."""
    first = (await _ancestry(context, game))[1]
    series = await context.read("The list of games", read_series, first or game.game, game.viewer)
    return series if first is not None or len(series.games) > 1 else None


async def _ancestry(context: Context, game: AnyGame) -> tuple[GameId | None, GameId | None]:
    """Return the game before and the first game of the series; both None for a game that is no rematch."""
    if isinstance(game, ListedGame):
        return game.game_before, game.series_start
    if isinstance(game, GameReference):
        row = await read_row(context, game.game)
        if row is not None:
            return row.rematch_of, row.series
        game = await viewed(context, game.game, game.viewer)
    rematch = game.state.rematch
    return (None, None) if rematch is None else (GameId(rematch.of), GameId(rematch.series))


async def _from_log(context: Context, wanted: GameId, game: AnyGame) -> ViewedGame | None:
    """Return a game that the game list does not have yet; None without one, and if it came to nothing."""
    try:
        found = await viewed(context, wanted, game.viewer)
    except UnknownGame:
        return None
    return None if is_void_game(found.state) else found
