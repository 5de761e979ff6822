"""Load of players and subscribers in many games of one server."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from itertools import cycle
from typing import Any, Self

import httpx
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client

VARIANT = "hundred-and-ten"
FOLLOW = """subscription($game: ID!, $after: Version) { gameEvents(game: $game, after: $after) {
  __typename version at by { id }
  ... on HandDealt { seat cards } ... on BidPlaced { seat amount } ... on CardPlayed { seat card }
  ... on TrickWon { seat } ... on RoundScored { scores }
} }"""
TO_MOVE = "query($game: ID!) { game(id: $game) { version table { toMove } } }"
CONCURRENT = 20
"""Games that are created at the same time."""
DELIVERY_TIMEOUT = 30.0
"""Seconds to wait for messages in flight."""


class Table(Struct):
    """A game and its players by seat."""

    game: str
    players: list[Client]


async def create_tables(url: str, games: int) -> list[Table]:
    """Start games with two players each."""
    limits = httpx.Limits(max_connections=CONCURRENT)
    http = httpx.AsyncClient(
        base_url=url.removesuffix("/graphql"), timeout=60, trust_env=False, limits=limits
    )
    anonymous = Client(http)
    players = [await anonymous.sign_in(name) for name in ("Ann", "Bob")]
    semaphore = asyncio.Semaphore(CONCURRENT)

    async def create_table() -> Table:
        async with semaphore:
            game = await players[0].create(VARIANT)
            await players[1].must("joinGame", game=game)
            await players[0].must("startGame", game=game)
            return Table(game, players)

    return list(await asyncio.gather(*(create_table() for _ in range(games))))


class ClientLoad:
    """The players and subscribers of all games."""

    def __init__(self, url: str, tables: Sequence[Table]) -> None:
        self.moves = 0
        self.delays: list[float] = []
        """Seconds from the timestamp to the delivery of each event during the measurement."""
        self.texts: list[tuple[int, str]] = []
        """The messages during the measurement, once per event, with the number of the game."""
        self._url = url
        self._tables = tables
        self._opened = AsyncExitStack()
        self._tasks: list[asyncio.Task[None]] = []
        self._received: list[list[int]] = []
        self._first_counted = [0] * len(tables)
        """The versions after which messages are measured, by game."""

    @property
    def subscribers(self) -> int:
        """The number of subscribers."""
        return len(self._received)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.unsubscribe()
        await self._tables[0].players[0].http.aclose()

    async def unsubscribe(self) -> None:
        """Close all subscriptions."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await self._opened.aclose()

    async def play(self, rate: float, seconds: float) -> None:
        """Make moves at a rate per second, in one game after the other."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        turns = cycle(self._tables)
        pending: set[asyncio.Task[None]] = set()
        busy: set[str] = set()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - loop.time()))
            table = next(turns)
            if table.game in busy:
                continue
            task = asyncio.create_task(self._move(table, busy))
            pending.add(task)
            task.add_done_callback(pending.discard)
        await asyncio.gather(*pending)

    async def _move(self, table: Table, busy: set[str]) -> None:
        busy.add(table.game)
        try:
            await self._make_move(table)
        finally:
            busy.discard(table.game)

    async def _make_move(self, table: Table) -> None:
        state = (await table.players[0].data(TO_MOVE, game=table.game))["game"]
        to_move = state["table"]["toMove"]
        if not to_move:
            return
        client = table.players[to_move[0]]
        move = (await client.data(d.SUGGESTION, game=table.game))["game"]["suggestion"]
        values = {name: move[name] for name in move if name not in ("__typename", "mutation")}
        name = move["mutation"]
        kind = name[0].upper() + name[1:]
        document = f"mutation($input: {kind}Input!) {{ {name}(input: $input) {{ __typename }} }}"
        done = (await client.data(document, input={"game": table.game, **values}))[name]
        assert done["__typename"] == f"{kind}Accepted", done
        self.moves += 1

    async def subscribe(self, per_game: int) -> None:
        """Add subscribers to each game, players first, and wait until they have all past events."""
        for number, table in enumerate(self._tables):
            state = (await table.players[0].data(TO_MOVE, game=table.game))["game"]
            self._first_counted[number] = state["version"]
            callers = [client.token for client in table.players] + [None] * (per_game - len(table.players))
            for order, token in enumerate(callers):
                socket = await self._opened.enter_async_context(
                    connect(
                        self._url.replace("http://", "ws://"),
                        subprotocols=[Subprotocol("graphql-transport-ws")],
                        compression=None,
                        proxy=None,
                    )
                )
                payload = {"Authorization": f"Bearer {token}"} if token else {}
                await socket.send(json.dumps({"type": "connection_init", "payload": payload}))
                await socket.recv()
                variables = {"game": table.game, "after": 0}
                operation = {"query": FOLLOW, "variables": variables}
                await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": operation}))
                received: list[int] = []
                self._received.append(received)
                task = asyncio.create_task(self._listen(socket, number, received, first=order == 0))
                self._tasks.append(task)
        await self._settled()

    async def _listen(
        self, socket: ClientConnection, number: int, received: list[int], *, first: bool
    ) -> None:
        async for text in socket:
            now = time.time()
            message: Any = json.loads(text)
            if message["type"] != "next":
                continue
            event = message["payload"]["data"]["gameEvents"]
            received.append(event["version"])
            if event["version"] > self._first_counted[number]:
                self.delays.append(now - datetime.fromisoformat(event["at"]).timestamp())
                if first:
                    self.texts.append((number, str(text)))

    async def lost(self) -> int:
        """Return the number of missing, repeated or reordered messages, once all have arrived."""
        await self._settled()
        wrong = 0
        followers = len(self._received) // len(self._tables)
        for number, received in enumerate(self._received):
            last = await self._version(self._tables[number // followers])
            if received != list(range(1, last + 1)):
                wrong += len(set(range(1, last + 1)) ^ set(received)) or 1
        return wrong

    async def _settled(self) -> None:
        """Wait until all subscribers have all events, or the timeout."""
        followers = len(self._received) // len(self._tables) or 1
        last = [await self._version(table) for table in self._tables]
        deadline = time.monotonic() + DELIVERY_TIMEOUT
        while time.monotonic() < deadline:
            if all(
                len(received) >= last[number // followers] for number, received in enumerate(self._received)
            ):
                return
            await asyncio.sleep(0.1)

    @staticmethod
    async def _version(table: Table) -> int:
        version: int = (await table.players[0].data(TO_MOVE, game=table.game))["game"]["version"]
        return version
