"""The leaderboard subscription: reports the players whose standings a finished game has changed."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime

import strawberry

from api.graphql.context import Context
from api.graphql.errors.faults import refused
from api.graphql.subscriptions.stream_errors import Progress, fair_turn, resumable
from api.graphql.types.players import Player
from domain.refusals import UnknownVariant
from domain.rules import rules_of
from projections.players.boards import Board
from projections.players.leaderboard_changes import BoardNews
from projections.players.time_windows import Window
from projections.players.time_windows import key as key_of


@strawberry.type(description="That a leaderboard has changed: read it again to see how.")
class LeaderboardChange:
    """A changed leaderboard and the players whose standings changed."""

    variant: str = strawberry.field(description="Which game.")
    window: Window = strawberry.field(description="How long a time is counted together.")
    key: str = strawberry.field(
        description="Which day, week, month or season it is; what `leaderboard` takes as `key`."
    )
    board: Board = strawberry.field(description="Which games are counted together.")
    players: list[Player] = strawberry.field(
        description="Who has finished a game that counts. Nobody in the first message, and whenever changes "
        "may have been missed: read the leaderboard, whatever you know of it."
    )


async def board_changes(
    context: Context, variant: str, window: Window, board: Board
) -> AsyncGenerator[LeaderboardChange]:
    """Yield one change at once, then each change of a leaderboard; failures are top-level errors."""
    try:
        wanted = rules_of(variant).variant
    except UnknownVariant as unknown:
        raise refused(unknown) from unknown

    def change(key: str, players: list[Player]) -> LeaderboardChange:
        return LeaderboardChange(variant=wanted, window=window, key=key, board=board, players=players)

    with resumable(Progress(), context), context.services.boards.listening() as listener:
        yield change(key_of(window, datetime.now(UTC)), [])
        while (news := await listener.next()) is not None:
            await fair_turn(context)
            if not isinstance(news, BoardNews):
                yield change(key_of(window, datetime.now(UTC)), [])
                continue
            for stretch, players in news.players.items():
                if (stretch.variant, stretch.window, stretch.board) == (wanted, window, board):
                    yield change(stretch.key, [Player.of(each, news.names) for each in sorted(players)])
