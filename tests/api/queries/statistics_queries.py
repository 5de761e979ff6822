"""Statistics queries: a document for each list, and the expected sums."""

from __future__ import annotations

from typing import Any, cast

from graphql import GraphQLObjectType, get_named_type

from projections.statistics.metrics import Metric
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json

VARIANT = "president"
FILTERS = ("variant", "since", "until", "bucket", "board", "playerCount", "machine", "rows", "upToDate")
_KIND = cast(GraphQLObjectType, d.schema().type_map["Statistics"])
LISTS = set(_KIND.fields) - {"variant", "asOf"}
"""All that can be asked."""


def asking(field: str) -> str:
    """Return the document that asks for one list, and for all of its fields."""
    name = get_named_type(_KIND.fields[field].type).name
    declared = (
        "$variant: String!, $since: Date, $until: Date, $bucket: Bucket, $board: Board, $playerCount: Int, "
        "$machine: Boolean, $rows: Int, $upToDate: Boolean"
    )
    given = ", ".join(f"{each}: ${each}" for each in FILTERS)
    return f"query({declared}) {{ statistics({given}) {{ {field} {d.everything(name)} }} }}"


async def listed(client: Client, field: str, variant: str = VARIANT, **given: Any) -> list[Json]:
    """Return a list of the statistics, without the names of its type."""
    found: list[Json] = (await client.data(asking(field), variant=variant, **given))["statistics"][field]
    return [{name: value for name, value in row.items() if name != "__typename"} for row in found]


FACES = ("JACK", "QUEEN", "KING", "ACE")
SUMS: dict[str, tuple[Metric, list[tuple[int, int, int, int]], list[Json]]] = {
    "bids": (
        Metric.BID,
        [(0, 2, 4, 3), (0, 1, 3, 0), (2, 1, 1, 1)],
        [
            {"amount": 0, "seat": 1, "bids": 3, "made": 0, "rate": 0.0},
            {"amount": 0, "seat": 2, "bids": 4, "made": 3, "rate": 0.75},
            {"amount": 2, "seat": 1, "bids": 1, "made": 1, "rate": 1.0},
        ],
    ),
    "bidsByRound": (
        Metric.BID_BY_ROUND,
        [(0, 10, 4, 1), (9, 1, 4, 3)],
        [
            {"round": 0, "cards": 10, "bids": 4, "made": 1, "rate": 0.25},
            {"round": 9, "cards": 1, "bids": 4, "made": 3, "rate": 0.75},
        ],
    ),
    "tricksByBid": (
        Metric.TRICKS_BY_BID,
        [(1, 0, 1, -5), (1, 1, 3, 33), (2, 2, 1, 12)],
        [
            {"amount": 1, "tricks": 0, "bids": 1, "share": 0.25, "points": -5, "averagePoints": -5.0},
            {"amount": 1, "tricks": 1, "bids": 3, "share": 0.75, "points": 33, "averagePoints": 11.0},
            {"amount": 2, "tricks": 2, "bids": 1, "share": 1.0, "points": 12, "averagePoints": 12.0},
        ],
    ),
    "fromDealer": (
        Metric.DEALER,
        [(1, 0, 4, 6), (0, 0, 4, -10)],
        [
            {"fromDealer": 0, "rounds": 4, "points": -10, "averagePoints": -2.5},
            {"fromDealer": 1, "rounds": 4, "points": 6, "averagePoints": 1.5},
        ],
    ),
    "fromDealerAndPlayerCount": (
        Metric.DEALER,
        [(1, 0, 4, 6), (0, 0, 4, -10)],
        [
            {"playerCount": 4, "fromDealer": 0, "rounds": 4, "points": -10, "averagePoints": -2.5},
            {"playerCount": 4, "fromDealer": 1, "rounds": 4, "points": 6, "averagePoints": 1.5},
        ],
    ),
    "bySeat": (
        Metric.SEAT,
        [(0, 1, 1, 50), (0, 2, 3, 30), (1, 2, 1, 7)],
        [
            {"seat": 0, "place": 1, "games": 1, "share": 0.25, "points": 50, "averagePoints": 50.0},
            {"seat": 0, "place": 2, "games": 3, "share": 0.75, "points": 30, "averagePoints": 10.0},
            {"seat": 1, "place": 2, "games": 1, "share": 1.0, "points": 7, "averagePoints": 7.0},
        ],
    ),
    "bySeatAndPlayerCount": (
        Metric.SEAT,
        [(0, 1, 1, 50), (0, 2, 3, 30), (1, 2, 1, 7)],
        [
            {
                "playerCount": 4,
                "seat": 0,
                "place": 1,
                "games": 1,
                "share": 0.25,
                "points": 50,
                "averagePoints": 50.0,
            },
            {
                "playerCount": 4,
                "seat": 0,
                "place": 2,
                "games": 3,
                "share": 0.75,
                "points": 30,
                "averagePoints": 10.0,
            },
            {
                "playerCount": 4,
                "seat": 1,
                "place": 2,
                "games": 1,
                "share": 1.0,
                "points": 7,
                "averagePoints": 7.0,
            },
        ],
    ),
    "byRoundCount": (
        Metric.GAME,
        [(9, 0, 1, 300), (12, 0, 3, 1_200)],
        [
            {"rounds": 9, "games": 1, "share": 0.25, "averageSeconds": 300.0},
            {"rounds": 12, "games": 3, "share": 0.75, "averageSeconds": 400.0},
        ],
    ),
    "trumps": (
        Metric.TRUMP,
        [(0, 0, 1, 1), (1, 0, 2, 0), (2, 0, 3, 2), (3, 0, 4, 4)],
        [
            {"suit": "HEARTS", "rounds": 1, "share": 0.1, "made": 1},
            {"suit": "CLUBS", "rounds": 2, "share": 0.2, "made": 0},
            {"suit": "SPADES", "rounds": 3, "share": 0.3, "made": 2},
            {"suit": "DIAMONDS", "rounds": 4, "share": 0.4, "made": 4},
        ],
    ),
    "points": (
        Metric.POINTS,
        [(-20, 0, 1, -20), (10, 0, 3, 30)],
        [{"points": -20, "rounds": 1, "share": 0.25}, {"points": 10, "rounds": 3, "share": 0.75}],
    ),
    "pointsAndPlayerCount": (
        Metric.POINTS,
        [(-20, 0, 1, -20), (10, 0, 3, 30)],
        [
            {"playerCount": 4, "points": -20, "rounds": 1, "share": 0.25},
            {"playerCount": 4, "points": 10, "rounds": 3, "share": 0.75},
        ],
    ),
    "averagePoints": (
        Metric.POINTS,
        [(-20, 0, 1, -20), (10, 0, 3, 30)],
        [{"rounds": 4, "points": 10, "average": 2.5}],
    ),
    "contracts": (
        Metric.CONTRACT,
        [(15, 0, 2, 2), (15, 3, 4, 1), (60, 1, 2, 1)],
        [
            {"amount": 15, "rounds": 6, "share": 0.75, "made": 3, "rate": 0.5},
            {"amount": 60, "rounds": 2, "share": 0.25, "made": 1, "rate": 0.5},
        ],
    ),
    "contractsFromDealer": (
        Metric.CONTRACT,
        [(15, 0, 2, 2), (15, 3, 4, 1), (60, 1, 2, 1)],
        [
            {"amount": 15, "fromDealer": 0, "rounds": 2, "made": 2, "rate": 1.0},
            {"amount": 15, "fromDealer": 3, "rounds": 4, "made": 1, "rate": 0.25},
            {"amount": 60, "fromDealer": 1, "rounds": 2, "made": 1, "rate": 0.5},
        ],
    ),
    "startingHands": (
        Metric.STRENGTH,
        [(1, 1, 1, 550), (1, 4, 3, 1500), (2, 1, 2, 901)],
        [
            {"strengthPlace": 1, "place": 1, "games": 1, "share": 0.25, "averageStrength": 5.5},
            {"strengthPlace": 1, "place": 4, "games": 3, "share": 0.75, "averageStrength": 5.0},
            {"strengthPlace": 2, "place": 1, "games": 2, "share": 1.0, "averageStrength": 4.505},
        ],
    ),
    "startingHandsAndPlayerCount": (
        Metric.STRENGTH,
        [(1, 1, 1, 550), (1, 4, 3, 1500), (2, 1, 2, 901)],
        [
            {
                "playerCount": 4,
                "strengthPlace": hand,
                "place": place,
                "games": games,
                "share": share,
                "averageStrength": strength,
            }
            for hand, place, games, share, strength in (
                (1, 1, 1, 0.25, 5.5),
                (1, 4, 3, 0.75, 5.0),
                (2, 1, 2, 1.0, 4.505),
            )
        ],
    ),
    "ranksPlayed": (
        Metric.RANK_PLAYED,
        [(number, 1, 2, number) for number in range(2, 15)],
        [
            {"rank": rank, "place": 1, "plays": 2, "cards": number, "averageCards": number / 2}
            for number, rank in enumerate(
                ("TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", *FACES), 2
            )
        ],
    ),
}
"""For each list of sums: a metric, rows of it (x, y, count, total), and what they are told as."""
