"""Queries of the statistics benchmark."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from enum import Enum
from typing import Any, Final

from msgspec import Struct

from projections.players.boards import Board
from projections.statistics.metrics import Metric
from projections.statistics.queries import activity, lengths
from projections.statistics.selection import Bucket, Selection


class Query(Struct, frozen=True, kw_only=True):
    """A query of a figure."""

    scope: str
    """The selected games and periods."""
    metric: Metric
    selection: Selection

    @property
    def name(self) -> str:
        """The name of the query in the report."""
        return f"{self.selection.variant}: {self.metric.value}, {self.scope}"


METRICS_OF_VARIANTS: Final = {
    "hundred-and-ten": (
        *(Metric.BID, Metric.BID_BY_ROUND, Metric.TRICKS_BY_BID, Metric.DEALER, Metric.SEAT, Metric.TRUMP),
        *(Metric.POINTS, Metric.CONTRACT, Metric.GAME),
    ),
    "oh-hell": (
        *(Metric.BID, Metric.BID_BY_ROUND, Metric.TRICKS_BY_BID, Metric.DEALER, Metric.SEAT, Metric.TRUMP),
        *(Metric.POINTS, Metric.GAME),
    ),
    "president": (Metric.SEAT, Metric.STRENGTH, Metric.RANK_PLAYED, Metric.GAME),
}
"""The metrics that each game has."""


FIELDS: Final = {
    Metric.BID: "bids { begins amount seat bids made rate }",
    Metric.BID_BY_ROUND: "bidsByRound { begins round cards bids made rate }",
    Metric.TRICKS_BY_BID: "tricksByBid { begins amount tricks bids share points averagePoints }",
    Metric.DEALER: "fromDealer { begins fromDealer rounds points averagePoints }",
    Metric.SEAT: "bySeat { begins seat place games share points averagePoints }",
    Metric.TRUMP: "trumps { begins suit rounds share made }",
    Metric.POINTS: "points { begins points rounds share }",
    Metric.CONTRACT: "contractsFromDealer { begins amount fromDealer rounds made rate }",
    Metric.STRENGTH: "startingHands { begins strengthPlace place games share averageStrength }",
    Metric.RANK_PLAYED: "ranksPlayed { begins rank place plays cards averageCards }",
}
"""The GraphQL selection of each metric."""
FIELDS_OF_TIME: Final = {
    "lengths": "lengths { begins games rounds moves seconds averageRounds averageMoves averageSeconds }",
    "activity": "activity { begins created started ended moves machineMoves activePlayers }",
}
DOCUMENT: Final = """
    query Statistics(
        $variant: String!, $since: Date, $until: Date, $bucket: Bucket,
        $board: Board, $seats: Int, $machine: Boolean
    ) {
        statistics(
            variant: $variant, since: $since, until: $until, bucket: $bucket,
            board: $board, playerCount: $seats, machine: $machine, rows: 5000
        ) { %s }
    }
"""


def figure_queries(first: date) -> Iterator[Query]:
    """Yield queries of every metric of every game: in total, by period, and filtered."""
    half: dict[str, Any] = {"since": first + timedelta(days=90), "until": first + timedelta(days=270)}
    some_days: dict[str, Any] = {"since": first + timedelta(days=200), "until": first + timedelta(days=230)}
    for variant, metrics in METRICS_OF_VARIANTS.items():
        some: dict[str, Any] = {"board": Board.MIXED, "seats": 4, "machine": False}
        selections = {
            "all": Selection(variant=variant),
            "half a year": Selection(variant=variant, **half),
            "filtered": Selection(variant=variant, **half, **some),
            "by month": Selection(variant=variant, bucket=Bucket.MONTH),
            "by week": Selection(variant=variant, bucket=Bucket.WEEK, **half),
            "by week, filtered": Selection(variant=variant, bucket=Bucket.WEEK, **half, **some),
            "by day": Selection(variant=variant, bucket=Bucket.DAY, **some_days),
        }
        for metric in metrics:
            for scope, selection in selections.items():
                yield Query(scope=scope, metric=metric, selection=selection)


def time_queries(first: date) -> Iterator[tuple[str, str, Callable[..., Any], Selection]]:
    """Yield queries of the lengths of games and of activity: name, kind, query function, selection."""
    some: dict[str, Any] = {"since": first, "until": first + timedelta(days=30)}
    for variant in METRICS_OF_VARIANTS:
        for bucket in (None, Bucket.DAY, Bucket.WEEK, Bucket.MONTH):
            by = "all" if bucket is None else f"by {bucket.value}"
            selection = Selection(variant=variant, bucket=bucket)
            yield f"{variant}: lengths, {by}", "lengths", lengths, selection
            yield f"{variant}: activity, {by}", "activity", activity, selection
        by_hour = Selection(variant=variant, bucket=Bucket.HOUR, **some)
        yield f"{variant}: activity, by hour", "activity", activity, by_hour


def graphql_bodies(first: date) -> Iterator[tuple[tuple[str, str], bytes]]:
    """Yield the GraphQL request of each query, with its name and metric."""
    for each in figure_queries(first):
        if each.metric in FIELDS:
            yield (each.name, each.metric.value), _body(FIELDS[each.metric], each.selection)
    for name, kind, _, selection in time_queries(first):
        yield (name, kind), _body(FIELDS_OF_TIME[kind], selection)


def _body(field: str, selection: Selection) -> bytes:
    values = {
        name: value.name if isinstance(value, Enum) else str(value) if isinstance(value, date) else value
        for name in selection.__struct_fields__
        if (value := getattr(selection, name)) is not None
    }
    return json.dumps({"query": DOCUMENT % field, "variables": values}).encode()
