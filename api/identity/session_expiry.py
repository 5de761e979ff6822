"""Ends connections when their token expires or is revoked, or when their player is erased."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
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


class Stay:
    """Stay of one caller on one connection."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self._ended: str | None = None
        self._end = asyncio.Event()
        self._waiting: asyncio.Timeout | None = None

    @property
    def over(self) -> str | None:
        """Reason for the end of the stay, as a sentence; None while it lasts."""
        if self._ended is not None:
            return self._ended
        return EXPIRED if time.time() >= self.caller.expires else None

    def deadline(self) -> float:
        """Return the latest end of the stay, by the event loop's clock."""
        left = 0.0 if self._ended is not None else self.caller.expires - time.time()
        return asyncio.get_running_loop().time() + left

    @contextmanager
    def cutting_short(self, waiting: asyncio.Timeout) -> Iterator[None]:
        """Make an entered timeout expire at once when the stay is dismissed."""
        self._waiting = waiting
        try:
            yield
        finally:
            self._waiting = None

    async def end(self) -> str:
        """Wait until the stay is over, and return why."""
        while (over := self.over) is None:
            # The two clocks drift apart, so the timeout may be a little early.
            try:
                async with asyncio.timeout_at(self.deadline()):
                    await self._end.wait()
            except TimeoutError:
                continue
        return over

    def dismiss(self, reason: str) -> None:
        """End the stay, for a reason given as a sentence."""
        self._ended = self._ended or reason
        self._end.set()
        if self._waiting is not None and not self._waiting.expired():
            self._waiting.reschedule(asyncio.get_running_loop().time())


class Stays:
    """Stays of all callers on connections of this process.

    As a context manager, it also notices players erased and tokens revoked by other processes.
    """

    def __init__(self, players: Players, every: float = CHANGE_CHECK_INTERVAL) -> None:
        self._players = players
        self._every = every
        self._stays: defaultdict[PlayerId, set[Stay]] = defaultdict(set)
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
    def stay(self, caller: Caller) -> Iterator[Stay]:
        """Yield the stay of a caller on a connection, for as long as the connection is open."""
        stay = Stay(caller)
        self._stays[caller.player].add(stay)
        try:
            yield stay
        finally:
            self._stays[caller.player].discard(stay)
            if not self._stays[caller.player]:
                del self._stays[caller.player]

    def erase(self, player: PlayerId) -> None:
        """End all stays of an erased player."""
        for stay in self._stays.get(player, ()):
            stay.dismiss(ERASED)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            if not self._stays:
                continue
            try:
                erased = await self._players.erased(self._stays)
                await self._players.tokens.check_for_changes()
                for player in erased:
                    self.erase(player)
                self._dismiss_revoked()
            except Exception:
                # Catches every error: without this watch, erased players would stay connected.
                logger.exception("who was erased cannot be told; trying again in %s s", self._every)

    def _dismiss_revoked(self) -> None:
        revoked = self._players.tokens.known_revoked
        for stay in [stay for stays in self._stays.values() for stay in stays]:
            caller = stay.caller
            if revoked(caller.player, caller.token, caller.given):
                stay.dismiss(REVOKED)
