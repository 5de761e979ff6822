"""Bans and erasures of players who seek, over the API: how the subscription ends, and what the others see."""

from __future__ import annotations

import asyncio
import time

import pytest

from api.graphql.context import Services
from api.settings import Settings
from api.storage import storage_of
from application.moderation.audit_trail import Operator
from application.moderation.bans import CHECK_INTERVAL
from application.moderation.networks import bannable_network
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.socket_client import answered, socket, subscribe
from tests.api.harness.stream_clients import WAYS
from tests.api.identity.test_open_connections import closed
from tests.api.subscriptions.test_my_seeks import MINE, MY_SEEKS, SEEK, matched, seek, until

OLGA = Operator(id="operator", name="root")
VARIANT = "hundred-and-ten"


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("ban", "You are banned: Insults."),
        ("ban by another process", "You are banned: Insults."),
        ("ban of the address", "Your address is banned."),
        ("erasure", "You were erased."),
    ],
)
async def test_the_subscription_ends_with_the_reason_and_the_seek_with_it(
    services: Services,
    moderated: Settings,
    address: str,
    ann: Client,
    monkeypatch: pytest.MonkeyPatch,
    way: str,
    reason: str,
) -> None:
    # Loopback addresses cannot be banned, and these sockets have no other.
    monkeypatch.setattr("application.moderation.networks._NOT_OF_CLIENTS", ())
    async with socket(address, ann.token) as connection:
        await subscribe(connection, "1", MY_SEEKS)
        await answered(connection)
        await seek(ann)
        match way:
            case "ban":
                await services.moderation.ban_player(OLGA, ann.player, "Insults")
            case "ban by another process":
                async with storage_of(moderated, existing=True) as storage:
                    await storage.moderation.ban_player(OLGA, ann.player, "Insults")
            case "ban of the address":
                await services.moderation.ban_address(OLGA, bannable_network("127.0.0.1"), "Spam")
            case _:
                await ann.data(d.mutation("eraseMe"))
        began = time.monotonic()
        said = await closed(connection)
        assert (said.code, said.reason) == (4403, reason)
        assert time.monotonic() - began < CHECK_INTERVAL + 1
    async with asyncio.timeout(10):
        while await services.seeks.of(ann.player):  # noqa: ASYNC110 - the matching does it
            await asyncio.sleep(0.02)


async def test_a_player_whose_opponent_is_banned_is_matched_with_the_next_one(
    services: Services, operator: Client, address: str, ann: Client, bob: Client, cyd: Client
) -> None:
    follow = WAYS["socket"]
    async with follow(address, MY_SEEKS, ann.token) as anns:
        await seek(ann)
        await seek(bob)
        [mine] = await until(anns, matched)
        await operator.must("banPlayer", player=bob.player, reason="Insults")
        await until(anns, lambda seeks: [each["match"] for each in seeks] == [None])
        assert (await ann.game(mine["match"]["game"]["id"]))["stage"] == "CLOSED"
        [left] = (await ann.data(MINE))["me"]["seeks"]
        assert left["variant"]["name"] == VARIANT
        async with follow(address, MY_SEEKS, cyd.token):
            await seek(cyd)
            await until(anns, matched)
            [state] = await services.seeks.of(ann.player)
    assert state.match is not None
    assert state.match.players == (ann.player, cyd.player)


async def test_a_seek_is_refused_by_a_process_that_has_not_noticed_the_ban(
    services: Services, moderated: Settings, ann: Client
) -> None:
    bans = services.players.bans
    await bans._watching.stop()
    async with storage_of(moderated, existing=True) as storage:
        await storage.moderation.ban_player(OLGA, ann.player, "Insults")
    assert bans.of_player(ann.player) is None
    assert await ann.code(SEEK, input={"variant": VARIANT}) == "BANNED"
    assert await services.seeks.of(ann.player) == ()
