"""A proxy between a store and PostgreSQL that cuts connections in the midst of a commit.

It reads just enough of the protocol to know a store's writer by its name, to see the statement pass that
appends, and to see it answered. Cut there, the commit has happened and nobody on this side has been told.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import StrEnum
from typing import Final

from psycopg.conninfo import conninfo_to_dict

from tests import postgres

WRITER: Final = b"kibitz writer"
APPENDS: Final = b"INSERT INTO kibitz.events"
"""What is in the statement that appends, and commits with the end of its message."""
STARTUP: Final = 196608
"""The number of the protocol's version 3.0; what asks for encryption says another one."""


class Cut(StrEnum):
    """Where in a commit a connection is cut."""

    UNSENT = "before it arrived"
    SENT = "as soon as it was sent"
    UNANSWERED = "when it was answered, before anybody was told"


class Proxy:
    """Passes connections on to a PostgreSQL, and cuts the next writer's commit where it is told to."""

    def __init__(self, url: str) -> None:
        given = conninfo_to_dict(url)
        self._host, self._port = str(given["host"]), int(str(given["port"]))
        self._next: Cut | None = None
        self._cut = asyncio.Event()
        self._links: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._url = url
        self.refuses = False
        """Whether it takes no further connections."""
        self.cuts: Counter[Cut] = Counter()
        """How many connections were cut where."""

    @property
    def url(self) -> str:
        """The database's URL through this proxy."""
        assert self._server is not None, "it does not listen"
        port = self._server.sockets[0].getsockname()[1]
        name = conninfo_to_dict(self._url)["dbname"]
        return postgres.url_of(self._url, name, host="127.0.0.1", port=port)

    def cut_next(self, where: Cut) -> None:
        """Cut the next commit of a writer there."""
        self._next = where
        self._cut.clear()

    async def was_cut(self) -> None:
        """Wait until the cut that was asked for last has happened."""
        await self._cut.wait()

    def taken(self, *where: Cut) -> Cut | None:
        """Tell whether to cut at one of these places, now; only once each time that it is asked for."""
        if self._next is None or self._next not in where:
            return None
        taken, self._next = self._next, None
        self.cuts[taken] += 1
        self._cut.set()
        return taken

    async def listen(self) -> None:
        """Begin to take connections."""
        self._server = await asyncio.start_server(self._linked, "127.0.0.1", 0)

    async def close(self) -> None:
        """Take no more connections and cut all that there are."""
        assert self._server is not None
        self._server.close()
        for link in tuple(self._links):
            link.cancel()
        await asyncio.gather(*self._links, return_exceptions=True)
        await self._server.wait_closed()

    async def _linked(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._links.add(task)
        try:
            if not self.refuses:
                await self._link(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            # Either side is gone, so the other one is told the same way.
            pass
        except asyncio.CancelledError:
            # Only close() cancels; that the link ends is all that it wants.
            pass
        finally:
            self._links.discard(task)
            writer.transport.abort()

    async def _link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await _unencrypted(reader, writer)
        answers, asks = await asyncio.open_connection(self._host, self._port)
        try:
            asks.write(first)
            link = _Link(self, watched=WRITER in first)
            there = asyncio.ensure_future(link.ask(reader, asks))
            back = asyncio.ensure_future(link.answer(answers, writer))
            try:
                await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in (there, back):
                    each.cancel()
                await asyncio.gather(there, back, return_exceptions=True)
        finally:
            asks.transport.abort()


class _Link:
    """One connection of a client, in both directions, each until its end or a cut."""

    def __init__(self, proxy: Proxy, *, watched: bool) -> None:
        self._proxy = proxy
        self._watched = watched
        self._commits: set[bytes] = set()
        self._withheld = False

    async def ask(self, reader: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        while True:
            message = await _message(reader)
            if self._watched and self._commits_by(message):
                cut = self._proxy.taken(Cut.UNSENT, Cut.SENT, Cut.UNANSWERED)
                if cut is Cut.UNSENT:
                    return
                self._withheld = cut is Cut.UNANSWERED
                if cut is Cut.SENT:
                    # All that belongs to it: without the rest the server would not carry it out.
                    while True:
                        to.write(message)
                        if message[:1] == b"S":
                            await to.drain()
                            return
                        message = await _message(reader)
            to.write(message)
            await to.drain()

    async def answer(self, reader: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        while True:
            message = await _message(reader)
            if self._withheld:
                # Only now that the server is ready for more has it committed, or failed to.
                if message[:1] == b"Z":
                    return
                continue
            to.write(message)
            await to.drain()

    def _commits_by(self, message: bytes) -> bool:
        """Tell whether a message has an append carried out; the statement may have been prepared earlier."""
        kind, body = message[:1], message[5:]
        if kind == b"P":
            name, query, *_ = body.split(b"\0")
            if APPENDS in query:
                self._commits.add(name)
            else:
                self._commits.discard(name)
        if kind == b"B":
            _, name, *_ = body.split(b"\0")
            return name in self._commits
        return False


async def _unencrypted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """Return a client's first message, after it was told that nothing is encrypted here."""
    while True:
        head = await reader.readexactly(8)
        rest = await reader.readexactly(int.from_bytes(head[:4], "big") - 8)
        if int.from_bytes(head[4:], "big") == STARTUP:
            return head + rest
        if rest:
            # What cancels a query: nothing here sends one.
            raise ConnectionAbortedError("not a connection of a store")
        writer.write(b"N")


async def _message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    return head + await reader.readexactly(int.from_bytes(head[1:], "big") - 4)


@asynccontextmanager
async def proxied(url: str) -> AsyncIterator[Proxy]:
    """Give a proxy before a database."""
    proxy = Proxy(url)
    await proxy.listen()
    try:
        yield proxy
    finally:
        with suppress(OSError):
            await proxy.close()
