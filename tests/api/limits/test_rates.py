"""Rate limits and quotas of players and addresses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from starlette.requests import HTTPConnection
from strawberry.types import ExecutionResult

from api.fair_share.caller_account import CallerAccount
from api.graphql.context import Context, Services
from api.graphql.errors.faults import fault
from api.graphql.limits.rates import CallKind, Rates, TooManyRequests
from api.http.responses import GraphQLResponse
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, caught_up
from tests.api.harness.socket_client import socket
from tests.api.limits.rate_clients import TOO_MANY, LimitedClients, as_called_from, rate_limited_error


async def test_rate_limited_spectator_gets_retry_after(
    limited: LimitedClients,
) -> None:
    spectator = await limited(operations="3/hour")
    for _ in range(3):
        await spectator.data(d.VARIANTS)
    error = await rate_limited_error(spectator, d.VARIANTS)
    assert 1 <= error["extensions"]["retryAfter"] <= 3600
    assert error["message"].startswith("Too many operations: try again in ")
    await (await limited("192.0.2.2")).data(d.VARIANTS)


@pytest.mark.parametrize(
    ("data", "more", "status"),
    [(None, [], 429), ({"a": None}, [], 429), ({"a": 1, "b": None}, [], 200), (None, ["NOT_READY"], 200)],
)
async def test_an_answer_that_names_a_time_says_so_in_its_header(
    services: Services, data: Json | None, more: list[str], status: int
) -> None:
    context = Context(services, None, CallerAccount(services.rates, "192.0.2.1"))
    errors = [*(fault(code, "…") for code in more), TooManyRequests(CallKind.GUESTS, 7)]
    response = GraphQLResponse("application/json", stream=False)
    response.describe(ExecutionResult(data=data, errors=list(errors)), context)
    await response.fill({}).complete(HTTPConnection({"type": "http", "headers": []}))
    assert (response.status_code, response.headers["retry-after"]) == (status, "7")


async def test_too_much_is_refused_before_its_body_is_read(limited: LimitedClients) -> None:
    spectator = await limited(operations="1/hour")
    await spectator.data(d.VARIANTS)

    async def body() -> AsyncIterator[bytes]:
        for _ in range(1):
            raise AssertionError("it was read")
        yield b""

    response = await spectator.http.post("/graphql", content=body())
    assert response.status_code == 429


async def test_a_player_is_counted_wherever_it_calls_from(limited: LimitedClients) -> None:
    ann = await (await limited(operations="3/hour")).sign_in("Ann")
    for number in range(2, 5):
        await as_called_from(ann, await limited(f"192.0.2.{number}")).data(d.ME)
    await rate_limited_error(as_called_from(ann, await limited("192.0.2.9")), d.ME)


async def test_players_of_one_address_share_a_multiple_of_what_each_may(
    limited: LimitedClients,
) -> None:
    spectator = await limited(mutations="2/hour", address=2)
    players = [await spectator.sign_in(name) for name in ("Ann", "Bob", "Cyd")]
    for player in players[:2]:
        await player.create()
        await player.create()
        await rate_limited_error(player, d.mutation("createGame"), input={"variant": "president"})
    await rate_limited_error(players[2], d.mutation("createGame"), input={"variant": "president"})
    await as_called_from(players[2], await limited("192.0.2.2")).create()


async def test_guests_are_counted_by_their_address(limited: LimitedClients) -> None:
    spectator = await limited(guests="2/hour")
    for name in ("Ann", "Bob"):
        await spectator.sign_in(name)
    await rate_limited_error(spectator, d.SIGN_IN, input={"name": "Cyd"})
    await (await limited("192.0.2.2")).sign_in("Cyd")


@pytest.mark.parametrize(
    ("kind", "name", "values"),
    [
        ("tables", "createGame", {"variant": "president"}),
        ("lobby", "joinGame", {}),
        ("lobby", "createInvitationLink", {}),
        ("lobby", "rename", {"name": "Anne"}),
        ("machines", "fillSeats", {}),
        ("machines", "automateSeat", {}),
        ("announcements", "queuePass", {}),
        ("announcements", "unqueuePass", {}),
        ("mutations", "playCard", {"card": "5H"}),
    ],
)
async def test_each_kind_of_command_has_a_rate_of_its_own(
    limited: LimitedClients,
    ann: Client,
    bob: Client,
    services: Services,
    kind: str,
    name: str,
    values: Json,
) -> None:
    own = {} if name in ("createGame", "rename") else {"game": await begun(ann, bob)}
    hasty = as_called_from(ann, await limited(**{kind: "1/hour"}))
    await hasty.data(d.mutation(name), input=own | values)
    head = await services.store.head()
    await rate_limited_error(hasty, d.mutation(name), input=own | values)
    assert await services.store.head() == head
    await hasty.data(d.ME)


@pytest.mark.parametrize("rates", [Rates(operations="5/hour", address=100)], indirect=True)
async def test_on_a_socket_each_operation_counts(address: str, ann: Client) -> None:
    ask = {"type": "subscribe", "payload": {"query": "{ session { player { id } } }"}}
    async with socket(address, ann.token) as connection:
        answers = []
        for number in range(6):
            await connection.send(json.dumps({**ask, "id": str(number)}))
            answers.append(json.loads(await connection.recv()))
            if answers[-1]["type"] == "next":
                assert json.loads(await connection.recv())["type"] == "complete"
        assert [each["type"] for each in answers] == [*["next"] * 5, "error"]
        [error] = answers[-1]["payload"]
        assert (error["extensions"]["code"], error["extensions"]["retryAfter"] > 0) == (TOO_MANY, True)


async def test_refused_command_takes_no_lock(
    limited: LimitedClients, services: Services, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    hasty = as_called_from(ann, await limited(mutations="1/hour"))
    await hasty.data(d.mutation("playCard"), input={"game": game, "card": "5H"})
    residents = services.games._residents
    # The lock of a game in memory is kept with it.
    games, locks = list(residents._games), list(residents._locks)
    async with asyncio.timeout(10), residents.lock(UUID(game)):
        # A command that needed the lock would wait here.
        await rate_limited_error(hasty, d.mutation("playCard"), input={"game": game, "card": "5H"})
    assert list(residents._locks) == locks
    assert list(residents._games) == games


# Quotas.


async def test_a_player_has_only_so_many_tables_open(limited: LimitedClients, services: Services) -> None:
    ann = await (await limited(open_tables=2)).sign_in("Ann")
    games = [await ann.create(), await ann.create(commandId="second")]
    refusal = await ann.refused("createGame", variant="president")
    assert (refusal["code"], refusal["most"]) == ("TOO_MANY_OPEN_TABLES", 2)
    assert await ann.create(commandId="second") == games[1]
    await ann.must("leaveGame", game=games[0])
    await caught_up(services)
    await ann.create()
    await ann.refused("createGame", variant="president")


async def test_tables_set_up_at_once_are_counted_each(limited: LimitedClients) -> None:
    ann = await (await limited(open_tables=2)).sign_in("Ann")
    sent = await asyncio.gather(*(ann.send("createGame", variant="president") for _ in range(6)))
    told = sorted(each["__typename"] for each in sent)
    assert told == [
        *["CreateGameAccepted"] * 2,
        *["TooManyOpenTables"] * 4,
    ]


async def test_guests_of_one_address_share_a_quota_of_tables(limited: LimitedClients) -> None:
    spectator = await limited(open_tables=1, address=2)
    ann, bob, cyd = [await spectator.sign_in(name) for name in ("Ann", "Bob", "Cyd")]
    await ann.create()
    await bob.create()
    assert (await cyd.refused("createGame", variant="president"))["most"] == 2


async def test_a_player_has_only_so_many_games_with_machines(
    limited: LimitedClients, services: Services
) -> None:
    ann = await (await limited(machine_games=1)).sign_in("Ann")
    first, second = await ann.create(), await ann.create()
    await ann.must("fillSeats", game=first, commandId="fill")
    refusal = await ann.refused("fillSeats", game=second)
    assert (refusal["code"], refusal["most"]) == ("TOO_MANY_MACHINE_GAMES", 1)
    await ann.must("fillSeats", game=first, commandId="fill")
    await ann.must("automateSeat", game=first)
    await ann.must("startGame", game=first)
    await caught_up(services)
    await ann.must("fillSeats", game=second)
