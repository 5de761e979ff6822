"""The leaderboard subscription: reports the players whose standings a finished game has changed."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime

import strawberry

from api.graphql.context import Context
from api.graphql.errors.faults import known_variant
from api.graphql.queries.leaderboard import ranked_board
from api.graphql.subscriptions.stream_errors import Progress, fair_turn, resumable
from api.graphql.types.players import Player
from api.graphql.types.variants import Variant
from domain.events import PlayerId
from projections.players.boards import Board
from projections.players.leaderboard_changes import BoardChanges
from projections.players.time_windows import Window
from projections.players.time_windows import key as key_of


@strawberry.type(description="A change of a leaderboard: read the leaderboard again.")
class LeaderboardUpdate:
    """A changed leaderboard and the players whose standings changed."""

    variant: str = strawberry.field(graphql_type=Variant, description="The variant.")
    window: Window = strawberry.field(description="The length of the window.")
    key: str = strawberry.field(
        description="The day, week, month or season, for the argument `key` of `leaderboard`."
    )
    board: Board = strawberry.field(description="The games that count.")
    players: list[PlayerId] = strawberry.field(
        graphql_type=list[Player],
        description="The players who have finished a game that counts. Empty in the first message, and "
        "whenever changes may have been missed: read the leaderboard again.",
    )


async def leaderboard_updates(
    context: Context, variant: str, window: Window, board: Board
) -> AsyncGenerator[LeaderboardUpdate]:
    """Yield an update at once, then one for each change of a leaderboard; failures are top-level errors."""

    def update(key: str, players: list[PlayerId]) -> LeaderboardUpdate:
        return LeaderboardUpdate(variant=variant, window=window, key=key, board=board, players=players)

    with (
        resumable(Progress(), context),
        context.services.boards.subscription() as listener,
    ):
        known_variant(variant)
        ranked_board(board)
        yield update(key_of(window, datetime.now(UTC)), [])
        while (news := await listener.next()) is not None:
            await fair_turn(context)
            if not isinstance(news, BoardChanges):
                yield update(key_of(window, datetime.now(UTC)), [])
                continue
            for leaderboard, players in news.players.items():
                if (leaderboard.variant, leaderboard.window, leaderboard.board) == (variant, window, board):
                    yield update(leaderboard.key, sorted(players))
