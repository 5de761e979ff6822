"""A proxy between a store and PostgreSQL that cuts connections during a commit.

It parses enough of the protocol to recognise a store's writer by its name, the statement that appends, and
its response. After a cut at the response, the commit has happened and the store does not know.
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
"""Text in the statement that appends; it commits at the end of its message."""
STARTUP: Final = 196608
"""The number of protocol version 3.0; requests for encryption have another number."""


class Cut(StrEnum):
    """The moment of a commit at which a connection is cut."""

    UNSENT = "before it arrived"
    SENT = "as soon as it was sent"
    UNANSWERED = "at its response, before that is forwarded"


class Proxy:
    """Forwards connections to PostgreSQL, and cuts the next commit of a writer on request."""

    def __init__(self, url: str) -> None:
        parameters = conninfo_to_dict(url)
        self._host, self._port = str(parameters["host"]), int(str(parameters["port"]))
        self._next: Cut | None = None
        self._cut = asyncio.Event()
        self._links: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._url = url
        self.refuses = False
        """True if new connections are refused."""
        self.cuts: Counter[Cut] = Counter()
        """The number of cuts by moment."""

    @property
    def url(self) -> str:
        """The database's URL through this proxy."""
        assert self._server is not None, "it does not listen"
        port = self._server.sockets[0].getsockname()[1]
        name = conninfo_to_dict(self._url)["dbname"]
        return postgres.url_of(self._url, name, host="127.0.0.1", port=port)

    def cut_next(self, where: Cut) -> None:
        """Cut the next commit of a writer at a moment."""
        self._next = where
        self._cut.clear()

    async def was_cut(self) -> None:
        """Wait until the latest requested cut has happened."""
        await self._cut.wait()

    def taken(self, *where: Cut) -> Cut | None:
        """Return the requested cut if it is one of these, once per request."""
        if self._next is None or self._next not in where:
            return None
        taken, self._next = self._next, None
        self.cuts[taken] += 1
        self._cut.set()
        return taken

    async def listen(self) -> None:
        """Start accepting connections."""
        self._server = await asyncio.start_server(self._linked, "127.0.0.1", 0)

    async def close(self) -> None:
        """Stop accepting connections, and cut the open ones."""
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
            # One side has closed, so the other side is closed too.
            pass
        except asyncio.CancelledError:
            # Only close() cancels, in order to end the link.
            pass
        finally:
            self._links.discard(task)
            writer.transport.abort()

    async def _link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await _unencrypted(reader, writer)
        answers, requests = await asyncio.open_connection(self._host, self._port)
        try:
            requests.write(first)
            link = _Link(self, watched=WRITER in first)
            there = asyncio.ensure_future(link.ask(reader, requests))
            back = asyncio.ensure_future(link.answer(answers, writer))
            try:
                await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in (there, back):
                    each.cancel()
                await asyncio.gather(there, back, return_exceptions=True)
        finally:
            requests.transport.abort()


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
                    # Forward the rest of the request, which the server needs to execute it.
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
                # The commit has ended once the server is ready for the next query.
                if message[:1] == b"Z":
                    return
                continue
            to.write(message)
            await to.drain()

    def _commits_by(self, message: bytes) -> bool:
        """Return whether a message executes an append; the statement may have been prepared earlier."""
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
    """Refuse encryption, and return a client's first message."""
    while True:
        head = await reader.readexactly(8)
        rest = await reader.readexactly(int.from_bytes(head[:4], "big") - 8)
        if int.from_bytes(head[4:], "big") == STARTUP:
            return head + rest
        if rest:
            # A request to cancel a query, which the stores do not send.
            raise ConnectionAbortedError("not a connection of a store")
        writer.write(b"N")


async def _message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    return head + await reader.readexactly(int.from_bytes(head[1:], "big") - 4)


@asynccontextmanager
async def proxied(url: str) -> AsyncIterator[Proxy]:
    """Yield a proxy in front of a database."""
    proxy = Proxy(url)
    await proxy.listen()
    try:
        yield proxy
    finally:
        with suppress(OSError):
            await proxy.close()
