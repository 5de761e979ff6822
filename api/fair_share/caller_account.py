"""Account of one caller: the server time that it uses, and the turns that it waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final, Protocol

from api.fair_share.turns import Turn
from api.graphql.limits.rates import CallKind, RateLimits, TooManyRequests, TurnLost
from application.runtime.work_accounts import Account
from domain.events import PlayerId

TURN_TIMEOUT: Final = 5.0
"""Maximum seconds that a request of a heavy caller waits for its turn; then it is refused."""
BREAK_TIMEOUT: Final = 0.25
"""Maximum seconds that work under way waits before it continues."""
DEFAULT_RESERVATION: Final = 0.002
"""Seconds of work reserved for a request before it begins."""
RETRY_AFTER: Final = 5
"""Seconds after which a caller that was refused for its work may retry."""


class TurnHolder(Protocol):
    """Connection that may end while its request waits."""

    def waiting_for(self, turn: Turn) -> AbstractContextManager[None]:
        """Hold a request until its turn comes; the turn is lost when the connection ends."""
        ...


class CallerAccount(Account):
    """Server time used by one caller, whose player may become known during the request."""

    player: PlayerId | None = None
    has_token = False
    """True if the caller sent a token, which may not be valid."""
    refusal: TooManyRequests | None = None
    """Reason to refuse the request; None if it may go on."""
    _reads: asyncio.Semaphore | None = None

    def __init__(self, rates: RateLimits, address: str, connection: TurnHolder | None = None) -> None:
        self.address = address
        self._rates = rates
        self._connection = connection

    @property
    def reads(self) -> asyncio.Semaphore | None:
        """Bounds the concurrent reads of the caller's address; None if rates are not enforced."""
        if self._reads is None:
            # Kept, because the semaphore exists while an account has it; most requests need none.
            self._reads = self._rates.reads_of(self.address)
        return self._reads

    @property
    def caller(self) -> str:
        """The player, or the address of an unauthenticated caller."""
        return self.address if self.player is None else self.player

    def identify(self, player: PlayerId) -> bool:
        """Charge the player from now on; return whether this changes the caller."""
        if player == self.player:
            return False
        self.free()
        self.player = player
        return True

    @contextmanager
    def streaming(self) -> Iterator[None]:
        """Count a subscription while it is open; raises TooManyRequests."""
        with self._rates.streaming(self.address, self.player):
            yield

    async def turn(self, seconds: float = DEFAULT_RESERVATION, within: float | None = None) -> None:
        """Wait while the caller exceeds its share, then reserve `seconds` of work.

        The default covers most requests. Raises TooManyRequests after `within` seconds, by default
        TURN_TIMEOUT, and TurnLost.
        """
        if (turn := self.asked_turn(seconds)) is not None:
            await self.wait_for(turn, within)
        self.reserve(seconds)

    def asked_turn(self, seconds: float) -> Turn | None:
        """Return the turn that the caller must wait for to use some seconds; None if it may go on."""
        return self._rates.turns.ask(self.address, self.caller, seconds)

    async def wait_to_continue(self) -> None:
        """Wait until the caller's long work may continue, but not for long: others may wait for its end."""
        self.settle()
        turn = self._rates.turns.ask(self.address, self.caller)
        if turn is not None:
            await _wait(turn, BREAK_TIMEOUT)

    def is_heavy(self) -> bool:
        """Return whether the caller has to wait for turns now."""
        shares = self._rates.turns.shares
        return shares.is_busy() and shares.is_heavy(self.address, self.caller)

    async def prepare(self, seconds: float) -> None:
        """Wait for a turn if the caller is already heavy, then reserve the seconds of long work.

        Raises TooManyRequests, and TurnLost.
        """
        await self.turn(0.0)
        self.reserve(seconds)

    async def wait_for(self, turn: Turn, within: float | None = None) -> None:
        """Wait for a turn; raises TooManyRequests after `within` seconds, and TurnLost."""
        with nullcontext() if self._connection is None else self._connection.waiting_for(turn):
            await _wait(turn, TURN_TIMEOUT if within is None else within)
        if turn.cancelled():
            raise TooManyRequests(CallKind.WORK, RETRY_AFTER)
        if not turn.result():
            raise TurnLost(CallKind.WORK, RETRY_AFTER)

    def charge(self, seconds: float) -> None:
        """Count seconds towards the shares of the caller and of its address."""
        self._rates.worked(seconds, self.address, self.player)

    def hold(self, seconds: float) -> None:
        """Count reserved seconds towards the shares as if they were worked."""
        self._rates.turns.shares.hold(seconds, self.address, self.caller)


async def _wait(turn: Turn, seconds: float) -> None:
    try:
        await asyncio.wait((turn,), timeout=seconds)
    finally:
        # A turn must not be granted any more after the timeout, or once its request was cancelled.
        turn.cancel()
