"""Twenty hostile clients, each at its own address, and the outcomes of their attacks."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

LOST: Final = (
    OSError,
    TimeoutError,
    asyncio.IncompleteReadError,
    asyncio.LimitOverrunError,
    WebSocketException,
)
"""Errors that end a connection when the server closes it."""
SIGN_IN: Final = 'mutation { signIn(input: {name: "Mallory"}) { ... on SignInAccepted { token } } }'
CREATE: Final = (
    'mutation { createGame(input: {variant: "hundred-and-ten"}) { ... on CommandAccepted { game { id } } } }'
)
WIDE: Final = " ".join(f"query q{number} {{ ...F }}" for number in range(290)) + (
    " fragment F on Query { variants { name title options { name default description values } } }"
)
_LIST: Final = "edges { node { id variant { name } createdAt players { id name } } }"
_LISTED: Final = f"games(filter: JOINABLE, first: 100) {{ {_LIST} }}"
LISTS: Final = f"{{ {' '.join(f'l{n}: {_LISTED}' for n in range(8))} }}"


class RawConnection:
    """A connection for well-formed and malformed HTTP."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def send(self, data: bytes) -> None:
        """Send arbitrary bytes."""
        self._writer.write(data)

    async def drain(self) -> None:
        """Wait until the bytes are sent."""
        await self._writer.drain()

    async def wait_closed(self) -> None:
        """Wait until the server closes the connection."""
        while await self._reader.read(65_536):
            pass

    async def ask(self, query: str, token: str | None = None, name: str | None = None) -> tuple[int, Any]:
        """Send an operation; returns the status and the answer."""
        body = json.dumps({"query": query, "operationName": name}).encode()
        bearer = f"authorization: Bearer {token}\r\n" if token else ""
        head = (
            "POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            f"{bearer}content-length: {len(body)}\r\n\r\n"
        )
        self.send(head.encode() + body)
        async with asyncio.timeout(60):
            lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
            length = next(int(line[15:]) for line in lines if line.startswith("content-length:"))
            answer = json.loads(await self._reader.readexactly(length))
        return int(lines[0].split()[1]), answer


class Attacker:
    """One hostile client."""

    def __init__(self, url: str, number: int, outcomes: Counter[str]) -> None:
        self._url = url
        parts = urlsplit(url)
        self._server = parts.hostname or "", parts.port or 0
        self._address = f"127.0.1.{number}"
        self._outcomes = outcomes

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[RawConnection]:
        """Open a connection from the client's address."""
        reader, writer = await asyncio.open_connection(*self._server, local_addr=(self._address, 0))
        try:
            yield RawConnection(reader, writer)
        finally:
            writer.close()

    async def documents(self) -> None:
        """Send operations at and beyond the cost limit."""
        token = game = None
        async with self.connection() as wire:
            with suppress(KeyError, TypeError):
                token = (await wire.ask(SIGN_IN))[1]["data"]["signIn"]["token"]
                game = (await wire.ask(CREATE, token))[1]["data"]["createGame"]["game"]["id"]
        if game is not None:
            await self._play_by_machines(token, game)
        seen = "version seats { index }"
        replays = " ".join(
            f'r{n}: game(id: "{game}") {{ at(version: {n + 50}) {{ {seen} }} }}' for n in range(20)
        )

        async def attack() -> None:
            async with self.connection() as wire:
                while True:
                    for query, name in ((WIDE, "q0"), (LISTS, None), (f"{{ {replays} }}", None)):
                        self._count("document", (await wire.ask(query, token, name))[0])

        await self._repeat(attack, 4)

    async def sockets(self) -> None:
        """Start operations and send pings on many sockets, as fast as possible."""
        begun = {"type": "subscribe", "payload": {"query": "{ variants { name options { name values } } }"}}

        async def attack() -> None:
            protocols = [Subprotocol("graphql-transport-ws")]
            url = self._url.replace("http:", "ws:")
            async with connect(
                url, subprotocols=protocols, local_addr=(self._address, 0), proxy=None
            ) as socket:
                await socket.send('{"type": "connection_init"}')
                for number in range(60):
                    await socket.send(json.dumps({**begun, "id": str(number)}))
                for _ in range(1_000):
                    await socket.send('{"type": "ping"}')
                async with asyncio.timeout(5):
                    for _ in range(60):
                        self._outcomes[f"socket {json.loads(await socket.recv())['type']}"] += 1

        await self._repeat(attack, 20)

    async def slow_bodies(self) -> None:
        """Hold connections open with requests whose bodies never end."""

        async def attack() -> None:
            async with self.connection() as wire:
                wire.send(b"POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n")
                wire.send(b'content-length: 90000\r\n\r\n{"query": "')
                await wire.wait_closed()
                self._outcomes["slow body closed"] += 1

        await self._repeat(attack, 300)

    async def headers(self) -> None:
        """Send headers that do not end."""

        async def attack() -> None:
            async with self.connection() as wire:
                wire.send(b"GET / HTTP/1.1\r\n")
                try:
                    for number in range(100_000):
                        wire.send(b"x-%d: %s\r\n" % (number, b"a" * 4_000))
                        await wire.drain()
                finally:
                    self._outcomes["headers closed"] += 1

        await self._repeat(attack, 20)

    async def guests(self) -> None:
        """Sign in repeatedly, and fill the disk with machine games."""

        async def attack() -> None:
            async with self.connection() as wire:
                while True:
                    status, answer = await wire.ask(SIGN_IN)
                    self._count("guest", status)
                    if status != 200:
                        continue
                    token = answer["data"]["signIn"]["token"]
                    for _ in range(30):
                        status, answer = await wire.ask(CREATE, token)
                        self._count("table", status)
                        if status == 200 and (answer["data"]["createGame"] or {}).get("game"):
                            await self._play_by_machines(token, answer["data"]["createGame"]["game"]["id"])

        await self._repeat(attack, 4)

    async def floods(self) -> None:
        """Send trivial requests with an invalid token."""

        async def attack() -> None:
            async with self.connection() as wire:
                while True:
                    self._count("flood", (await wire.ask("{ __typename }", "no.good.token"))[0])

        await self._repeat(attack, 20)

    async def _play_by_machines(self, token: str | None, game: str) -> None:
        async with self.connection() as wire:
            for name in ("fillSeats", "automateSeat", "startGame"):
                done = f'mutation {{ {name}(input: {{game: "{game}"}}) {{ __typename }} }}'
                self._count("machine game", (await wire.ask(done, token))[0])

    def _count(self, request: str, status: int) -> None:
        self._outcomes[f"{request} {status}"] += 1

    async def _repeat(self, attack: Callable[[], Awaitable[None]], connections: int) -> None:
        """Attack on so many connections, and reconnect when one is lost."""

        async def attack_forever() -> None:
            while True:
                try:
                    await attack()
                except LOST as error:
                    self._outcomes[f"{type(error).__name__}"] += 1
                    await asyncio.sleep(0.05)

        await asyncio.gather(*(attack_forever() for _ in range(connections)))


ATTACKS: Final = {
    Attacker.documents: 4,
    Attacker.sockets: 3,
    Attacker.slow_bodies: 3,
    Attacker.headers: 2,
    Attacker.guests: 3,
    Attacker.floods: 5,
}
"""The attacks and their numbers of clients."""


async def attack(url: str, seconds: float) -> Counter[str]:
    """Attack for a time; returns the outcomes with their numbers."""
    outcomes: Counter[str] = Counter()
    methods = [method for method, count in ATTACKS.items() for _ in range(count)]
    tasks = [
        asyncio.create_task(method(Attacker(url, number, outcomes)))
        for number, method in enumerate(methods, 1)
    ]
    ends = monotonic() + seconds
    done, _ = await asyncio.wait(tasks, timeout=ends - monotonic(), return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        if (error := task.exception()) is not None and not isinstance(error, LOST):
            raise error
    return outcomes


def main() -> None:
    """Attack the server at a URL for some seconds."""
    # Idle priority, since attackers share a core with the measured players.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    url, seconds = sys.argv[1:]
    sys.stdout.write(json.dumps(asyncio.run(attack(url, float(seconds)))) + "\n")


if __name__ == "__main__":
    main()
