"""Ends connections when their token expires or is revoked, or when their player is erased."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from types import TracebackType
from typing import Final, Self

from api.identity.caller import Caller
from application.players.registry import CHANGE_CHECK_INTERVAL, Players
from application.runtime.cancellation import cancel_and_wait
from domain.events import PlayerId

logger = logging.getLogger(__name__)

EXPIRED: Final = "The token has expired: sign in again."
ERASED: Final = "You were erased."
REVOKED: Final = "The token was revoked: sign in again."


class OpenConnection:
    """A connection of one caller, for as long as the caller may keep it."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self._reason: str | None = None
        self._ended_event = asyncio.Event()
        self._timeout: asyncio.Timeout | None = None

    @property
    def end_reason(self) -> str | None:
        """Reason for which the connection must end, as a sentence; None while it may stay open."""
        if self._reason is not None:
            return self._reason
        return EXPIRED if time.time() >= self.caller.expires else None

    def deadline(self) -> float:
        """Return the latest end of the connection, by the event loop's clock."""
        left = 0.0 if self._reason is not None else self.caller.expires - time.time()
        return asyncio.get_running_loop().time() + left

    @contextmanager
    def rescheduling(self, waiting: asyncio.Timeout) -> Iterator[None]:
        """Make an entered timeout expire at once when the connection must end."""
        self._timeout = waiting
        try:
            yield
        finally:
            self._timeout = None

    async def wait_ended(self) -> str:
        """Wait until the connection must end, and return the reason."""
        while (reason := self.end_reason) is None:
            # The two clocks drift apart, so the timeout may be a little early.
            try:
                async with asyncio.timeout_at(self.deadline()):
                    await self._ended_event.wait()
            except TimeoutError:
                continue
        return reason

    def end(self, reason: str) -> None:
        """End the connection, for a reason given as a sentence."""
        self._reason = self._reason or reason
        self._ended_event.set()
        if self._timeout is not None and not self._timeout.expired():
            self._timeout.reschedule(asyncio.get_running_loop().time())


class OpenConnections:
    """The connections of all callers to this process.

    As a context manager, it also notices players erased and tokens revoked by other processes.
    """

    def __init__(self, players: Players, interval: float = CHANGE_CHECK_INTERVAL) -> None:
        self._players = players
        self._interval = interval
        self._connections: defaultdict[PlayerId, set[OpenConnection]] = defaultdict(set)
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Start watching."""
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop watching."""
        if self._watching is not None:
            await cancel_and_wait([self._watching])

    @contextmanager
    def open(self, caller: Caller) -> Iterator[OpenConnection]:
        """Yield the connection of a caller, for as long as it is open."""
        connection = OpenConnection(caller)
        self._connections[caller.player].add(connection)
        try:
            yield connection
        finally:
            self._connections[caller.player].discard(connection)
            if not self._connections[caller.player]:
                del self._connections[caller.player]

    def erase(self, player: PlayerId) -> None:
        """End all connections of an erased player."""
        for connection in self._connections.get(player, ()):
            connection.end(ERASED)

    def end(self, player: PlayerId, ended: Callable[[Caller], bool], reason: str) -> None:
        """End the connections of a player's callers for whom a condition is true."""
        for connection in self._connections.get(player, ()):
            if ended(connection.caller):
                connection.end(reason)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            if not self._connections:
                continue
            try:
                erased = await self._players.erased(self._connections)
                await self._players.tokens.check_for_changes()
                for player in erased:
                    self.erase(player)
                self._end_revoked()
            except Exception:
                # Catches every error: without this watch, erased players would stay connected.
                logger.exception("cannot check for erased players; trying again in %s s", self._interval)

    def _end_revoked(self) -> None:
        revoked, ended = self._players.tokens.known_revoked, self._players.sessions.state.is_ended
        for connection in list(chain.from_iterable(self._connections.values())):
            caller = connection.caller
            token = caller.session
            if revoked(caller.player, caller.token, caller.given) or (
                token is not None and ended(token.player, token.session, token.id, token.given)
            ):
                connection.end(REVOKED)
