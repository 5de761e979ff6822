"""Ends connections when their token expires or is revoked, or their player is erased or banned.

An address ban ends the connections of everyone there, spectators included.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from types import TracebackType
from typing import Final, Self

from api.identity.caller import Caller, Role, ban_text
from application.moderation.bans import Ban
from application.players.registry import CHANGE_CHECK_INTERVAL, Players
from application.runtime.periodic_work import PeriodicWork
from application.runtime.timer_wheel import TimeLimit
from domain.events import PlayerId

EXPIRED: Final = "The token has expired: sign in again."
ERASED: Final = "You were erased."
REVOKED: Final = "The token was revoked: sign in again."


class OpenConnection:
    """A connection of one caller, or of a spectator, for as long as it may be kept."""

    def __init__(self, caller: Caller | None, address: str) -> None:
        self.caller = caller
        self.address = address
        self.ban: Ban | None = None
        """The ban that ends the connection, None for another reason."""
        self._reason: str | None = None
        self._ended_event = asyncio.Event()
        self._waiting: TimeLimit | None = None

    @property
    def end_reason(self) -> str | None:
        """Reason for which the connection must end, as a sentence; None while it may stay open."""
        if self._reason is not None:
            return self._reason
        return EXPIRED if self.caller is not None and time.time() >= self.caller.expires else None

    def deadline(self) -> float | None:
        """Return the latest end of the connection, by the event loop's clock; None without one."""
        now = asyncio.get_running_loop().time()
        if self._reason is not None:
            return now
        return None if self.caller is None else now + self.caller.expires - time.time()

    @contextmanager
    def rescheduling(self, waiting: TimeLimit) -> Iterator[None]:
        """Make a time limit that has begun expire at once when the connection must end."""
        self._waiting = waiting
        try:
            yield
        finally:
            self._waiting = None

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

    def end(self, reason: str, ban: Ban | None = None) -> None:
        """End the connection, for a reason given as a sentence."""
        self.ban = self.ban or ban
        self._reason = self._reason or reason
        self._ended_event.set()
        if self._waiting is not None and not self._waiting.expired():
            self._waiting.reschedule(asyncio.get_running_loop().time())


class OpenConnections:
    """The connections of all callers to this process.

    As a context manager, it also notices players erased and tokens revoked by other processes.
    """

    def __init__(self, players: Players, interval: float = CHANGE_CHECK_INTERVAL) -> None:
        self._players = players
        self._connections: defaultdict[PlayerId, set[OpenConnection]] = defaultdict(set)
        self._spectators: set[OpenConnection] = set()
        players.bans.subscribe(self._end_banned)
        # Every error is caught: without this watch, erased players would stay connected.
        self._watching = PeriodicWork("the check for erased players", self._check, interval, catches_all=True)

    async def __aenter__(self) -> Self:
        """Start watching."""
        self._watching.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop watching."""
        await self._watching.cancel()

    @contextmanager
    def open(self, caller: Caller | None, address: str) -> Iterator[OpenConnection]:
        """Yield the connection of a caller, None for a spectator, for as long as it is open."""
        connection = OpenConnection(caller, address)
        held = self._spectators if caller is None else self._connections[caller.player]
        held.add(connection)
        # The ban may be newer than the check of the caller.
        self._end_if_banned(connection)
        try:
            yield connection
        finally:
            held.discard(connection)
            if caller is not None and not held:
                self._connections.pop(caller.player, None)

    def erase(self, player: PlayerId) -> None:
        """End all connections of an erased player."""
        for connection in self._connections.get(player, ()):
            connection.end(ERASED)

    def end(self, player: PlayerId, ended: Callable[[Caller], bool], reason: str) -> None:
        """End the connections of a player's callers for whom a condition is true."""
        for connection in self._connections.get(player, ()):
            if connection.caller is not None and ended(connection.caller):
                connection.end(reason)

    def _end_banned(self) -> None:
        for connection in [*chain.from_iterable(self._connections.values()), *self._spectators]:
            self._end_if_banned(connection)

    def _end_if_banned(self, connection: OpenConnection) -> None:
        bans, caller = self._players.bans, connection.caller
        ban = bans.of_address(connection.address)
        if ban is None and caller is not None and Role.OPERATOR not in caller.roles:
            ban = bans.of_player(caller.player)
        if ban is not None:
            text = ban_text(ban)
            connection.end(f"{text[0].upper()}{text[1:]}.", ban)

    async def _check(self) -> None:
        if not self._connections:
            return
        erased = await self._players.erased(self._connections)
        await self._players.tokens.check_for_changes()
        for player in erased:
            self.erase(player)
        self._end_revoked()

    def _end_revoked(self) -> None:
        revoked, ended = self._players.tokens.known_revoked, self._players.sessions.state.is_ended
        for connection in list(chain.from_iterable(self._connections.values())):
            caller = connection.caller
            if caller is None:
                continue
            token = caller.session
            if revoked(caller.player, caller.token, caller.given) or (
                token is not None and ended(token.player, token.session, token.id, token.given)
            ):
                connection.end(REVOKED)
