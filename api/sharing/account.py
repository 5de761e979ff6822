"""The account of one caller: what the server works for it, and the turns that it waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final, Protocol

from api.graphql.rates import Kind, RateLimits, TooManyRequests, TurnLost
from api.sharing.turns import Turn
from application.work import Account
from domain.events import PlayerId

LONGEST_TURN: Final = 5.0
"""Seconds that a request of a heavy caller waits for its turn before it is refused."""
LONGEST_BREAK: Final = 0.25
"""Seconds that work under way waits at most before it goes on."""
IN_ADVANCE: Final = 0.002
"""Seconds of work that are reserved for a request before it begins."""
WORK_AGAIN: Final = 5
"""Seconds after which who was refused for that may try again."""


class Holding(Protocol):
    """A connection that may end while its request waits."""

    def holding(self, turn: Turn) -> AbstractContextManager[None]:
        """Hold a request back until its turn has come; the turn is lost when the connection ends."""
        ...


class CallerAccount(Account):
    """The server's work for one caller, whose name becomes known on the way."""

    __slots__ = ("_connection", "_rates", "address", "overdue", "player")

    def __init__(self, rates: RateLimits, address: str, connection: Holding | None = None) -> None:
        super().__init__(rates.reads_of(address))
        self.address = address
        self.player: PlayerId | None = None
        self.overdue: TooManyRequests | None = None
        """Why the request may not go on; None where it may."""
        self._rates = rates
        self._connection = connection

    @property
    def caller(self) -> str:
        """The player, or the address of who does not say who it is."""
        return self.address if self.player is None else self.player

    def identify(self, player: PlayerId) -> bool:
        """Go on in a player's name; return whether this is news."""
        if player == self.player:
            return False
        self.free()
        self.player = player
        return True

    @contextmanager
    def streaming(self) -> Iterator[None]:
        """Count a subscription for as long as it is open; raises TooManyRequests."""
        with self._rates.streaming(self.address, self.player):
            yield

    async def turn(self, seconds: float = IN_ADVANCE, within: float | None = None) -> None:
        """Wait while the caller has had more than its share, and reserve what most requests take.

        Raises TooManyRequests after `within` seconds, by default LONGEST_TURN, and TurnLost.
        """
        turn = self._rates.turns.ask(self.address, self.caller, seconds)
        if turn is not None:
            await self._come(turn, LONGEST_TURN if within is None else within)
        self.reserve(seconds)

    async def go_on(self) -> None:
        """Wait until the caller's long work may go on, but not for long: others may wait for its end."""
        self.settle()
        turn = self._rates.turns.ask(self.address, self.caller)
        if turn is not None:
            await _wait(turn, LONGEST_BREAK)

    def is_heavy(self) -> bool:
        """Tell whether the caller has to wait for its turns now."""
        return self._rates.turns.shares.is_heavy(self.address, self.caller)

    async def prepare(self, seconds: float) -> None:
        """Wait for a turn if the caller is heavy already, then reserve the seconds of long work.

        Raises TooManyRequests, and TurnLost.
        """
        await self.turn(0.0)
        self.reserve(seconds)

    async def _come(self, turn: Turn, within: float) -> None:
        with nullcontext() if self._connection is None else self._connection.holding(turn):
            await _wait(turn, within)
        if turn.cancelled():
            raise TooManyRequests(Kind.WORK, WORK_AGAIN)
        if not turn.result():
            raise TurnLost(Kind.WORK, WORK_AGAIN)

    def charge(self, seconds: float) -> None:
        """Count the seconds towards the share of the caller and of its address."""
        self._rates.worked(seconds, self.address, self.player)

    def hold(self, seconds: float) -> None:
        """Count seconds as good as worked while they are reserved."""
        self._rates.turns.shares.hold(seconds, self.address, self.caller)


async def _wait(turn: Turn, seconds: float) -> None:
    try:
        await asyncio.wait((turn,), timeout=seconds)
    finally:
        # Nobody takes a turn that comes later, or whose request was cancelled.
        turn.cancel()
