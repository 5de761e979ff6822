"""Events that follow a player's arrival at a game are announced, even before the arrival is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest

from api.graphql.context import Services
from application.codec import RecordedEvent
from tests.api.harness.callers import Client
from tests.api.harness.followed_tables import watched
from tests.api.harness.played_games import caught_up, eventually

pytestmark = pytest.mark.timeout(120)


async def test_events_that_follow_an_invitation_or_a_seat_at_once_are_announced(
    services: Services, address: str, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, honest, received = services.own_games, services.own_games._query, 0
    first, second = await bob.create(), await ann.create()
    await caught_up(services)
    steps: list[list[tuple[Client, str, dict[str, str]]]] = []
    """Mutations in the second game, by the announcement that they overtake."""

    def receive(batch: Sequence[RecordedEvent] | None) -> None:
        nonlocal received
        assert batch is not None
        received = batch[-1].position

    async def all_received() -> bool:
        return received == await services.store.head()

    async def overtaken(games: frozenset[UUID]) -> Any:
        tables = await honest(games)
        for client, mutation, values in steps.pop(0) if steps else ():
            await client.must(mutation, game=second, **values)
        await eventually(all_received)
        return tables

    monkeypatch.setattr(own, "_query", overtaken)
    invited = ann, "invitePlayer", {"player": bob.player}
    withdrawn = ann, "withdrawInvitation", {"player": bob.player}
    started = ann, "startGame", dict[str, str]()
    with services.watching.subscribe_to_appends(receive):
        async with watched(address, bob) as tables:
            # The second announcement has no invitation: Ann withdraws one before it, and sends another after.
            steps += [invited, withdrawn], [invited], [withdrawn]
            await ann.must("joinGame", game=first)
            assert await tables.change(first) == ["PLAYERS_CHANGED"]
            assert await tables.change(second) == ["INVITED"]
            assert await tables.change(second) == ["gone"]
            assert own._by_game.keys() == {UUID(first)}
            steps += ([started],)
            await bob.must("joinGame", game=second)
            assert await tables.change(second) == ["JOINED"]
            assert await tables.change(second) == ["STARTED", "YOUR_TURN"]
