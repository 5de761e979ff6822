"""The fields of `Variant` that lead to read models: the leaderboards and statistics of the variant."""

from __future__ import annotations

from typing import Final

import strawberry

from api.graphql.context import Info
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.answer_marks import public_for
from api.graphql.execution.field_price import price
from api.graphql.execution.list_sizes import page_size
from api.graphql.pagination.connections import After, Before, First, Last, Paging
from api.graphql.queries.freshness import UpToDateArgument
from api.graphql.queries.leaderboard import (
    LEADERBOARD_TEXT,
    BoardArgument,
    KeyArgument,
    LeaderboardPage,
    RankedArgument,
    WindowArgument,
    leaderboard_page,
)
from api.graphql.queries.statistics.arguments import (
    ROWS,
    BucketArgument,
    CountedBoardArgument,
    MachineArgument,
    PlayerCountArgument,
    RowsArgument,
    SinceArgument,
    UntilArgument,
)
from api.graphql.queries.statistics.summary import STATISTICS_SIZE, Statistics, statistics_of
from api.graphql.types.added_fields import add_fields
from api.graphql.types.variants import Variant
from projections.players.boards import Board
from projections.players.leaderboard_queries import MAX_PAGE_SIZE, BoardQuery
from projections.players.time_windows import Window

RECORDS_AGE: Final = 10
"""Seconds for which caches may keep what read models have about public games."""


class _Records:
    """What is recorded of a variant; `self` is its name."""

    @strawberry.field(
        metadata={**price(500), **public_for(RECORDS_AGE)},
        directives=[page_size(MAX_PAGE_SIZE)],
        description=f"The leaderboard of the variant {LEADERBOARD_TEXT} {null_beside_error()}",
    )
    async def leaderboard(
        self,
        info: Info,
        window: WindowArgument = Window.ALL_TIME,
        board: BoardArgument = Board.PEOPLE,
        key: KeyArgument = None,
        ranked: RankedArgument = None,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        up_to_date: UpToDateArgument = False,
    ) -> LeaderboardPage | None:
        """Return a page of a leaderboard."""
        wanted = BoardQuery(variant=str(self), board=board, window=window, key=key, ranked=ranked)
        return await leaderboard_page(
            info.context, wanted, Paging(first, after, last, before), up_to_date=up_to_date
        )

    @strawberry.field(
        metadata={**price(1_000), **public_for(RECORDS_AGE)},
        directives=[STATISTICS_SIZE],
        description="Statistics of the public games of the variant, and activity; by periods if you wish. "
        f"{null_beside_error('the arguments are invalid')}",
    )
    async def statistics(
        self,
        info: Info,
        since: SinceArgument = None,
        until: UntilArgument = None,
        bucket: BucketArgument = None,
        board: CountedBoardArgument = None,
        player_count: PlayerCountArgument = None,
        machine: MachineArgument = None,
        rows: RowsArgument = ROWS,
        up_to_date: UpToDateArgument = False,
    ) -> Statistics | None:
        """Return the statistics of the variant."""
        return await statistics_of(
            info, str(self), since, until, bucket, board, player_count, machine, rows, up_to_date
        )


add_fields(Variant, _Records)
