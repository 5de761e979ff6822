"""The side of the reference: the same groups of followers on the bare server."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

from benchmarks.server_processes import Running
from benchmarks.subscribers.bare_broadcast import CONTROL
from benchmarks.subscribers.followers import Socket, connect_all
from benchmarks.subscribers.phases import DELIVERY_TIMEOUT, GroupSize, Order, Phase, at_rate, until


class _BareFollower(Socket):
    """A socket to the bare server that follows a game."""

    def __init__(self, host: str, game: str, bare: Bare) -> None:
        super().__init__(host, [game])
        self._bare = bare

    def took(self, text: bytes) -> None:
        """Count and time a message."""
        self._bare.count += 1
        self._bare.delays.append(time.time() - self._bare.sent_at)

    def lost(self) -> None:
        """Do nothing: the missing messages are noticed."""


class _Controller(Socket):
    """The socket that orders the bare server to send."""

    def __init__(self, host: str) -> None:
        super().__init__(host, [CONTROL])
        self._done: asyncio.Future[None] | None = None

    async def order(self, text: str) -> None:
        """Give an order, and wait until it is carried out."""
        self._done = asyncio.get_running_loop().create_future()
        self.send(text)
        async with asyncio.timeout(DELIVERY_TIMEOUT):
            await self._done

    def took(self, text: bytes) -> None:
        """Note that the order is carried out."""
        assert self._done is not None, "an order was given"
        self._done.set_result(None)

    def lost(self) -> None:
        """Fail the order that waits."""
        if self._done is not None and not self._done.done():
            self._done.set_exception(ConnectionError("the bare server closed the socket"))


class Bare:
    """The bare server with the same groups."""

    def __init__(self, server: Running) -> None:
        self.count = 0
        self.delays: list[float] = []
        self.sent_at = 0.0
        """The time of the last order."""
        self._server = server
        host = urlsplit(server.url).netloc
        self._host = host
        self._controller = _Controller(host)
        self._sizes: Sequence[GroupSize] = ()
        self._sockets: list[Socket] = []

    async def open(self, sizes: Sequence[GroupSize]) -> None:
        """Connect as many followers as Kibitz has."""
        self._sizes = sizes
        self._sockets = [
            _BareFollower(self._host, f"{number}-{game}", self)
            for number, size in enumerate(sizes)
            for game in range(size.games)
            for _ in range(size.followers)
        ]
        await connect_all(self._server.url, [*self._sockets, self._controller])

    async def play(self, number: int, orders: Sequence[Order], rate: float) -> Phase:
        """Order the messages of moves in a group at a rate, and measure until all have arrived."""
        self.delays.clear()
        before, cpu = self.count, self._server.cpu_seconds()
        expected = self._sizes[number].followers * sum(len(order.texts) for order in orders)

        def step_of(order: Order) -> Callable[[], Awaitable[None]]:
            async def step() -> None:
                text = json.dumps([f"{number}-{order.game}", order.texts])
                self.sent_at = time.time()
                await self._controller.order(text)

            return step

        await at_rate(rate, map(step_of, orders))
        await until(lambda: self.count - before >= expected)
        return Phase(
            cpu=self._server.cpu_seconds() - cpu,
            moves=len(orders),
            messages=self.count - before,
            delays=tuple(self.delays),
        )

    def close(self) -> None:
        """Close all connections."""
        for each in (*self._sockets, self._controller):
            each.close()
