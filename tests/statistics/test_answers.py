"""The API answers statistics with the numbers of a second count straight from the stored log."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Any, Final

import httpx

from api.app import application, services_of
from domain.rules import variants
from projections.players.boards import Board
from projections.statistics.selection import Bucket, Selection
from tests.api.harness.callers import Client, Json
from tests.statistics import grouping
from tests.statistics.conftest import Recounted, World
from tests.statistics.recounted import SUITS
from tests.statistics.simulated_log import BEGINNING

ASK: Final = """
    query Statistics(
        $variant: String!, $since: Date, $until: Date, $bucket: Bucket,
        $board: Board, $playerCount: Int, $machine: Boolean
    ) {
        statistics(
            variant: $variant, since: $since, until: $until, bucket: $bucket,
            board: $board, playerCount: $playerCount, machine: $machine, rows: 600
        ) {
            bid: bids { begins x: amount y: seat count: bids total: made }
            bid_by_round: bidsByRound { begins x: round y: cards count: bids total: made }
            tricks_by_bid: tricksByBid { begins x: amount y: tricks count: bids total: points }
            dealer: fromDealer { begins x: fromDealer count: rounds total: points }
            seat: bySeat { begins x: seat y: place count: games total: points }
            trump: trumps { begins x: suit count: rounds total: made }
            points { begins x: points count: rounds }
            contract: contractsFromDealer { begins x: amount y: fromDealer count: rounds total: made }
            strength: startingHands { begins x: strengthPlace y: place count: games mean: averageStrength }
            rank_played: ranksPlayed { begins x: rank y: place count: plays total: cards }
            contracts { begins amount rounds made rate share }
            lengths { begins games rounds moves seconds averageMoves averageSeconds }
            activity { begins created started ended moves machineMoves activePlayers }
        }
    }
"""
"""Aliases give the fields of an answer the names that the second count uses."""

PLAIN: Final = (
    *("bid", "bid_by_round", "tricks_by_bid", "dealer", "seat", "trump"),
    *("points", "contract", "strength", "rank_played"),
)

_NAMES: Final = (
    *("TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN"),
    *("JACK", "QUEEN", "KING", "ACE"),
)
RANKS: Final = dict(zip(_NAMES, range(2, 15), strict=True))

FIRST: Final = BEGINNING.date() + timedelta(days=2)
FORTNIGHT: Final[dict[str, Any]] = {"since": FIRST, "until": FIRST + timedelta(weeks=2)}


def selections(variant: str) -> tuple[Selection, ...]:
    return (
        Selection(variant=variant),
        Selection(variant=variant, bucket=Bucket.MONTH),
        Selection(variant=variant, bucket=Bucket.WEEK, **FORTNIGHT),
        Selection(variant=variant, board=Board.MIXED, seats=4, machine=False),
        Selection(variant=variant, board=Board.MACHINES),
    )


async def test_what_is_answered_is_in_the_log(world: World) -> None:
    async with services_of(world.settings) as services:
        transport = httpx.ASGITransport(application(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False) as http:
            client = Client(http)
            for selection in (each for variant in variants() for each in selections(variant)):
                answer = (await client.data(ASK, **variables(selection)))["statistics"]
                compare_sums(answer, world.recounted, selection)
                compare_contracts(answer, world.recounted, selection)
                compare_lengths(answer, world.recounted, selection)
                compare_activity(answer, world.recounted, selection)


def variables(selection: Selection) -> Json:
    given = {name: getattr(selection, name) for name in selection.__struct_fields__}
    given["playerCount"] = given.pop("seats")
    return {
        name: value.name if isinstance(value, Enum) else str(value) if isinstance(value, date) else value
        for name, value in given.items()
    }


def compare_sums(answer: Json, recounted: Recounted, selection: Selection) -> None:
    expected = grouping.sums(recounted, selection)
    for metric in PLAIN:
        found = {key_of(row): row for row in answer[metric]}
        counted = expected.get(metric, {})
        assert list(found) == list(counted), f"{metric} {selection}"
        for key, row in found.items():
            count, total = counted[key]
            assert row["count"] == count
            assert row.get("total", total) == total
            assert row.get("mean", total / (100 * count)) == total / (100 * count)


def key_of(row: Json) -> grouping.Key:
    x = row["x"]
    if isinstance(x, str):
        x = SUITS.index(x) if x in SUITS else RANKS[x]
    return day_of(row), x, row.get("y", 0)


def day_of(row: Json) -> date | None:
    return None if row["begins"] is None else date.fromisoformat(row["begins"])


def compare_contracts(answer: Json, recounted: Recounted, selection: Selection) -> None:
    rounds: Counter[tuple[date | None, int]] = Counter()
    made: Counter[tuple[date | None, int]] = Counter()
    for (begins, amount, _), (count, total) in (
        grouping.sums(recounted, selection, ("contract",)).get("contract", {}).items()
    ):
        rounds[begins, amount] += count
        made[begins, amount] += total
    whole: Counter[date | None] = Counter()
    for (begins, _), count in rounds.items():
        whole[begins] += count
    assert [tuple(row.values())[1:] for row in answer["contracts"]] == [
        (amount, count, made[begins, amount], made[begins, amount] / count, count / whole[begins])
        for (begins, amount), count in sorted(rounds.items())
    ]


def compare_lengths(answer: Json, recounted: Recounted, selection: Selection) -> None:
    expected = grouping.lengths(recounted, selection)
    assert [day_of(row) for row in answer["lengths"]] == list(expected)
    for row, found in zip(answer["lengths"], expected.values(), strict=True):
        assert {name: row[name] for name in ("games", "rounds", "moves", "seconds")} == found
        assert row["averageMoves"] == found["moves"] / found["games"]
        assert row["averageSeconds"] == found["seconds"] / found["games"]


def compare_activity(answer: Json, recounted: Recounted, selection: Selection) -> None:
    expected = grouping.activity(recounted, selection)
    people = grouping.people(recounted, selection)
    found = answer["activity"]
    moments = [row["begins"] and datetime.fromisoformat(row["begins"]) for row in found]
    assert moments == list(expected)
    for row, moment in zip(found, moments, strict=True):
        counted = expected[moment]
        assert [row[name] for name in ("created", "started", "ended", "moves", "machineMoves")] == [
            counted[name] for name in ("created", "started", "ended", "moves", "machine_moves")
        ]
        assert row["activePlayers"] == len(people.get(None if moment is None else moment.date(), ()))
