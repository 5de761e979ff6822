"""Rate limits of work and of open streams."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

import api.app
import api.fair_share.caller_account
import api.graphql.subscriptions.stream_errors
import api.http.refusal_delay
from api.fair_share.caller_account import CallerAccount
from api.graphql.context import Context, Services
from api.graphql.limits.rates import RateLimits, Rates
from api.graphql.subscriptions.stream_errors import fair_turn
from application.watching.subscriber_buffer import Interrupted
from domain.events import PlayerId
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.socket_client import socket
from tests.api.limits.rate_clients import TOO_MANY, LimitedClients


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every operation seem to take long, on a server that others ask as well; nobody waits for long."""
    worked, numbers = RateLimits.worked, count()

    def much(self: RateLimits, seconds: float, address: str, player: str | None) -> None:
        neighbour = f"198.51.100.{next(numbers) % 100}"
        worked(self, 0.001, neighbour, neighbour)
        worked(self, 1_000 * max(0.0, seconds), address, player)

    monkeypatch.setattr(RateLimits, "worked", much)
    monkeypatch.setattr(api.fair_share.caller_account, "TURN_TIMEOUT", 0.01)
    monkeypatch.setattr(api.http.refusal_delay, "MAX_DELAY", 0.01)


@pytest.mark.usefixtures("spent")
async def test_the_work_for_an_operation_is_counted(limited: LimitedClients) -> None:
    spectator = await limited()
    statuses = []
    for _ in range(20):
        statuses.append((await spectator.post({"query": d.VARIANTS})).status_code)
        await asyncio.sleep(0.02)
    # A turn comes now and then for everybody.
    assert statuses[0] == 200
    assert statuses.count(429) > statuses.count(200)


@pytest.mark.parametrize("rates", [Rates()], indirect=True)
@pytest.mark.usefixtures("spent")
async def test_the_work_on_a_socket_is_counted(address: str) -> None:
    ask = {"type": "subscribe", "payload": {"query": d.VARIANTS}}
    async with socket(address) as connection:
        kinds: list[str] = []
        for number in range(20):
            await connection.send(json.dumps({**ask, "id": str(number)}))
            answer = json.loads(await connection.recv())
            kinds.append(answer["type"])
            if answer["type"] == "next":
                assert json.loads(await connection.recv())["type"] == "complete"
            await asyncio.sleep(0.02)
    assert kinds.count("error") > kinds.count("next")


async def test_nothing_is_reserved_for_a_socket_that_is_silent(services: Services, address: str) -> None:
    ask = {"type": "subscribe", "payload": {"query": d.VARIANTS}}
    async with socket(address) as connection:
        for number in range(5):
            await connection.send(json.dumps({**ask, "id": str(number)}))
            while json.loads(await connection.recv())["type"] != "complete":
                pass
            await connection.send('{"type": "ping"}')
            assert json.loads(await connection.recv())["type"] == "pong"
        await asyncio.sleep(0.05)
        assert not services.rates.turns.shares._held_by_caller


# Streams.


@pytest.mark.parametrize("rates", [Rates(open_streams=2, address=2)], indirect=True)
async def test_a_player_has_only_so_many_subscriptions_open_on_all_its_sockets(
    address: str, ann: Client, bob: Client
) -> None:
    follow = {"type": "subscribe", "payload": {"query": "subscription { lobby { snapshot } }"}}

    async def asked(connection: Any, number: int) -> tuple[str, object]:
        await connection.send(json.dumps({**follow, "id": str(number)}))
        answer = json.loads(await connection.recv())
        errors = answer["payload"] if answer["type"] == "error" else answer["payload"].get("errors", [])
        if errors and answer["type"] == "next":
            assert json.loads(await connection.recv())["type"] == "complete"
        return answer["type"], [each["extensions"]["code"] for each in errors]

    async with socket(address, ann.token) as first, socket(address, ann.token) as second:
        assert (await asked(first, 1))[1] == []
        assert (await asked(second, 2))[1] == []
        assert (await asked(second, 3))[1] == [TOO_MANY]
        async with socket(address, bob.token) as third:
            assert [(await asked(third, number))[1] for number in (1, 2, 3)] == [[], [], [TOO_MANY]]
            async with socket(address) as spectator:
                # The address has as many open as it may, whoever they are of.
                assert (await asked(spectator, 1))[1] == [TOO_MANY]
        await first.send(json.dumps({"type": "complete", "id": "1"}))
        for _ in range(100):
            if (told := await asked(second, 4))[1] == []:
                break
            await asyncio.sleep(0.02)
        assert told[1] == []


async def test_streams_of_a_caller_that_had_its_share_are_told_later(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.graphql.subscriptions.stream_errors, "STOP_CHECK_INTERVAL", 0.01)
    limits = RateLimits(Rates())
    own = replace(services, rates=limits)
    context = Context(own, None, CallerAccount(limits, "192.0.2.1"))
    await fair_turn(context)
    limits.worked(0.01, "192.0.2.2", PlayerId("bob"))
    limits.worked(100, "192.0.2.1", None)
    await asyncio.sleep(0.11)
    waiting = asyncio.create_task(fair_turn(context))
    await asyncio.wait([waiting], timeout=0.1)
    assert not waiting.done()
    await fair_turn(Context(own, None, CallerAccount(limits, "192.0.2.2")))
    services.watching.stop()
    with pytest.raises(Interrupted):
        await waiting
