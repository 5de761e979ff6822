"""The report of an operation's cost and of the caller's rate, for callers who ask for it."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from time import time
from typing import Any

import pytest

from api.graphql.execution.cost import evaluate
from api.graphql.limits.rates import CallKind, RateLimits, Rates
from api.graphql.limits.request_limits import Limits
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.socket_client import socket
from tests.api.http.test_caching import TRUSTED
from tests.api.limits.rate_clients import LimitedClients, as_called_from
from tests.api.server.test_settings import served

ASKED = {"GraphQL-Cost": "1"}


async def reported(client: Client, document: str = d.VARIANTS, **variables: Any) -> Json:
    """Send an operation and return the report of its cost."""
    response = await client.post({"query": document, "variables": variables}, ASKED)
    report: Json = response.json()["extensions"]["cost"]
    return report


async def test_a_report_comes_only_when_asked_for(spectator: Client) -> None:
    for value, expected in [("1", True), ("true", True), ("0", False), ("", False), ("no", False)]:
        response = await spectator.post({"query": d.VARIANTS}, {"GraphQL-Cost": value})
        assert ("extensions" in response.json()) is expected, value
    assert "extensions" not in await spectator.ask(d.VARIANTS)


async def test_requested_is_the_cost_that_is_limited(ann: Client, tmp_path: Path) -> None:
    for first in (5, 50):
        report = await reported(ann, d.GAMES, first=first, filter="JOINABLE")
        assert report["requested"] == evaluate(d.cost(d.GAMES), {"first": first})
        assert report["limit"] == Limits().cost
    async with served(tmp_path, limits=Limits(cost=100)) as spectator:
        response = await spectator.post({"query": d.VARIANTS}, ASKED)
    [error] = response.json()["errors"]
    assert error["extensions"]["code"] == "QUERY_TOO_COSTLY"
    assert response.json()["extensions"]["cost"]["requested"] == error["extensions"]["sent"]


async def test_trusted_documents_have_a_cost_although_it_is_not_limited(spectator: Client) -> None:
    asked = {"documentId": TRUSTED.ids["Variants"]}
    for _ in range(2):
        report = (await spectator.post(asked, ASKED)).json()["extensions"]["cost"]
        text = TRUSTED.find(asked["documentId"])
        assert text is not None
        assert report["requested"] == evaluate(d.cost(text), {}) > 0


async def test_what_is_left_is_what_may_be_sent(limited: LimitedClients) -> None:
    spectator = await limited(operations="4/hour")
    ann = await spectator.sign_in("Ann")
    for client in (ann, spectator):
        # The spectator has signed Ann in.
        for remaining in range(3 if client is ann else 2, -1, -1):
            report = await reported(client)
            assert report["remaining"] == remaining
            assert 3_600 <= datetime.fromisoformat(report["resetsAt"]).timestamp() - time() + 1 <= 7_201
        assert (await client.post({"query": d.VARIANTS}, ASKED)).status_code == 429


async def test_nothing_is_told_about_other_players(limited: LimitedClients) -> None:
    spectator = await limited(operations="9/hour")
    ann, bob = await spectator.sign_in("Ann"), await spectator.sign_in("Bob")
    before = await reported(ann)
    for _ in range(3):
        await bob.data(d.ME)
    after = await reported(ann)
    assert after["remaining"] == before["remaining"] - 1
    # Wherever it calls from, and whoever calls from there.
    elsewhere = await limited("192.0.2.2")
    for _ in range(3):
        await elsewhere.data(d.VARIANTS)
    assert (await reported(as_called_from(ann, elsewhere)))["remaining"] == after["remaining"] - 1


@pytest.mark.parametrize("unlimited", [{"enabled": False}, {"operations": ""}])
async def test_without_a_rate_nothing_is_left_to_tell(limited: LimitedClients, unlimited: Json) -> None:
    report = await reported(await limited(**unlimited))
    assert (report["remaining"], report["resetsAt"]) == (None, None)


async def test_the_tightest_rate_is_told() -> None:
    rates = RateLimits(Rates(operations="100/minute, 3/hour"))
    for remaining in (3, 2, 1, 0):
        left = rates.operations_left("192.0.2.1", "ann")
        assert left is not None
        assert left.remaining == remaining
        if remaining:
            rates.charge_player(CallKind.OPERATIONS, "ann")


async def test_sockets_and_streams_report_too(address: str, ann: Client) -> None:
    game = await ann.create()
    async with socket(address, ann.token) as connection:
        for extensions, expected in [
            ({"cost": True}, True),
            ({"cost": False}, False),
            ([], False),
            (None, False),
        ]:
            payload = {"query": "{ me { player { id } } }", "extensions": extensions}
            await connection.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
            answer = json.loads(await connection.recv())["payload"]
            assert answer["data"] == {"me": {"player": {"id": ann.player}}}
            assert ("extensions" in answer) is expected
            await connection.recv()
        # Of a subscription, the first message.
        payload = {"query": d.FOLLOW, "variables": {"game": game}, "extensions": {"cost": True}}
        await connection.send(json.dumps({"id": "2", "type": "subscribe", "payload": payload}))
        messages = [json.loads(await connection.recv())["payload"] for _ in range(2)]
        assert ["extensions" in each for each in messages] == [True, False]
        assert messages[0]["extensions"]["cost"]["requested"] > 0
    response = await ann.post({"query": "{ me { player { id } } }"}, {**ASKED, "Accept": "text/event-stream"})
    assert response.text.count('"extensions":{"cost":{"requested":') == 1
