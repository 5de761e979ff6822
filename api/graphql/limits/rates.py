"""Rate limits per player and per address, and the error that says when to try again."""

from __future__ import annotations

from asyncio import Semaphore
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum, unique
from math import ceil, inf
from time import time
from typing import Final
from weakref import WeakValueDictionary

from graphql import GraphQLError
from limits import RateLimitItem, parse_many
from limits.strategies import SlidingWindowCounterRateLimiter
from msgspec import Struct

from api.fair_share.shares import Shares
from api.fair_share.turns import Turns
from api.graphql.errors.faults import fault
from api.graphql.limits.rate_settings import Rates as Rates
from api.graphql.limits.rate_storage import Counters
from domain.events import PlayerId


@unique
class CallKind(StrEnum):
    """The kinds of calls that are limited.

    Each is named after its setting, except WORK (limited by `busy`) and STREAMS (by `open_streams`).
    """

    OPERATIONS = "operations"
    MUTATIONS = "mutations"
    TABLES = "tables"
    LOBBY = "lobby"
    MACHINES = "machines"
    ANNOUNCEMENTS = "announcements"
    GUESTS = "guests"
    SESSIONS = "sessions"
    CODES = "codes"
    ALL_CODES = "all_codes"
    INVITATIONS = "invitations"
    SEARCHES = "searches"
    TALK = "talk"
    WORK = "work"
    STREAMS = "streams"


MAX_CONCURRENT_READS: Final = 2
"""Concurrent reads of one address: there are few threads, and other addresses wait for them."""
STREAM_RETRY_SECONDS: Final = 10
"""Seconds after which a caller with too many open subscriptions may try again."""


class TooManyRequests(GraphQLError):
    """The caller has exceeded a rate limit."""

    def __init__(self, kind: CallKind, retry_after: int) -> None:
        error = fault("TOO_MANY_REQUESTS", f"Too many {_LABELS[kind]}: try again in {retry_after} s.")
        super().__init__(error.message, extensions={**(error.extensions or {}), "retryAfter": retry_after})
        self.retry_after = retry_after
        """Seconds after which the same request may succeed."""


class TurnLost(TooManyRequests):
    """The connection ended before the request's turn; no client receives this error."""


_LABELS: Final = {
    CallKind.OPERATIONS: "operations",
    CallKind.MUTATIONS: "mutations",
    CallKind.TABLES: "new tables",
    CallKind.LOBBY: "changes before a game begins",
    CallKind.MACHINES: "seats for machine players",
    CallKind.ANNOUNCEMENTS: "moves out of turn",
    CallKind.GUESTS: "new guests from your address",
    CallKind.SESSIONS: "changes of your sessions",
    CallKind.CODES: "device codes from your address",
    CallKind.ALL_CODES: "device codes",
    CallKind.INVITATIONS: "uses of invitation links",
    CallKind.SEARCHES: "searches for players",
    CallKind.TALK: "phrases",
    CallKind.WORK: "costly operations while the server is busy",
    CallKind.STREAMS: "open subscriptions",
}


_OF_ADDRESSES: Final = frozenset({CallKind.GUESTS, CallKind.CODES, CallKind.ALL_CODES})
"""Kinds whose rates are those of an address already, so that they are not multiplied."""
_EVERYONE: Final = "everyone"
_CALLER: Final = "\0"
"""Placeholder for the caller, at which a counter's key is split."""


class RateLimits:
    """Counts the calls of players and addresses in this process, and refuses calls over the limits."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self._counters = Counters()
        self._stats = SlidingWindowCounterRateLimiter(self._counters).get_window_stats
        self.turns = Turns(Shares(rates.busy / 100 if rates.enabled and rates.busy < 100 else inf))
        """The queue of callers that have had more than their share of a busy server's time."""
        self._reads: WeakValueDictionary[str, Semaphore] = WeakValueDictionary()
        self._streams: Counter[tuple[str, str]] = Counter()
        self._of_player = {kind: _bounds(rates, kind, f"{kind.value}/player", 1) for kind in CallKind}
        self._of_address = {
            kind: _bounds(rates, kind, f"{kind.value}/address", 1 if kind in _OF_ADDRESSES else rates.address)
            for kind in CallKind
        }
        self._of_spectator = _bounds(rates, CallKind.OPERATIONS, "operations/spectator", 1)
        self._of_spectator_and_address = (*self._of_spectator, *self._of_address[CallKind.OPERATIONS])

    def charge_player(self, kind: CallKind, player: PlayerId) -> None:
        """Count a call of a player; raises TooManyRequests."""
        self._charge(kind, self._of_player[kind], player)

    def charge_address(self, kind: CallKind, address: str) -> None:
        """Count a call from an address, by any caller; raises TooManyRequests."""
        self._charge(kind, self._of_address[kind], address)

    def charge_device_code(self, address: str) -> None:
        """Count a device code that is tried from an address; raises TooManyRequests."""
        self.charge_address(CallKind.CODES, address)
        self._charge(CallKind.ALL_CODES, self._of_address[CallKind.ALL_CODES], _EVERYONE)

    def charge_invitation_code(self, address: str, player: PlayerId | None = None) -> None:
        """Count an invitation code that a caller uses, or tries; raises TooManyRequests."""
        if player is not None:
            self.charge_player(CallKind.INVITATIONS, player)
        self.charge_address(CallKind.INVITATIONS, address)

    def charge_operation(self, address: str, *, named: bool) -> None:
        """Count an operation before it is parsed; raises TooManyRequests.

        Anonymous callers (`named` is false) of one address share the limits of one player.
        """
        bounds = self._of_address[CallKind.OPERATIONS] if named else self._of_spectator_and_address
        self._charge(CallKind.OPERATIONS, bounds, address)

    def operations_left(self, address: str, player: PlayerId | None) -> RateLeft | None:
        """Return what is left of the rate of operations of a caller, as `charge_operation` counts it.

        Of several rates, it is the one with the least left; None without a rate.
        """
        bounds, caller = (
            (self._of_spectator, address)
            if player is None
            else (self._of_player[CallKind.OPERATIONS], player)
        )
        now = time()
        left = (
            _left(bound, self._counters.get_sliding_window(bound.key(caller), bound.seconds), now)
            for bound in bounds
        )
        return min(left, key=lambda each: each.remaining, default=None)

    @contextmanager
    def streaming(self, address: str, player: PlayerId | None) -> Iterator[None]:
        """Count a subscription while it is open; raises TooManyRequests.

        Anonymous callers of one address share the limit of one player.
        """
        limit = self.rates.open_streams
        limits = {("address", address): limit * self.rates.address, _caller(address, player): limit}
        if self.rates.enabled and any(self._streams[each] >= limit for each, limit in limits.items()):
            raise TooManyRequests(CallKind.STREAMS, STREAM_RETRY_SECONDS)
        self._streams.update(limits.keys())
        try:
            yield
        finally:
            self._streams.subtract(limits.keys())
            for each in limits:
                if not self._streams[each]:
                    del self._streams[each]

    def reads_of(self, address: str) -> Semaphore | None:
        """Return the semaphore for an address's concurrent reads, None if rates are not enforced."""
        if not self.rates.enabled:
            return None
        return self._reads.get(address) or self._reads.setdefault(address, Semaphore(MAX_CONCURRENT_READS))

    def worked(self, seconds: float, address: str, player: PlayerId | None) -> None:
        """Count the time that the server has worked for a caller."""
        if self.rates.enabled:
            caller = address if player is None else player
            self.turns.worked(seconds, address, caller)

    def _charge(self, kind: CallKind, bounds: Sequence[_RateBound], caller: str) -> None:
        count = self._counters.count
        for bound in bounds:
            # The key without a call of its own: every operation is counted here.
            if not count(f"{bound.prefix}{caller}{bound.suffix}", bound.amount, bound.seconds):
                stats = self._stats(bound.item, bound.name, caller)
                raise TooManyRequests(kind, max(1, ceil(stats.reset_time - time())))


class _RateBound(Struct, frozen=True):
    """A rate with the prefix and suffix of its counters' keys; the caller stands between them.

    Every operation is counted, some by a dozen rates. The strategy of `limits` builds each key again, which
    takes longer than counting.
    """

    item: RateLimitItem
    name: str
    prefix: str
    suffix: str
    amount: int
    seconds: int

    @classmethod
    def of(cls, item: RateLimitItem, name: str) -> _RateBound:
        """Return a rate whose counters are keyed by `name` and the caller."""
        prefix, suffix = item.key_for(name, _CALLER).split(_CALLER)
        return cls(item, name, prefix, suffix, item.amount, item.get_expiry())

    def key(self, caller: str) -> str:
        """Return the key of a caller's counter."""
        return f"{self.prefix}{caller}{self.suffix}"


class RateLeft(Struct, frozen=True):
    """The remaining part of a rate."""

    remaining: int
    """Calls that the caller may make now."""
    resets_at: float
    """Time, in seconds since 1970, at which all calls are left again if the caller makes none."""


def _left(bound: _RateBound, window: tuple[int, float, int, float], now: float) -> RateLeft:
    before, before_counts_for, current, current_counts_for = window
    used = before * before_counts_for / bound.seconds + current
    counts_for = current_counts_for if current else before_counts_for
    return RateLeft(max(0, bound.amount - ceil(used)), now + (counts_for if used else 0))


def _caller(address: str, player: PlayerId | None) -> tuple[str, str]:
    return ("spectator", address) if player is None else ("player", player)


def _bounds(rates: Rates, kind: CallKind, name: str, factor: int) -> list[_RateBound]:
    rate: str = getattr(rates, kind.value, "")
    if not (rates.enabled and rate):
        return []
    items = (type(each)(each.amount * factor, each.multiples) for each in parse_many(rate))
    # The longest last: calls that a shorter window refuses must not count in a longer one.
    return [_RateBound.of(item, name) for item in sorted(items, key=lambda item: item.get_expiry())]


def retry_after_of(errors: Sequence[GraphQLError] | None) -> int | None:
    """Return the seconds until a retry, the most that an error names; None if none of them names any."""
    named = ((error.extensions or {}).get("retryAfter") for error in errors or ())
    return max((each for each in named if isinstance(each, int)), default=None)


def are_exceeded_rates(errors: Sequence[GraphQLError] | None) -> bool:
    """Return whether there are errors, and all of them are of exceeded rates."""
    codes = [(error.extensions or {}).get("code") for error in errors or ()]
    return bool(codes) and all(each == "TOO_MANY_REQUESTS" for each in codes)
