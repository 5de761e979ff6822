"""Statistics in the schema: aggregates over the public games of a variant, and activity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, TypeVar

import strawberry

from api.graphql.context import Info
from api.graphql.errors.faults import fault, known_variant, refused
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.list_sizes import Sliced, list_fields
from api.graphql.limits.request_limits import error_with_limit
from api.graphql.queries.as_of import AsOf, as_of
from api.graphql.queries.freshness import UpToDateArgument, wait_until_up_to_date
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
from api.graphql.queries.statistics.games import (
    Busyness,
    GameLengths,
    RankPlayed,
    RoundCount,
    SeatPlace,
    StartingHandPlace,
    TableHandPlace,
    TablePlace,
)
from api.graphql.queries.statistics.rounds import (
    BidSuccess,
    BidTricks,
    ContractSuccess,
    DealerContracts,
    DealerPoints,
    PointsAverage,
    PointsFrequency,
    RoundBidSuccess,
    TableDealerPoints,
    TablePoints,
    TrumpFrequency,
)
from api.graphql.queries.statistics.row_parts import shares
from api.graphql.types.derivation import described
from api.graphql.types.variants import Variant
from domain.refusals import WrongNumberOfPlayers
from projections.statistics.metrics import METRICS, Metric
from projections.statistics.projection import STATISTICS
from projections.statistics.queries import Figure, activity, figures, lengths
from projections.statistics.selection import (
    MAX_ROWS,
    BoardNotCounted,
    Bucket,
    InvalidRange,
    NotByHour,
    Selection,
    TooManyBuckets,
    TooManyRows,
)

T = TypeVar("T")


def _description(metric: Metric, *more: str) -> str:
    return _list(", ".join((METRICS[metric].comment, *more)) + ".")


def _list(text: str) -> str:
    """Return the description of a list, which is read apart from the others."""
    return f"{text} {null_beside_error()}"


@strawberry.type(
    description="Statistics of the public games of a variant. Games that were won count on the day of their "
    "end in UTC. A list that does not apply to the variant is empty. Rows are ordered by time, then by "
    "their keys."
)
class Statistics:
    """The lists of statistics; each selected field runs one query."""

    selection: strawberry.Private[Selection]
    rows: strawberry.Private[int]
    variant: str = strawberry.field(graphql_type=Variant, description="The variant.")
    as_of: AsOf = described("How complete the lists are.")

    @strawberry.field(description=_description(Metric.BID))
    async def bids(self, info: Info) -> list[BidSuccess] | None:
        """Return the success of bids by amount and seat."""
        return list(map(BidSuccess.of, await self._sums(info, Metric.BID)))

    @strawberry.field(description=_description(Metric.BID_BY_ROUND))
    async def bids_by_round(self, info: Info) -> list[RoundBidSuccess] | None:
        """Return the success of bids by round."""
        return list(map(RoundBidSuccess.of, await self._sums(info, Metric.BID_BY_ROUND)))

    @strawberry.field(description=_description(Metric.TRICKS_BY_BID))
    async def tricks_by_bid(self, info: Info) -> list[BidTricks] | None:
        """Return the tricks taken by amount bid."""
        rows = await self._sums(info, Metric.TRICKS_BY_BID)
        return [BidTricks.of(row, share) for row, share in shares(rows, _x)]

    @strawberry.field(description=_description(Metric.DEALER))
    async def from_dealer(self, info: Info) -> list[DealerPoints] | None:
        """Return points by distance from the dealer."""
        return list(map(DealerPoints.of, await self._sums(info, Metric.DEALER)))

    @strawberry.field(
        description=_list(
            "The dealer's advantage: points scored, by distance from the dealer, at tables of each number of "
            "players. Tables of all sizes together overstate it, because each seat has more points where "
            "fewer play."
        )
    )
    async def from_dealer_and_player_count(self, info: Info) -> list[TableDealerPoints] | None:
        """Return points by distance from the dealer, apart for each number of players."""
        rows = await self._daily(info, figures, Metric.DEALER, seats=True)
        return list(map(TableDealerPoints.of, rows))

    @strawberry.field(description=_description(Metric.SEAT))
    async def by_seat(self, info: Info) -> list[SeatPlace] | None:
        """Return places by seat."""
        return [SeatPlace.of(row, share) for row, share in shares(await self._sums(info, Metric.SEAT), _x)]

    @strawberry.field(
        description=_list("The frequency of each place, by seat, at tables of each number of players.")
    )
    async def by_seat_and_player_count(self, info: Info) -> list[TablePlace] | None:
        """Return places by seat, apart for each number of players."""
        rows = await self._daily(info, figures, Metric.SEAT, seats=True)
        return [TablePlace.of(row, share) for row, share in shares(rows, _seats_and_x)]

    @strawberry.field(description=_description(Metric.TRUMP))
    async def trumps(self, info: Info) -> list[TrumpFrequency] | None:
        """Return the frequency of trump suits."""
        return [TrumpFrequency.of(row, share) for row, share in shares(await self._sums(info, Metric.TRUMP))]

    @strawberry.field(description=_description(Metric.POINTS))
    async def points(self, info: Info) -> list[PointsFrequency] | None:
        """Return the frequency of points scored in a round."""
        rows = await self._sums(info, Metric.POINTS)
        return [PointsFrequency.of(row, share) for row, share in shares(rows)]

    @strawberry.field(description=_list("The points scored in a round, at tables of each number of players."))
    async def points_and_player_count(self, info: Info) -> list[TablePoints] | None:
        """Return the frequency of points scored in a round, apart for each number of players."""
        rows = await self._daily(info, figures, Metric.POINTS, seats=True)
        return [TablePoints.of(row, share) for row, share in shares(rows, lambda row: row.seats)]

    @strawberry.field(description=_list("The average points of a seat in a round."))
    async def average_points(self, info: Info) -> list[PointsAverage] | None:
        """Return the mean of points scored in a round."""
        return list(map(PointsAverage.of, await self._sums(info, Metric.POINTS, x=False)))

    @strawberry.field(
        description=_list(
            "The frequency and success of highest bids, by amount. A moon in Hundred and Ten is an amount "
            "of 60."
        )
    )
    async def contracts(self, info: Info) -> list[ContractSuccess] | None:
        """Return the success of highest bids by amount."""
        rows = await self._sums(info, Metric.CONTRACT, y=False)
        return [ContractSuccess.of(row, share) for row, share in shares(rows)]

    @strawberry.field(description=_description(Metric.CONTRACT))
    async def contracts_from_dealer(self, info: Info) -> list[DealerContracts] | None:
        """Return the success of highest bids by distance from the dealer."""
        return list(map(DealerContracts.of, await self._sums(info, Metric.CONTRACT)))

    @strawberry.field(description=_description(Metric.STRENGTH, "in variants that compute a hand's strength"))
    async def starting_hands(self, info: Info) -> list[StartingHandPlace] | None:
        """Return places by the strength of starting hands."""
        rows = await self._sums(info, Metric.STRENGTH)
        return [StartingHandPlace.of(row, share) for row, share in shares(rows, _x)]

    @strawberry.field(
        description=_list(
            "The final places of starting hands, by their strength at the table, at tables of each number of "
            "players, in variants that compute a hand's strength."
        )
    )
    async def starting_hands_and_player_count(self, info: Info) -> list[TableHandPlace] | None:
        """Return places by the strength of starting hands, apart for each number of players."""
        rows = await self._daily(info, figures, Metric.STRENGTH, seats=True)
        return [TableHandPlace.of(row, share) for row, share in shares(rows, _seats_and_x)]

    @strawberry.field(
        description=_description(Metric.RANK_PLAYED, "in variants in which several cards are played at once")
    )
    async def ranks_played(self, info: Info) -> list[RankPlayed] | None:
        """Return the plays of each rank by place."""
        return list(map(RankPlayed.of, await self._sums(info, Metric.RANK_PLAYED)))

    @strawberry.field(description=_description(Metric.GAME))
    async def by_round_count(self, info: Info) -> list[RoundCount] | None:
        """Return the frequency of numbers of rounds."""
        return [RoundCount.of(row, share) for row, share in shares(await self._sums(info, Metric.GAME))]

    @strawberry.field(description=_list("The lengths of games, for all kinds of players."))
    async def lengths(self, info: Info) -> list[GameLengths] | None:
        """Return the lengths of games."""
        return list(map(GameLengths.of, await self._daily(info, lengths)))

    @strawberry.field(
        description=_list(
            "The activity in all public games, finished or not; `board`, `playerCount` and `machine` do not "
            "apply."
        )
    )
    async def activity(self, info: Info) -> list[Busyness] | None:
        """Return the activity in all public games."""
        return list(map(Busyness.of, await self._rows(info, activity)))

    async def _sums(self, info: Info, metric: Metric, *, x: bool = True, y: bool = True) -> Sequence[Figure]:
        return await self._daily(info, figures, metric, x=x, y=y)

    async def _daily(
        self, info: Info, query: Callable[..., tuple[T, ...]], *args: Any, **kwargs: Any
    ) -> tuple[T, ...]:
        if self.selection.bucket is Bucket.HOUR:
            raise fault("INVALID_BUCKET", _sentence(NotByHour()), at=("bucket",))
        return await self._rows(info, query, *args, **kwargs)

    async def _rows(
        self, info: Info, query: Callable[..., tuple[T, ...]], *args: Any, **kwargs: Any
    ) -> tuple[T, ...]:
        kwargs |= {"selection": self.selection, "limit": self.rows}
        try:
            return await info.context.read("The record of statistics", query, *args, **kwargs)
        except TooManyRows as error:
            raise error_with_limit("TOO_MANY_ROWS", _sentence(error), error.limit, at=("rows",)) from error


STATISTICS_SIZE: Final = Sliced(MAX_ROWS, "rows", fields=list_fields(Statistics))


def _x(row: Figure) -> int:
    return row.x


def _seats_and_x(row: Figure) -> tuple[int, int]:
    return row.seats, row.x


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


async def statistics_of(
    info: Info,
    variant: Annotated[str, strawberry.argument(description="The name of the variant.")],
    since: SinceArgument = None,
    until: UntilArgument = None,
    bucket: BucketArgument = None,
    board: CountedBoardArgument = None,
    player_count: PlayerCountArgument = None,
    machine: MachineArgument = None,
    rows: RowsArgument = ROWS,
    up_to_date: UpToDateArgument = False,
) -> Statistics:
    """Return the statistics of a selection; invalid arguments are top-level errors."""
    selection = Selection(
        variant=variant,
        since=since,
        until=until,
        board=board,
        seats=player_count,
        machine=machine,
        bucket=bucket,
    )
    if not 1 <= rows <= MAX_ROWS:
        raise fault("INVALID_PAGE", f"`rows` is 1 to {MAX_ROWS:,}, not {rows}.", at=("rows",))
    known_variant(variant)
    try:
        selection.check()
    except WrongNumberOfPlayers as refusal:
        raise refused(refusal, at=("playerCount",)) from refusal
    except BoardNotCounted as error:
        raise fault("BAD_USER_INPUT", _sentence(error), at=("board",)) from error
    except InvalidRange as error:
        raise fault("INVALID_RANGE", _sentence(error), at=(error.field,)) from error
    except TooManyBuckets as error:
        raise error_with_limit(
            "TOO_MANY_BUCKETS", _sentence(error), error.limit, error.sent, at=("bucket",)
        ) from error
    if up_to_date:
        await wait_until_up_to_date(info.context, STATISTICS.name)
    age = await as_of(info.context, STATISTICS.name)
    return Statistics(selection=selection, rows=rows, variant=variant, as_of=age)
