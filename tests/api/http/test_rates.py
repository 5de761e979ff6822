"""Rates and quotas: how often a player and an address may do what, and what is told beyond that."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import count
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

import api.app
import api.graphql.subscriptions.stream_errors
import api.http.refusal_delay
from api.app import application
from api.fair_share.caller_account import CallerAccount
from api.graphql.context import Context, Services
from api.graphql.limits.quotas import Quotas
from api.graphql.limits.rate_storage import Counters
from api.graphql.limits.rates import Kind, RateLimits, Rates, TooManyRequests
from api.graphql.subscriptions.stream_errors import fair_turn
from api.settings import Settings
from application.watching.subscriber_buffer import Interrupted
from domain.events import PlayerId
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, caught_up
from tests.api.harness.socket_client import socket

TOO_MANY = "TOO_MANY_REQUESTS"
Hurried = Callable[..., Awaitable[Client]]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.http.refusal_delay, "MAX_DELAY", 0.0)


@pytest.fixture
async def hurried(services: Services) -> AsyncIterator[Hurried]:
    """Gives an onlooker at an address, of a server with the rates of the test."""
    opened: list[httpx.AsyncClient] = []

    async def onlooker(host: str = "192.0.2.1", /, **rates: Any) -> Client:
        if not opened or rates:
            given = Rates(**rates)
            own = replace(services, rates=RateLimits(given), quotas=Quotas(services.read_database, given))
            onlooker.app = application(own)  # type: ignore[attr-defined]
        transport = httpx.ASGITransport(onlooker.app, client=(host, 1))  # type: ignore[attr-defined]
        http = httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False)
        opened.append(http)
        return Client(http)

    yield onlooker
    for http in opened:
        await http.aclose()


def at(client: Client, other: Client) -> Client:
    """Return a client's player as it calls from where another client does."""
    return Client(other.http, client.token, client.player)


async def refused(client: Client, document: str, **variables: Any) -> Json:
    """Send an operation that is one too many; return the error."""
    response = await client.post({"query": document, "variables": variables})
    assert response.status_code == 429, response.text
    error: Json
    [error] = response.json()["errors"]
    assert error["extensions"]["code"] == TOO_MANY
    assert response.headers["retry-after"] == str(error["extensions"]["retryAfter"])
    return error


# What counts.


async def test_an_onlooker_that_asks_too_often_is_told_when_to_ask_again(hurried: Hurried) -> None:
    onlooker = await hurried(operations="3/hour")
    for _ in range(3):
        await onlooker.data(d.VARIANTS)
    error = await refused(onlooker, d.VARIANTS)
    assert 1 <= error["extensions"]["retryAfter"] <= 3600
    assert error["message"].startswith("Too many operations: try again in ")
    await (await hurried("192.0.2.2")).data(d.VARIANTS)


async def test_too_much_is_refused_before_its_body_is_read(hurried: Hurried) -> None:
    onlooker = await hurried(operations="1/hour")
    await onlooker.data(d.VARIANTS)

    async def body() -> AsyncIterator[bytes]:
        for _ in range(1):
            raise AssertionError("it was read")
        yield b""

    response = await onlooker.http.post("/graphql", content=body())
    assert response.status_code == 429


async def test_a_player_is_counted_wherever_it_calls_from(hurried: Hurried) -> None:
    ann = await (await hurried(operations="3/hour")).sign_in("Ann")
    for number in range(2, 5):
        await at(ann, await hurried(f"192.0.2.{number}")).data(d.ME)
    await refused(at(ann, await hurried("192.0.2.9")), d.ME)


async def test_players_of_one_address_share_a_multiple_of_what_each_may(hurried: Hurried) -> None:
    onlooker = await hurried(mutations="2/hour", address=2)
    players = [await onlooker.sign_in(name) for name in ("Ann", "Bob", "Cyd")]
    for player in players[:2]:
        await player.create()
        await player.create()
        await refused(player, d.mutation("createGame"), input={"variant": "president"})
    await refused(players[2], d.mutation("createGame"), input={"variant": "president"})
    await at(players[2], await hurried("192.0.2.2")).create()


async def test_guests_are_counted_by_their_address(hurried: Hurried) -> None:
    onlooker = await hurried(guests="2/hour")
    for name in ("Ann", "Bob"):
        await onlooker.sign_in(name)
    await refused(onlooker, d.SIGN_IN, input={"name": "Cyd"})
    await (await hurried("192.0.2.2")).sign_in("Cyd")


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
    hurried: Hurried, ann: Client, bob: Client, services: Services, kind: str, name: str, values: Json
) -> None:
    own = {} if name in ("createGame", "rename") else {"game": await begun(ann, bob)}
    hasty = at(ann, await hurried(**{kind: "1/hour"}))
    await hasty.data(d.mutation(name), input=own | values)
    head = await services.store.head()
    await refused(hasty, d.mutation(name), input=own | values)
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


async def test_what_is_refused_takes_no_lock(
    hurried: Hurried, services: Services, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    hasty = at(ann, await hurried(mutations="1/hour"))
    await hasty.data(d.mutation("playCard"), input={"game": game, "card": "5H"})
    resident = list(services.games._resident)
    await refused(hasty, d.mutation("playCard"), input={"game": game, "card": "5H"})
    assert not services.games._locks
    assert list(services.games._resident) == resident


# Quotas.


async def test_a_player_has_only_so_many_tables_open(hurried: Hurried, services: Services) -> None:
    ann = await (await hurried(open_tables=2)).sign_in("Ann")
    games = [await ann.create(), await ann.create(commandId="second")]
    refusal = await ann.refused("createGame", variant="president")
    assert (refusal["code"], refusal["most"]) == ("TOO_MANY_OPEN_TABLES", 2)
    assert await ann.create(commandId="second") == games[1]
    await ann.must("leaveGame", game=games[0])
    await caught_up(services)
    await ann.create()
    await ann.refused("createGame", variant="president")


async def test_tables_set_up_at_once_are_counted_each(hurried: Hurried) -> None:
    ann = await (await hurried(open_tables=2)).sign_in("Ann")
    sent = await asyncio.gather(*(ann.send("createGame", variant="president") for _ in range(6)))
    told = sorted(each["__typename"] for each in sent)
    assert told == [
        *["CommandAccepted"] * 2,
        *["TooManyOpenTables"] * 4,
    ]


async def test_guests_of_one_address_share_a_quota_of_tables(hurried: Hurried) -> None:
    onlooker = await hurried(open_tables=1, address=2)
    ann, bob, cyd = [await onlooker.sign_in(name) for name in ("Ann", "Bob", "Cyd")]
    await ann.create()
    await bob.create()
    assert (await cyd.refused("createGame", variant="president"))["most"] == 2


async def test_a_player_has_only_so_many_games_with_machines(hurried: Hurried, services: Services) -> None:
    ann = await (await hurried(machine_games=1)).sign_in("Ann")
    first, second = await ann.create(), await ann.create()
    await ann.must("fillSeats", game=first, commandId="fill")
    refusal = await ann.refused("fillSeats", game=second)
    assert (refusal["code"], refusal["most"]) == ("TOO_MANY_MACHINE_GAMES", 1)
    await ann.must("fillSeats", game=first, commandId="fill")
    await ann.must("automateSeat", game=first)
    await ann.must("startGame", game=first)
    await caught_up(services)
    await ann.must("fillSeats", game=second)


# Work.


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every operation seem to take long, on a server that others ask as well; nobody waits for long."""
    worked, numbers = RateLimits.worked, count()

    def much(self: RateLimits, seconds: float, address: str, player: str | None) -> None:
        neighbour = f"198.51.100.{next(numbers) % 100}"
        worked(self, 0.001, neighbour, neighbour)
        worked(self, 1_000 * max(0.0, seconds), address, player)

    monkeypatch.setattr(RateLimits, "worked", much)
    monkeypatch.setattr(CallerAccount.turn, "__defaults__", (0.002, 0.01))
    monkeypatch.setattr(api.http.refusal_delay, "MAX_DELAY", 0.01)


@pytest.mark.usefixtures("spent")
async def test_the_work_for_an_operation_is_counted(hurried: Hurried) -> None:
    onlooker = await hurried()
    statuses = []
    for _ in range(20):
        statuses.append((await onlooker.post({"query": d.VARIANTS})).status_code)
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
    follow = {"type": "subscribe", "payload": {"query": "subscription { lobby { anew } }"}}

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
            async with socket(address) as onlooker:
                # The address has as many open as it may, whoever they are of.
                assert (await asked(onlooker, 1))[1] == [TOO_MANY]
        await first.send(json.dumps({"type": "complete", "id": "1"}))
        for _ in range(100):
            if (told := await asked(second, 4))[1] == []:
                break
            await asyncio.sleep(0.02)
        assert told[1] == []


async def test_streams_of_a_caller_that_had_its_share_are_told_later(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.graphql.subscriptions.stream_errors, "LOOK_AGAIN", 0.01)
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


# Settings and counters.


def test_rates_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_RATES_GUESTS", "5/minute, 7/day")
    monkeypatch.setenv("KIBITZ_RATES_OPEN_TABLES", "3")
    monkeypatch.setenv("KIBITZ_RATES_LOBBY", "")
    rates = Settings().rates
    assert (rates.guests, rates.open_tables, rates.lobby) == ("5/minute, 7/day", 3, "")
    limits = RateLimits(rates)
    for _ in range(2_000):
        limits.charge_player(Kind.LOBBY, "ann")


@pytest.mark.parametrize("rate", ["often", "5", "5/fortnight", "-1/minute"])
def test_what_is_no_rate_is_refused(rate: str) -> None:
    with pytest.raises(ValidationError, match="is no rate"):
        Rates(guests=rate)


def test_a_disabled_server_counts_nothing() -> None:
    limits = RateLimits(Rates(enabled=False, guests="1/day"))
    for _ in range(3):
        limits.charge_address(Kind.GUESTS, "192.0.2.1")


def test_a_table_of_eight_behind_one_address_has_room() -> None:
    limits = RateLimits(Rates())
    for _ in range(20):
        limits.charge_address(Kind.GUESTS, "192.0.2.1")
    # Each browser asks twice a second and plays every second.
    for _ in range(60):
        for player in map(str, range(8)):
            for _ in range(2):
                limits.charge_operation("192.0.2.1", named=True)
                limits.charge_player(Kind.OPERATIONS, player)
            limits.charge_player(Kind.MUTATIONS, player)
            limits.charge_address(Kind.MUTATIONS, "192.0.2.1")


def test_a_window_slides() -> None:
    now = 1000.0
    counters = Counters(clock=lambda: now)
    taken = [counters.acquire_sliding_window_entry("a", 10, 10) for _ in range(11)]
    assert taken == [*[True] * 10, False]
    now = 1015.0
    # Half of the window before still counts.
    assert [counters.acquire_sliding_window_entry("a", 10, 10) for _ in range(6)] == [*[True] * 5, False]
    now = 1040.0
    assert [counters.acquire_sliding_window_entry("a", 10, 10) for _ in range(11)] == taken


def test_counters_are_bounded_and_start_no_threads() -> None:
    threads = threading.active_count()
    counters = Counters(most=100)
    for number in range(1_000):
        counters.acquire_sliding_window_entry(str(number), 10, 10)
    assert counters.reset() == 100
    assert threading.active_count() == threads


def test_the_error_is_for_people_too() -> None:
    limits = RateLimits(Rates(tables="1/hour"))
    limits.charge_player(Kind.TABLES, "ann")
    with pytest.raises(TooManyRequests, match=r"^Too many new tables: try again in \d+ s\.$"):
        limits.charge_player(Kind.TABLES, "ann")
