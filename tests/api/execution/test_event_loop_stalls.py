"""No document within the limits blocks the event loop for long."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace as changed
from random import Random
from typing import Any
from uuid import UUID

import pytest
from graphql import get_introspection_query
from msgspec.structs import replace

from api.app import application
from api.graphql.limits.rates import RateLimits, Rates
from api.http.server import GC_THRESHOLDS
from application.store.port import Append
from domain.events import Access, Event, GameCreated, PlayerJoined, PlayerLeft
from domain.rules import variants
from tests.api.execution.wide_documents import Maker
from tests.api.harness import full_documents as d
from tests.api.harness.loop_stalls import Stalls
from tests.api.harness.played_games import caught_up
from tests.api.secrecy.permuted_servers import NOON, OPERATOR, Who, World, Worlds
from tests.laws.playouts import PEOPLE, playout

LONGEST = 0.050
"""Seconds of processor time between two ticks."""
SHORT = 40
LONG = 10_000
FEW, MANY = 300, 5_000
"""Numbers of times that a player joins and leaves before the game starts."""
SEEDS = (0, 3)
CALLERS: tuple[Who, ...] = (None, OPERATOR, *PEOPLE[:2])


def logs(restless: int) -> Iterator[tuple[Event, ...]]:
    """Yield the logs of public games of every variant, one with a long lobby."""
    for variant in variants():
        for seed in SEEDS:
            created, *log = playout(variant, seed).log
            assert isinstance(created, GameCreated)
            sat_down = next(index for index, event in enumerate(log, 1) if isinstance(event, PlayerJoined))
            begun = (replace(created, access=Access.PUBLIC), *log[:sat_down])
            guests = restless_guests(created.organizer, restless) if seed == SEEDS[0] else ()
            yield (*begun, *guests, *log[sat_down:])


def restless_guests(organizer: str, times: int) -> Iterator[Event]:
    for _ in range(times):
        yield PlayerJoined(seat=1, player="guest")
        yield PlayerLeft(seat=1, player="guest", removed=False, organizer=organizer)


@asynccontextmanager
async def long_games(worlds: Worlds, restless: int) -> AsyncIterator[tuple[World, list[str]]]:
    """Yield a server with long games, and their ids."""
    async with worlds.empty() as world:
        # What is measured is what one may do, not how often.
        world.app = application(changed(world.services, rates=RateLimits(Rates(enabled=False))))
        games = []
        for number, log in enumerate(logs(restless), 1):
            game = UUID(int=number)
            events = tuple(map(worlds.here, log))
            by = worlds.id_of(PEOPLE[0])
            await world.services.store.append(Append(game=game, after=0, events=events, at=NOON, by=by))
            games.append(str(game))
        await caught_up(world.services)
        yield world, games


@contextmanager
def collecting_as_a_server_does() -> Iterator[None]:
    """Let the garbage collector look as seldom as in a server, and past what was there before."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def body_of(document: str) -> bytes:
    """Return the body of a request. Documents can be long: none is encoded while the loop is measured."""
    return json.dumps({"query": document}).encode()


async def answer(world: World, token: str | None, sent: bytes) -> bytes:
    """Return what the application answers, without a client that would read it on the same thread."""
    own = [(b"authorization", f"Bearer {token}".encode())] if token else []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/graphql",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json"), *own],
        "client": ("127.0.0.1", 1),
        "server": ("kibitz", 80),
    }
    body = [{"type": "http.request", "body": sent, "more_body": False}]
    said: list[bytes] = []

    async def receive() -> dict[str, object]:
        return body.pop()

    async def send(message: dict[str, object]) -> None:
        part = message.get("body", b"")
        assert isinstance(part, bytes)
        said.append(part)

    await world.app(scope, receive, send)  # type: ignore[arg-type]
    return b"".join(said)


async def stalled(
    worlds: Worlds, count: int, restless: int, seed: int
) -> tuple[list[tuple[float, str]], Counter[str]]:
    """Send so many documents that are allowed; return the longest stalls and what became of all."""
    random = Random(seed)
    longest: list[tuple[float, str]] = []
    fates: Counter[str] = Counter()
    async with long_games(worlds, restless) as (world, games):
        tokens = {who: worlds.client(world, who).token for who in CALLERS}
        maker = Maker(d.served(), random, games, [worlds.id_of(name) for name in PEOPLE[:4]])
        # What is made once, as the plans of statements, is not made by the first of them.
        await answer(world, None, body_of(maker.document()))
        with collecting_as_a_server_does():
            while fates["answered"] < count:
                document = maker.document()
                sent = body_of(document)
                async with Stalls() as stalls:
                    said = await answer(world, tokens[random.choice(CALLERS)], sent)
                fate = fate_of(said)
                assert fate != "GRAPHQL_VALIDATION_FAILED", (document, said)
                assert b'"code":"INTERNAL"' not in said, (document, said)
                fates[fate] += 1
                longest = sorted([*longest, (stalls.longest, document)], reverse=True)[:10]
    return longest, fates


def fate_of(said: bytes) -> str:
    """Return the code of a refusal of the request as a whole, or that it was answered."""
    answered: dict[str, Any] = json.loads(said)
    if "data" in answered:
        return "answered"
    return str(answered["errors"][0]["extensions"]["code"])


async def test_random_documents_do_not_block_the_event_loop(worlds: Worlds) -> None:
    [(longest, document), *_], fates = await stalled(worlds, SHORT, FEW, 1)
    assert fates["answered"] == SHORT
    assert longest <= LONGEST, document


# When a root field fails, graphql-core cancels its siblings, some of them before they await their children.
@pytest.mark.filterwarnings("ignore:.*_async_resolver.*:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.slow
@pytest.mark.timeout(0)
async def test_many_random_documents_do_not_block_the_event_loop(
    worlds: Worlds, record_property: Callable[[str, object], None]
) -> None:
    longest, fates = await stalled(worlds, LONG, MANY, 2)
    record_property("documents", dict(fates))
    record_property("milliseconds", [round(1e3 * seconds, 1) for seconds, _ in longest])
    assert longest[0][0] <= LONGEST, longest[0][1]


def wide(game: str) -> dict[str, str]:
    """Return documents that take as much of the loop's time as any that are allowed."""
    aliases = " ".join(f"a{number}: version" for number in range(190))
    events = f"events(first: 250) {{ edges {{ node {{ {aliases} }} }} }}"
    hands = " ".join(f"a{number}: hand" for number in range(190))
    replays = " ".join(f"r{number}: at(version: 900) {{ version }}" for number in range(20))
    return {
        "introspection": get_introspection_query(),
        "a long page": f'{{ game(id: "{game}") {{ {events} }} }}',
        "many moments": f'{{ game(id: "{game}") {{ moments(after: 650, first: 25) {{ {aliases} }} }} }}',
        "wide seats": f'{{ game(id: "{game}") {{ seats {{ {hands} }} }} }}',
        "many replays": f'{{ game(id: "{game}") {{ {replays} }} }}',
    }


async def test_the_widest_documents_do_not_block_the_event_loop(worlds: Worlds) -> None:
    async with long_games(worlds, FEW) as (world, games):
        with collecting_as_a_server_does():
            found = {}
            for name, document in wide(games[0]).items():
                # The second time it is known: what is measured is the answer.
                sent = body_of(document)
                assert fate_of(await answer(world, None, sent)) == "answered", name
                async with Stalls() as stalls:
                    await answer(world, None, sent)
                found[name] = stalls.longest
    assert {name: seconds for name, seconds in found.items() if seconds > LONGEST} == {}
