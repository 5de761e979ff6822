"""The statistics of played games, from the log to the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import uuid4

import pytest

from api.graphql.context import Services
from application.store.port import Append
from domain.events import Access, Event, GameWon, RoundDealt, RoundScored
from domain.rules.president import CardsPlayed
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import caught_up
from tests.api.queries.statistics_queries import LISTS, listed
from tests.projections.logs import story

NOW = datetime(2026, 4, 1, 12, tzinfo=UTC)
GAMES = (1, 2)
"""Seeds of the public games."""

E = TypeVar("E", bound=Event)


async def played(services: Services, variant: str, *seeds: int, access: Access = Access.PUBLIC) -> None:
    """Let games of machines have been played, each within ten minutes of an hour of its own."""
    for number, seed in enumerate(seeds):
        begun, game, events = NOW + timedelta(hours=number), uuid4(), story(variant, seed, access)
        last = next(at for at, event in enumerate(events) if isinstance(event, GameWon))
        ended = begun + timedelta(minutes=10)
        for after, at, part in ((0, begun, events[:last]), (last, ended, events[last:])):
            await services.store.append(Append(game=game, after=after, events=part, at=at, by="ada"))


def found(kind: type[E], variant: str, *seeds: int) -> Iterator[E]:
    for seed in seeds or GAMES:
        yield from (each for each in story(variant, seed) if isinstance(each, kind))


def total(rows: Sequence[Json], name: str) -> Any:
    return sum(row[name] for row in rows)


@pytest.mark.parametrize("variant", ["hundred-and-ten", "oh-hell", "president"])
async def test_statistics_agree_with_the_played_games(
    services: Services, spectator: Client, variant: str
) -> None:
    await played(services, variant, *GAMES)
    await played(services, variant, 3, access=Access.PRIVATE)
    await caught_up(services)
    wins = list(found(GameWon, variant))
    places: Counter[tuple[int, int]] = Counter()
    for won in wins:
        before = 0
        for equals in won.ranking:
            places.update((seat, before + 1) for seat in equals)
            before += len(equals)
    seats = await listed(spectator, "bySeat", variant)
    assert {(row["seat"], row["place"]): row["games"] for row in seats} == places

    scored = list(found(RoundScored, variant))
    judged = [made for each in scored for made in each.bids_made if made is not None]
    for field in ("bids", "bidsByRound"):
        bids = await listed(spectator, field, variant)
        assert (total(bids, "bids"), total(bids, "made")) == (len(judged), sum(judged))
    finals = [list(found(RoundScored, variant, seed))[-1].scores for seed in GAMES if scored]
    points = await listed(spectator, "averagePoints", variant)
    assert total(points, "points") == sum(map(sum, finals))
    assert total(points, "rounds") == sum(len(each.scores) for each in scored)

    [lengths] = await listed(spectator, "lengths", variant)
    assert (lengths["games"], lengths["averageSeconds"]) == (2, 600.0)
    assert lengths["rounds"] == len(list(found(RoundDealt, variant)))
    hours = await listed(spectator, "activity", variant, bucket="HOUR")
    assert [row["begins"] for row in hours] == [f"2026-04-01T{hour}:00:00.000000Z" for hour in (12, 13)]
    assert [(row["created"], row["started"], row["ended"]) for row in hours] == [(1, 1, 1)] * 2
    assert total(hours, "moves") == lengths["moves"] > 0


MEANINGLESS = {
    "hundred-and-ten": {"startingHands", "startingHandsAndPlayerCount", "ranksPlayed"},
    "oh-hell": {
        *("contracts", "contractsFromDealer"),
        *("startingHands", "startingHandsAndPlayerCount", "ranksPlayed"),
    },
    "president": {
        *("bids", "bidsByRound", "tricksByBid", "contracts", "contractsFromDealer"),
        *("trumps", "points", "pointsAndPlayerCount", "averagePoints"),
        *("fromDealer", "fromDealerAndPlayerCount"),
    },
}
"""The lists that are empty in each variant."""


@pytest.mark.parametrize("variant", MEANINGLESS)
async def test_only_lists_that_do_not_apply_to_a_variant_are_empty(
    services: Services, spectator: Client, variant: str
) -> None:
    await played(services, variant, *GAMES)
    await caught_up(services)
    empty = {field for field in LISTS if not await listed(spectator, field, variant)}
    assert empty == MEANINGLESS[variant]


async def test_plays_are_counted_by_rank(services: Services, spectator: Client) -> None:
    await played(services, "president", *GAMES)
    await caught_up(services)
    cards = Counter(
        card.rank.name for each in found(CardsPlayed, "president") for card in each.cards if card.rank
    )
    ranks = await listed(spectator, "ranksPlayed", "president")
    by_rank: Counter[str] = Counter()
    for row in ranks:
        by_rank[row["rank"]] += row["cards"]
    assert by_rank == cards
    hands = await listed(spectator, "startingHands", "president")
    assert total(hands, "games") == sum(len(won.ranking) for won in found(GameWon, "president"))


async def test_private_games_are_not_counted(services: Services, spectator: Client) -> None:
    await played(services, "oh-hell", 1, access=Access.PRIVATE)
    await caught_up(services)
    for field in LISTS:
        assert await listed(spectator, field, "oh-hell") == [], field


async def test_a_fresh_answer_includes_a_game_that_has_just_ended(
    services: Services, spectator: Client
) -> None:
    for games in range(1, 4):
        await played(services, "president", games)
        [lengths] = await listed(spectator, "lengths", "president", upToDate=True)
        assert lengths["games"] == games
