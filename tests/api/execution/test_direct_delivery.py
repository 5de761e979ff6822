"""Messages that are written to sockets at once are those that graphql-core completes for each viewer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, Final
from uuid import UUID

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode

from api.graphql.context import Services
from api.graphql.execution.planned.policy import PlanPolicy
from api.http.socket_handler import MAX_SHORT_ID
from api.monitoring.counters import MESSAGES
from api.transport.websockets import _text_frame
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.narrow_server import narrow_server
from tests.api.harness.played_games import begun, eventually, moving
from tests.api.harness.socket_client import socket, subscribe
from tests.api.harness.stream_clients import Ended, Stream, over_sent_events, over_socket
from tests.api.plans.both_ways import with_plans

EVENTS: Final = d.operation("subscription", "gameEvents")
CARDS: Final = """subscription($game: ID!, $after: Version) { gameEvents(game: $game, after: $after) {
  __typename version at by { id name } ... on HandDealt { seat cards } ... on CardPlayed { seat card } } }"""
UPDATES: Final = """subscription($game: ID!) { gameUpdates(game: $game) {
  version cursor snapshot events { __typename record } } }"""


def shared() -> int:
    """Return how many messages were shared so far."""
    return MESSAGES.counts["shared"]


@pytest.fixture
async def served(services: Services) -> AsyncIterator[str]:
    """The address of a server that compiles plans."""
    async with narrow_server(with_plans(services, PlanPolicy.FIRST_USE)) as url:
        yield url


async def all_of(stream: Stream) -> list[str]:
    """Return the values of a stream until it ends, as they are written."""
    received: list[Any] = []
    with pytest.raises(Ended) as ended:
        await stream.collect(received)
    assert ended.value.errors == []
    return [json.dumps(each) for each in received]


async def test_all_viewers_receive_what_graphql_core_completes_for_them(
    services: Services, served: str, ann: Client, bob: Client, cyd: Client
) -> None:
    before, game = shared(), await begun(ann, bob)
    viewers = [None, None, cyd.token, ann.token, bob.token]
    async with AsyncExitStack() as opened:
        without = await opened.enter_async_context(narrow_server(with_plans(services, PlanPolicy.OFF)))
        streams: list[tuple[Stream, Stream]] = []
        for document in (EVENTS, CARDS, UPDATES):
            for token in viewers:
                by_plan = await opened.enter_async_context(over_socket(served, document, token, game=game))
                by_core = await opened.enter_async_context(
                    over_sent_events(without, document, token, game=game)
                )
                # A message of the past comes first, so both follow the game from here on.
                assert await by_plan.next() == await by_core.next()
                streams.append((by_plan, by_core))
        reading = [(asyncio.ensure_future(all_of(a)), asyncio.ensure_future(all_of(b))) for a, b in streams]
        async for client, (name, values) in moving([ann, bob], game):
            await client.must(name, game=game, **values)
        for by_plan_read, by_core_read in reading:
            received = await by_plan_read
            assert len(received) > 10
            assert received == await by_core_read
    assert shared() > before + 100


async def test_renamed_player_has_the_new_name_in_the_next_message(
    served: str, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    async with over_socket(served, CARDS, game=game) as one, over_socket(served, CARDS, game=game) as other:
        number = 0
        async for client, (name, values) in moving([ann, bob], game):
            number += 1
            renamed = f"Zoe {number}"
            await client.must("rename", name=renamed)
            await client.must(name, game=game, **values)
            version = (await client.game(game))["version"]
            for stream in (one, other):
                while (event := await stream.next())["version"] < version:
                    pass
                assert event["by"] == {"id": client.player, "name": renamed}
            if number == 6:
                break


async def _next(connection: ClientConnection) -> Any:
    return json.loads(await asyncio.wait_for(connection.recv(), 10))


async def test_completed_subscription_receives_nothing_more(served: str, ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    version = (await ann.game(game))["version"]
    async with socket(served) as connection, over_socket(served, CARDS, game=game, after=version) as other:
        await subscribe(connection, "1", CARDS, game=game, after=version)
        await subscribe(connection, "2", CARDS, game=game, after=version)
        moves = moving([ann, bob], game)
        client, (name, values) = await anext(moves)
        # Both are being served once their cost is known.
        await asyncio.sleep(0.3)
        await client.must(name, game=game, **values)
        first = await other.next()
        assert sorted([(await _next(connection))["id"] for _ in range(2)]) == ["1", "2"]
        await connection.send(json.dumps({"id": "1", "type": "complete"}))
        await subscribe(connection, "1", CARDS, game=game, after=first["version"])
        await asyncio.sleep(0.3)
        client, (name, values) = await anext(moves)
        await client.must(name, game=game, **values)
        reached = (await client.game(game))["version"]
        received: dict[str, list[int]] = {"1": [], "2": []}
        while not all(each and each[-1] == reached for each in received.values()):
            message = await _next(connection)
            assert message["type"] == "next"
            received[message["id"]].append(message["payload"]["data"]["gameEvents"]["version"])
        assert received["1"] == [*range(first["version"] + 1, reached + 1)]
        assert received["2"][-1] == reached


async def test_messages_that_repeat_a_long_id_are_not_written_at_once(
    services: Services, served: str, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    version = (await ann.game(game))["version"]
    ids = ["x" * MAX_SHORT_ID, "x" * (MAX_SHORT_ID + 1)]
    async with socket(served) as connection:
        for each in ids:
            await subscribe(connection, each, CARDS, game=game, after=version - 1)
            assert (await _next(connection))["id"] == each
        fan_out = services.watching.fan_out_of(UUID(game))
        assert fan_out is not None
        subscribers = list(fan_out._event_subscribers)

        async def one_is_written_at_once() -> bool:
            return sorted(each.take_at_once is None for each in subscribers) == [False, True]

        await eventually(one_is_written_at_once)
        await bob.must("passTurn", game=game)
        assert sorted([(await _next(connection))["id"] for _ in ids]) == ids


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_text_frame_is_that_of_the_protocol(length: int) -> None:
    text = b"x" * length
    assert _text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
