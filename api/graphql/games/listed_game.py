"""The value behind a `Game` of a list: it has what the game list knows, and loads a view for the rest."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from api.graphql.context import Context, Services
from api.graphql.errors.faults import refused
from api.graphql.execution.immediate_values import NotAtHand
from api.graphql.games.viewed_game import ViewedGame, read_game
from application.codec import GameId, Version, text_of
from application.refusals import UnknownGame
from domain.events import Access, PlayerId
from domain.state import Stage
from projections.games.game_list_queries import Listed

FROM_VIEW: Final = frozenset({"options", "paused", "seats", "deal", "table", "result", "legal_moves"})
"""The attributes that only a view has."""


class ListedGame:
    """A game of a list that its viewer may see, as the game list has it."""

    def __init__(self, row: Listed, viewer: PlayerId | None) -> None:
        self.game: GameId = row.game
        self.id = text_of(row.game)
        self.version: Version = row.version
        self.viewer = viewer
        self.variant = row.variant
        self.access: Access = row.access
        self.stage: Stage = row.stage
        self.organizer = row.organizer
        self.invited = row.invited
        self.players = [seat.player for seat in row.seats]
        self.max_players = row.most_seats
        self.you = self.players.index(viewer) if viewer in self.players else None
        self.winners = row.winners
        self.created_at = row.created_at
        self.started_at = row.started_at
        self.ended_at = row.ended_at
        self.length = row.version if row.length is None else row.length
        self.game_before = row.rematch_of
        self.series_start = row.series

    def __getattr__(self, name: str) -> Any:
        """Raise `NotAtHand` for what only a view has."""
        if name in FROM_VIEW:
            raise NotAtHand(name)
        raise AttributeError(name)

    async def completed(self, context: Context) -> ViewedGame:
        """Return the game as its viewer sees it now; a game that is gone is a top-level error."""
        try:
            return await viewed(context, self.game, self.viewer)
        except UnknownGame as unknown:
            raise refused(unknown) from unknown


async def viewed(context: Context, game: GameId, viewer: PlayerId | None) -> ViewedGame:
    """Return a game as a viewer sees it now, read together with others; raises UnknownGame."""
    return await context.load(_read_views, (game, viewer))


async def _read_views(
    services: Services, wanted: list[tuple[GameId, PlayerId | None]]
) -> list[ViewedGame | BaseException]:
    """Return the views of games for their viewers, or the error of each; each game is read once."""
    once = list(dict.fromkeys(wanted))
    found = await asyncio.gather(*(read_game(services, *each) for each in once), return_exceptions=True)
    views = dict(zip(once, found, strict=True))
    return [views[each] for each in wanted]
