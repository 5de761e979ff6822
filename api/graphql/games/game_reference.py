"""The value behind a `Game` to which another object refers: all but its id is read when it is selected."""

from __future__ import annotations

from typing import Any

from api.graphql.context import Context, Services
from api.graphql.errors.faults import refused
from api.graphql.execution.immediate_values import NotAtHand
from api.graphql.games.listed_game import ListedGame, viewed
from api.graphql.games.viewed_game import ViewedGame
from application.codec import GameId, text_of
from application.refusals import UnknownGame
from domain.events import PlayerId
from projections.engine.generations import NotBuilt
from projections.games.game_list_queries import Listed, listed


class GameReference:
    """A game that its viewer may see, by its id; with `is_current`, what is read is never behind the log."""

    def __init__(self, game: GameId, viewer: PlayerId | None, *, is_current: bool = False) -> None:
        self.game = game
        self.id = text_of(game)
        self.viewer = viewer
        self.is_current = is_current

    def __getattr__(self, name: str) -> Any:
        """Raise `NotAtHand` for all other fields."""
        if name.startswith("_"):
            raise AttributeError(name)
        raise NotAtHand(name)

    async def completed(self, context: Context) -> ListedGame | ViewedGame:
        """Return the game as the game list has it or else, where that is behind, as the log has it."""
        row = None if self.is_current else await read_row(context, self.game)
        if row is not None:
            return ListedGame(row, self.viewer)
        try:
            return await viewed(context, self.game, self.viewer)
        except UnknownGame as unknown:
            raise refused(unknown) from unknown


async def read_row(context: Context, game: GameId) -> Listed | None:
    """Return a game as the game list has it, not filtered for a viewer; None if it does not have it."""
    return await context.load(_read_rows, game)


async def _read_rows(services: Services, games: list[GameId]) -> list[Any]:
    try:
        rows = await services.read_database.read(listed, set(games))
    except NotBuilt:
        rows = ()
    known = {row.game: row for row in rows}
    return [known.get(game) for game in games]
