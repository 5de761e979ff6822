"""Bans over the API: what a banned player and a banned address are told, and how their connections end."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from api.graphql.context import Services
from api.settings import Settings
from api.storage import storage_of
from application.moderation.audit_trail import Operator
from application.moderation.bans import CHECK_INTERVAL
from application.moderation.networks import bannable_network
from domain.events import AutomationReason
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun
from tests.api.harness.socket_client import answered, bare_socket, socket, subscribe
from tests.api.identity.test_open_connections import FOLLOW, ME, closed
from tests.api.moderation.conftest import AtAddress

BANS = d.operation("query", "bans")
ERASE_ME, SIGN_OUT, RENEW = d.mutation("eraseMe"), d.mutation("signOut"), d.mutation("renewToken")


def in_days(days: float) -> str:
    return f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}"


async def error(client: Client, document: str, **variables: Any) -> Json:
    response = await client.post({"query": document, "variables": variables})
    [found] = response.json()["errors"]
    assert (response.status_code == 403) == (found["extensions"]["code"] == "BANNED")
    return dict(found)


async def banned_ids(operator: Client) -> list[str]:
    return [each["node"]["key"] for each in (await operator.data(BANS))["bans"]["edges"]]


async def test_a_banned_player_is_told_until_when_and_why(operator: Client, ann: Client, bob: Client) -> None:
    until = in_days(2)
    accepted = await operator.must("banPlayer", player=ann.player, reason="Insults", until=until)
    assert accepted["ban"]["player"]["id"] == ann.player
    assert (accepted["ban"]["reason"], accepted["ban"]["until"][:19]) == ("Insults", until[:19])
    for document, variables in (
        (ME, {}),
        (d.mutation("createGame"), {"input": {"variant": "oh-hell"}}),
        (d.mutation("rename"), {"input": {"name": "Anna"}}),
        (d.mutation("createDeviceCode"), {}),
    ):
        told = await error(ann, document, **variables)
        assert told["extensions"] == {"code": "BANNED", "until": until, "reason": "Insults"}
        assert told["message"] == f"You are banned until {until[:10]} {until[11:16]} UTC: Insults."
    assert (await bob.data(ME))["me"] is not None
    # A token can be renewed, so that a guest's outlasts the ban.
    renewed = (await ann.data(RENEW, input={}))["renewToken"]["token"]
    again = Client(ann.http, renewed)
    assert (await error(again, ME))["extensions"]["code"] == "BANNED"
    [ban] = await banned_ids(operator)
    await operator.must("liftBan", ban=ban, reason="Sorry")
    assert (await again.data(ME))["me"]["player"]["id"] == ann.player
    assert await banned_ids(operator) == []


async def test_a_banned_player_may_sign_out_and_erase_itself(
    operator: Client, ann: Client, bob: Client
) -> None:
    for client in (ann, bob):
        await operator.must("banPlayer", player=client.player, reason="Insults")
    assert (await ann.data(SIGN_OUT))["signOut"]["player"]["id"] == ann.player
    assert (await bob.data(ERASE_ME))["eraseMe"]["player"]["erased"]
    for client in (ann, bob):
        assert await client.code(ME) == "UNAUTHENTICATED"


async def test_a_ban_ends_by_itself(services: Services, operator: Client, ann: Client) -> None:
    until = in_days(2 / (24 * 60 * 60))
    await operator.must("banPlayer", player=ann.player, reason="Insults", until=until)
    assert services.players.bans.of_player(ann.player) is not None
    assert (await error(ann, ME))["extensions"]["code"] == "BANNED"
    await asyncio.sleep(max(0.0, datetime.fromisoformat(until).timestamp() - time.time()) + 0.05)
    assert (await ann.data(ME))["me"] is not None
    assert services.players.bans.of_player(ann.player) is None


async def test_a_banned_player_leaves_its_games(
    services: Services, operator: Client, ann: Client, bob: Client
) -> None:
    running, lobby = await begun(ann, bob), await bob.create()
    await ann.must("joinGame", game=lobby)
    await operator.must("banPlayer", player=ann.player, reason="Insults")
    async with asyncio.timeout(10):
        while len((await bob.game(lobby))["seats"]) > 1:  # noqa: ASYNC110 - another task does it
            await asyncio.sleep(0.02)
        while not (await bob.game(running))["seats"][0]["automated"]:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.02)
    events = await bob.events(running)
    reasons = [each["automationReason"] for each in events if each["__typename"] == "SeatAutomated"]
    assert reasons == [AutomationReason.KICKED.name]


async def test_a_ban_ends_the_players_sockets_at_once(
    address: str, operator: Client, ann: Client, bob: Client
) -> None:
    game = await bob.create()
    async with socket(address, ann.token) as of_ann, socket(address, bob.token) as of_bob:
        await subscribe(of_ann, "1", FOLLOW, game=game)
        await answered(of_ann)
        async with asyncio.timeout(CHECK_INTERVAL * 0.75):
            await operator.must("banPlayer", player=ann.player, reason="Insults" * 60)
            said = await closed(of_ann)
        assert said.code == 4403
        assert said.reason.startswith("You are banned: Insults")
        await subscribe(of_bob, "1", ME)
        answer: Any = await answered(of_bob)
        assert answer["payload"]["data"]["me"]["player"]["id"] == bob.player
    async with bare_socket(address) as again:
        payload = {"Authorization": f"Bearer {ann.token}"}
        await again.send(json.dumps({"type": "connection_init", "payload": payload}))
        assert (await closed(again)).code == 4403


async def test_a_ban_by_another_process_is_noticed_soon(
    moderated: Settings, address: str, ann: Client
) -> None:
    async with storage_of(moderated, existing=True) as storage, socket(address, ann.token) as connection:
        by = Operator(id="operator", name="root")
        await storage.moderation.ban_player(by, ann.player, "Insults")
        began = time.monotonic()
        assert (await closed(connection)).code == 4403
        assert time.monotonic() - began < CHECK_INTERVAL + 1
        assert (await error(ann, ME))["extensions"]["code"] == "BANNED"
        [ban] = await storage.moderation.bans()
        await storage.moderation.lift_ban(by, ban.id, "Sorry")
        await asyncio.sleep(CHECK_INTERVAL + 0.5)
        assert (await ann.data(ME))["me"] is not None


async def test_a_banned_address_is_refused_before_anything_is_read(
    operator: Client, at_address: AtAddress
) -> None:
    there, elsewhere = at_address("203.0.113.7"), at_address("203.0.114.7")
    guest = await there.sign_in("Ann")
    await operator.must("banAddress", address="203.0.113.0/24", reason="Spam of Ann")
    for client in (there, guest):
        response = await client.post({"query": "no document at all"})
        [told] = response.json()["errors"]
        assert response.status_code == 403
        assert told["extensions"] == {"code": "BANNED", "until": None, "reason": None}
        assert told["message"] == "Your address is banned."
    assert (await there.post({"query": d.SIGN_IN, "variables": {"input": {"name": "X"}}})).status_code == 403
    # The player is not banned, and the pages are still served.
    assert (await Client(elsewhere.http, guest.token).data(ME))["me"] is not None
    assert (await there.http.get("/")).status_code == 200
    [ban] = await banned_ids(operator)
    await operator.must("liftBan", ban=ban, reason="Sorry")
    assert (await guest.data(ME))["me"] is not None


async def test_an_address_ban_ends_the_sockets_of_everyone_there(
    services: Services, address: str, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Loopback addresses cannot be banned, and these sockets have no other.
    monkeypatch.setattr("application.moderation.networks._NOT_OF_CLIENTS", ())
    async with socket(address, ann.token) as of_ann, socket(address) as spectator:
        await subscribe(spectator, "1", ME)
        await answered(spectator)
        by = Operator(id="operator", name="root")
        until = int(time.time()) + 3600
        await services.moderation.ban_address(by, bannable_network("127.0.0.1"), "Spam", until=until)
        for connection in (of_ann, spectator):
            said = await closed(connection)
            assert said.code == 4403
            assert said.reason.startswith("Your address is banned until 20")
    with pytest.raises(InvalidStatus) as refused:
        async with socket(address):
            pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    ("mutation", "values", "code", "blamed"),
    [
        ("banPlayer", {"player": "nobody"}, "UNKNOWN_PLAYER", "player"),
        ("banPlayer", {"until": "2020-01-01T00:00:00Z"}, "INVALID_UNTIL", "until"),
        ("banPlayer", {"reason": " "}, "INVALID_REASON", "reason"),
        ("banAddress", {"address": "0.0.0.0/0"}, "INVALID_ADDRESS", "address"),
        ("banAddress", {"address": "127.0.0.1"}, "INVALID_ADDRESS", "address"),
        ("banAddress", {"address": "203.0.113.7", "until": "2020-01-01T00:00:00Z"}, "INVALID_UNTIL", "until"),
        ("banAddress", {"address": "203.0.113.7", "reason": ""}, "INVALID_REASON", "reason"),
        ("liftBan", {"ban": "nothing"}, "UNKNOWN_BAN", "ban"),
        ("liftBan", {"ban": "nothing", "reason": ""}, "INVALID_REASON", "reason"),
    ],
)
async def test_invalid_bans_are_refused(
    operator: Client, ann: Client, mutation: str, values: Json, code: str, blamed: str
) -> None:
    given = {"player": ann.player} if mutation == "banPlayer" else {}
    refused = await operator.refused(mutation, **{"reason": "Insults", **given, **values})
    assert (refused["code"], refused["inputPath"]) == (code, ["input", blamed])
    assert await banned_ids(operator) == []


async def test_operators_cannot_be_banned_by_mistake(
    services: Services, operator: Client, at_address: AtAddress
) -> None:
    own = await operator.refused("banPlayer", player=operator.player, reason="Oops")
    assert own["code"] == "CANNOT_BAN_YOURSELF"
    there = Client(at_address("203.0.113.7").http, operator.token)
    refused = await there.refused("banAddress", address="203.0.113.0/24", reason="Oops")
    assert refused["code"] == "CANNOT_BAN_YOURSELF"
    pia = await services.players.local("Pia")
    other = Client(operator.http, services.identity.token(pia, operator=True), pia.id)
    await other.data(ME)
    await services.players.sessions.uses.flush()
    refused = await operator.refused("banPlayer", player=pia.id, reason="Rival")
    assert refused["code"] == "PLAYER_IS_OPERATOR"


async def test_only_operators_ban(spectator: Client, ann: Client, bob: Client) -> None:
    player = {"input": {"player": bob.player, "reason": "Insults"}}
    wanted: list[tuple[str, Json]] = [
        (d.mutation("banPlayer"), player),
        (d.mutation("banAddress"), {"input": {"address": "203.0.113.7", "reason": "Spam"}}),
        (d.mutation("liftBan"), {"input": {"ban": "x", "reason": "Sorry"}}),
        (d.mutation("forceRename"), player),
        (BANS, {}),
        (d.operation("query", "moderationLog"), {}),
    ]
    for document, variables in wanted:
        assert await ann.code(document, **variables) == "FORBIDDEN"
        assert await spectator.code(document, **variables) == "UNAUTHENTICATED"
    assert (await bob.data(ME))["me"] is not None
