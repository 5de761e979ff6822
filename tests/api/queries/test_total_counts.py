"""Counts of lists: exact up to a limit, of what the caller may see, and only on request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from api.graphql.context import Services
from api.graphql.execution.cost import evaluate
from api.graphql.pagination.connections import COUNT_PRICE
from api.graphql.queries import game_lists, leaderboard
from projections.database import bounded_count
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, caught_up

COUNT = "totalCount { value atLeast }"
GAMES = f"query($filter: GameFilter) {{ games(filter: $filter, first: 1) {{ {COUNT} }} }}"
OF_PLAYER = f"query($id: ID!) {{ player(id: $id) {{ games {{ {COUNT} }} }} }}"


async def counted(client: Client, document: str, **variables: Any) -> int:
    """Return the exact count of the only list of a document."""
    found: Json = await client.data(document, **variables)
    while "totalCount" not in found:
        (found,) = found.values()
    assert found["totalCount"]["atLeast"] is False
    value: int = found["totalCount"]["value"]
    return value


async def test_a_private_game_counts_only_for_its_players_and_invited_players(
    services: Services, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    await begun(ann, cyd)
    await ann.create()

    async def all_counts() -> list[tuple[int, ...]]:
        await caught_up(services)
        return [
            (
                await counted(client, GAMES, filter="JOINABLE"),
                await counted(client, GAMES, filter="PLAYING"),
                await counted(client, OF_PLAYER, id=ann.player),
            )
            for client in (spectator, cyd, bob, ann)
        ]

    assert await all_counts() == [(1, 1, 2)] * 4
    private = await ann.create(access="PRIVATE")
    await ann.must("invitePlayer", game=private, player=bob.player)
    assert await all_counts() == [(1, 1, 2), (1, 1, 2), (2, 1, 3), (2, 1, 3)]
    await bob.must("joinGame", game=private)
    await ann.must("startGame", game=private)
    assert await all_counts() == [(1, 1, 2), (1, 1, 2), (1, 2, 3), (1, 2, 3)]


async def test_a_count_is_exact_up_to_its_limit(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_count, "MAX_COUNT", 2)
    monkeypatch.setattr("api.graphql.pagination.connections.MAX_COUNT", 2)
    for number in (1, 2, 3, 4):
        game = await ann.create()
        await caught_up(services)
        found = (await ann.data(GAMES))["games"]["totalCount"]
        assert found == {"value": min(number, 2), "atLeast": number > 2}
    events = f"query($id: ID!) {{ game(id: $id) {{ events(first: 1) {{ {COUNT} }} }} }}"
    assert (await ann.data(events, id=game))["game"]["events"]["totalCount"] == {"value": 2, "atLeast": False}


@pytest.mark.parametrize(
    ("module", "field"), [(game_lists, "games"), (leaderboard, 'leaderboard(variant: "oh-hell")')]
)
async def test_a_list_is_counted_only_on_request(
    spectator: Client, monkeypatch: pytest.MonkeyPatch, module: Any, field: str
) -> None:
    calls: list[object] = []
    monkeypatch.setattr(module, "count", noted(calls, module.count))
    query = f"query($count: Boolean!) {{ {field} {{ __typename ... @include(if: $count) {{ {COUNT} }} }} }}"
    await spectator.data(query, count=False)
    assert calls == []
    await spectator.data(query, count=True)
    assert len(calls) == 1


def noted(calls: list[object], count: Callable[..., int]) -> Callable[..., int]:
    """Return a function that counts, and notes each of its calls."""

    def watched(*args: Any, **kwargs: Any) -> int:
        calls.append(args)
        return count(*args, **kwargs)

    return watched


def test_a_count_has_its_price() -> None:
    plain, with_count = (
        evaluate(d.cost(f"{{ games(first: 1) {{ pageInfo {{ hasNextPage }} {more} }} }}"), {})
        for more in ("", COUNT)
    )
    assert with_count == plain + COUNT_PRICE + 3
