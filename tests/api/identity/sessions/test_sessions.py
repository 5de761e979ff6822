"""Sessions: listed for their player alone, ended at once with their sockets and streams."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from websockets.frames import Close

from api.graphql.context import Services
from api.identity.player_sessions import ENDED, SIGNED_OUT
from application.players.registry import CHANGE_CHECK_INTERVAL, Player
from tests.api.harness.callers import Client, Json
from tests.api.harness.socket_client import answered, socket, subscribe
from tests.api.identity.sessions.session_documents import (
    CURRENT,
    END,
    END_OTHERS,
    ERASE,
    ME,
    NODES,
    RENEW,
    SESSIONS,
    SIGN_OUT,
    claims_of,
    is_signed_in,
    on_another_device,
    renewed,
    sessions_of,
)

FOLLOW = "subscription($game: ID!) { gameEvents(game: $game) { version } }"


@pytest.fixture
async def over_http(address: str) -> AsyncIterator[Callable[[Client], Client]]:
    """Clients of the server that listens: an answer within the process comes only when it is whole."""
    base = address.removesuffix("/graphql")
    async with httpx.AsyncClient(base_url=base, trust_env=False, verify=False) as http:  # noqa: S501
        yield lambda client: Client(http, client.token, client.player)


async def closed(connection: Any) -> tuple[int, str]:
    """Return the code and the reason with which the server closes a socket."""
    async with asyncio.timeout(5):
        while not isinstance(answer := await answered(connection), Close):
            pass
    return answer.code, answer.reason


async def results(client: Client, game: str) -> AsyncIterator[Json]:
    """Yield the results of a stream of server-sent events."""
    headers = {"Authorization": f"Bearer {client.token}", "Accept": "text/event-stream"}
    body = {"query": FOLLOW, "variables": {"game": game}}
    async with client.http.stream("POST", "/graphql", json=body, headers=headers, timeout=10) as answer:
        async for line in answer.aiter_lines():
            if line.startswith("data:") and (text := line.removeprefix("data:").strip()):
                yield json.loads(text)


async def test_each_device_has_a_session(ann: Client, bob: Client, spectator: Client) -> None:
    phone = await on_another_device(ann, "Phone")
    await renewed(phone)
    for client, label in ((ann, None), (phone, "Phone")):
        listed = await sessions_of(client)
        assert sorted(str(each["client"]) for each in listed) == ["None", "Phone"]
        [current] = [each for each in listed if each["isCurrent"]]
        assert current["client"] == label
        assert (current["renewedAt"] is None) is (label is None)
        assert current["roles"] == ["PLAYER"]
    assert len(await sessions_of(bob)) == 1
    assert await spectator.data(SESSIONS) == {"me": None}


async def test_signing_out_ends_the_session_and_its_connections_at_once(
    address: str, ann: Client, bob: Client, over_http: Callable[[Client], Client]
) -> None:
    game = await bob.create()
    phone, newer = await on_another_device(ann), await renewed(ann)
    async with (
        socket(address, ann.token) as first,
        socket(address, newer.token) as second,
        socket(address, phone.token) as other,
        # Sooner than by looking for what ended elsewhere.
        asyncio.timeout(CHANGE_CHECK_INTERVAL * 0.75),
    ):
        stream = results(over_http(ann), game)
        assert (await anext(stream))["data"]
        out = (await newer.data(SIGN_OUT))["signOut"]
        assert out["player"] == {"id": ann.player, "name": "Ann"}
        for connection in (first, second):
            assert await closed(connection) == (4403, SIGNED_OUT)
        while not (last := await anext(stream)).get("errors"):
            pass
        assert [error["extensions"]["code"] for error in last["errors"]] == ["UNAUTHENTICATED"]
        await subscribe(other, "1", ME)
        answer: Any = await answered(other)
        assert answer["payload"]["data"]["me"]["player"]["id"] == ann.player
    for client in (ann, newer):
        assert await client.code(SIGN_OUT) == "UNAUTHENTICATED"
        assert await client.code(RENEW) == "UNAUTHENTICATED"
    assert len(await sessions_of(phone)) == 1


async def test_a_player_ends_a_session_of_another_device(address: str, ann: Client) -> None:
    phone = await on_another_device(ann)
    [session] = [each["id"] for each in await sessions_of(phone) if each["isCurrent"]]
    async with socket(address, phone.token) as connection:
        ended = (await ann.data(END, session=session))["endSession"]
        assert [each["isCurrent"] for each in ended["sessions"]] == [True]
        assert await closed(connection) == (4403, ENDED)
    assert not await is_signed_in(phone)
    assert await is_signed_in(ann)


async def test_a_player_ends_all_other_sessions(services: Services, address: str, ann: Client) -> None:
    phone, tablet = [await on_another_device(ann) for _ in range(2)]
    # A token that was never used has no stored session.
    unused = Client(ann.http, services.identity.token(Player(id=ann.player, name="Ann")))
    async with socket(address, phone.token) as connection, socket(address, ann.token):
        ended = (await ann.data(END_OTHERS))["endOtherSessions"]
        assert [each["isCurrent"] for each in ended["sessions"]] == [True]
        assert await closed(connection) == (4403, ENDED)
    for client in (phone, tablet, unused):
        assert not await is_signed_in(client)
    for client in (ann, await renewed(ann), await on_another_device(ann)):
        assert await is_signed_in(client)


async def test_other_players_sessions_are_as_unknown_as_no_sessions(ann: Client, bob: Client) -> None:
    [of_bob] = [each["id"] for each in await sessions_of(bob)]
    phone = await on_another_device(ann)
    [of_phone] = [each["id"] for each in await sessions_of(phone) if each["isCurrent"]]
    await phone.data(SIGN_OUT)
    ids = (of_bob, of_phone, "0" * 16, "", "é", "\x00", "x" * 10_000, of_bob.upper())
    answers = [(await ann.post({"query": END, "variables": {"session": id}})).content for id in ids]
    assert len(set(answers)) == 1
    assert b"UNKNOWN_SESSION" in answers[0]
    assert await is_signed_in(bob)


async def test_ending_ones_own_session_signs_out(ann: Client) -> None:
    [session] = await sessions_of(ann)
    ended = (await ann.data(END, session=session["id"]))["endSession"]
    assert ended["sessions"] == []
    assert not await is_signed_in(ann)


async def test_an_erased_players_sessions_are_forgotten(services: Services, ann: Client) -> None:
    await on_another_device(ann, "Ann's own phone")
    await sessions_of(ann)
    await ann.data("mutation { eraseMe { __typename } }")
    with services.players._engine.connect() as connection:
        for table in ("sessions", "device_codes", "ended_sessions"):
            rows = connection.exec_driver_sql(f"SELECT * FROM {table}").all()  # noqa: S608
            assert ann.player not in str(rows), table


async def test_a_session_is_found_by_its_id_for_its_player_alone(
    ann: Client, bob: Client, spectator: Client
) -> None:
    phone = await on_another_device(ann, "Phone")
    mine, other = [str(claims_of(each.token)["jti"]) for each in (ann, phone)]
    ids = [other, ann.player, mine, "nothing", mine.upper(), "\x00", "é"]
    found = (await ann.data(NODES, ids=ids))["nodes"]
    assert found == [
        {"__typename": "PlayerSession", "id": other, "isCurrent": False, "client": "Phone"},
        {"__typename": "Player", "id": ann.player},
        {"__typename": "PlayerSession", "id": mine, "isCurrent": True, "client": None},
        *[None] * 4,
    ]
    for client in (bob, spectator):
        assert (await client.data(NODES, ids=[other, mine, "nothing"]))["nodes"] == [None] * 3
    await phone.data(SIGN_OUT)
    assert (await ann.data(NODES, ids=[other, mine]))["nodes"] == [None, found[2]]


async def test_the_current_session_is_that_of_the_token(services: Services, ann: Client) -> None:
    phone = await renewed(await on_another_device(ann, "Phone"))
    operator = Client(
        ann.http, services.identity.token(Player(id=ann.player, name="Ann"), operator=True), ann.player
    )
    for client, label, roles in (
        (ann, None, ["PLAYER"]),
        (phone, "Phone", ["PLAYER"]),
        (operator, None, ["PLAYER", "OPERATOR"]),
    ):
        session = (await client.data(CURRENT))["session"]
        [listed] = [each for each in await sessions_of(client) if each["isCurrent"]]
        assert session == {
            "roles": roles,
            "current": {"id": listed["id"], "client": label, "roles": roles},
        }


async def test_no_session_was_used_before_it_was_created(services: Services, ann: Client) -> None:
    await sessions_of(ann)
    for _ in range(2):
        for each in await sessions_of(await on_another_device(ann)):
            assert each["createdAt"] <= each["lastUsedAt"]
        await services.players.sessions.uses.flush()
    # Whatever the time is now, an hour before it is not cut to one in which the session began.
    with services.players._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE sessions SET created = created - 86400")
    for each in await sessions_of(ann):
        assert each["lastUsedAt"][14:] == "00:00.000000Z"


async def test_of_two_requests_that_sign_out_or_erase_one_is_refused(
    services: Services, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each arrives after the token of the other was found valid.
    players, sessions = services.players, services.players.sessions
    end, erase = type(sessions).end, type(players).erase

    async def ended_twice(self: Any, *given: Any) -> bool:
        await end(self, *given)
        return await end(self, *given)

    async def erased_twice(self: Any, player: Any) -> None:
        await erase(self, player)
        await erase(self, player)

    monkeypatch.setattr(type(sessions), "end", ended_twice)
    refusal = (await ann.data(SIGN_OUT))["signOut"]
    assert (refusal["__typename"], refusal["code"]) == ("UnknownSession", "UNKNOWN_SESSION")
    monkeypatch.setattr(type(players), "erase", erased_twice)
    refusal = (await bob.data(ERASE))["eraseMe"]
    assert (refusal["__typename"], refusal["code"]) == ("UnknownPlayer", "UNKNOWN_PLAYER")
    assert refusal["inputPath"] == []
    for client in (ann, bob):
        assert not await is_signed_in(client)


async def test_times_of_use_are_written_when_the_server_stops(services: Services, ann: Client) -> None:
    await ann.data(ME)
    async with services.identity.sessions:
        pass
    with services.players._engine.connect() as connection:
        [used] = connection.exec_driver_sql("SELECT used FROM sessions").scalars()
    assert used % 3600 == 0
