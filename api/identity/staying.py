"""How long somebody may stay on a connection: until its token expires, or it is erased."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Final, Self

from sqlalchemy.exc import SQLAlchemyError

from api.identity.caller import Caller
from application.ending import ended
from application.players import NOTICED_WITHIN, Players
from domain.events import PlayerId

logger = logging.getLogger(__name__)

EXPIRED: Final = "The token has expired: sign in again."
ERASED: Final = "You were erased."


class Stay:
    """Somebody's stay on one connection."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._erased = asyncio.Event()
        self._waiting: asyncio.Timeout | None = None

    @property
    def over(self) -> str | None:
        """Why the stay is over, in a sentence; None while it is not."""
        if self._erased.is_set():
            return ERASED
        return EXPIRED if time.time() >= self._caller.expires else None

    def deadline(self) -> float:
        """Return when the stay is over at the latest, by the event loop's clock."""
        left = 0.0 if self._erased.is_set() else self._caller.expires - time.time()
        return asyncio.get_running_loop().time() + left

    @contextmanager
    def cutting_short(self, waiting: asyncio.Timeout) -> Iterator[None]:
        """Let a timeout that is entered end at once when somebody is erased."""
        self._waiting = waiting
        try:
            yield
        finally:
            self._waiting = None

    async def end(self) -> str:
        """Wait until the stay is over, and return why."""
        while (over := self.over) is None:
            # The two clocks go apart: it may be a little early.
            try:
                async with asyncio.timeout_at(self.deadline()):
                    await self._erased.wait()
            except TimeoutError:
                continue
        return over

    def erase(self) -> None:
        """End the stay, since the player is erased."""
        self._erased.set()
        if self._waiting is not None and not self._waiting.expired():
            self._waiting.reschedule(asyncio.get_running_loop().time())


class Stays:
    """All who are on connections of this process; entered, it finds out who is erased in another one."""

    def __init__(self, players: Players, every: float = NOTICED_WITHIN) -> None:
        self._players = players
        self._every = every
        self._stays: defaultdict[PlayerId, set[Stay]] = defaultdict(set)
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to watch."""
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop watching."""
        if self._watching is not None:
            await ended([self._watching])

    @contextmanager
    def stay(self, caller: Caller) -> Iterator[Stay]:
        """Give the stay of somebody on a connection, for as long as that is open."""
        stay = Stay(caller)
        self._stays[caller.player].add(stay)
        try:
            yield stay
        finally:
            self._stays[caller.player].discard(stay)
            if not self._stays[caller.player]:
                del self._stays[caller.player]

    def erase(self, player: PlayerId) -> None:
        """End all stays of a player who is erased."""
        for stay in self._stays.get(player, ()):
            stay.erase()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            if not self._stays:
                continue
            try:
                erased = await self._players.erased(self._stays)
            except SQLAlchemyError:
                logger.exception("who was erased cannot be read; trying again in %s s", self._every)
                continue
            for player in erased:
                self.erase(player)
