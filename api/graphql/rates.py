"""Rate limits: how often one player and one address may call, and the error that says when to try again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum, unique
from math import ceil
from time import time
from typing import Annotated, Any, Final

from graphql import GraphQLError
from limits import RateLimitItem, parse_many
from limits.strategies import SlidingWindowCounterRateLimiter
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from api.graphql.fair_share import FairShare
from api.graphql.faults import fault
from api.rate_storage import Counters
from application.work import Account
from domain.events import PlayerId


def _readable(rate: str) -> str:
    if rate.strip():
        try:
            parse_many(rate)
        except ValueError as error:
            text = f"{rate!r} is no rate: write '10/minute', '300/10 seconds, 5000/hour', or nothing for none"
            raise ValueError(text) from error
    return rate.strip()


Rate = Annotated[str, AfterValidator(_readable)]
"""A count per time: `10/minute`, several separated by commas; empty for no limit."""


@unique
class Kind(StrEnum):
    """The kinds of calls that are counted, named for the setting that limits each."""

    OPERATIONS = "operations"
    MUTATIONS = "mutations"
    TABLES = "tables"
    LOBBY = "lobby"
    MACHINES = "machines"
    ANNOUNCEMENTS = "announcements"
    GUESTS = "guests"
    WORK = "work"
    STREAMS = "streams"


class Rates(BaseModel):
    """Rate limits of one player; each is a setting, `KIBITZ_RATES_…`.

    The defaults leave room for a table of friends behind one address, and for programs that play fast.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = True
    """Whether rates and quotas are enforced."""
    address: Annotated[int, Field(ge=1)] = 4
    """The limits of one address, as a multiple of those of one player: several players share one."""
    operations: Rate = "300/10 seconds"
    """Operations of any kind, over HTTP and sockets."""
    mutations: Rate = "200/10 seconds, 10000/hour, 50000/day"
    """Mutations."""
    tables: Rate = "20/minute, 200/hour, 1000/day"
    """New tables."""
    lobby: Rate = "60/minute, 1000/hour"
    """Commands before a game starts, such as joining, leaving and inviting; and new names."""
    machines: Rate = "20/minute, 200/hour, 1000/day"
    """Seats handed to machine players, which then play as fast as the server can."""
    announcements: Rate = "30/minute, 600/hour"
    """Moves out of turn that can be taken back, such as `queuePass`."""
    guests: Rate = "30/minute, 200/hour, 500/day"
    """New guests of one address, however many players share it."""
    busy: Annotated[int, Field(ge=1, le=100)] = 40
    """Percent of the server's time that all may take together before those wait who take most of it."""
    open_streams: Annotated[int, Field(ge=1)] = 100
    """Subscriptions that one player may have open at once."""
    open_tables: Annotated[int, Field(ge=1)] = 20
    """Tables that one player may have set up that wait for players."""
    machine_games: Annotated[int, Field(ge=1)] = 20
    """Unfinished games in which one player may have filled seats with machine players."""


STREAM_AGAIN: Final = 10
"""Seconds after which who has too many subscriptions open may try again."""


class TooManyRequests(GraphQLError):
    """A rate is used up."""

    def __init__(self, kind: Kind, retry_after: int) -> None:
        error = fault("TOO_MANY_REQUESTS", f"Too many {_CALLED[kind]}: try again in {retry_after} s.")
        super().__init__(error.message, extensions={**(error.extensions or {}), "retryAfter": retry_after})
        self.retry_after = retry_after
        """Seconds after which the same may succeed."""


_CALLED: Final = {
    Kind.OPERATIONS: "operations",
    Kind.MUTATIONS: "mutations",
    Kind.TABLES: "new tables",
    Kind.LOBBY: "changes before a game begins",
    Kind.MACHINES: "seats for machine players",
    Kind.ANNOUNCEMENTS: "moves out of turn",
    Kind.GUESTS: "new guests from your address",
    Kind.WORK: "costly operations while many ask",
    Kind.STREAMS: "open subscriptions",
}


class CallerAccount(Account):
    """The server's work for one caller, whose name becomes known on the way."""

    def __init__(self, rates: RateLimits, address: str) -> None:
        super().__init__(self._worked)
        self.address = address
        self.player: PlayerId | None = None
        self._rates = rates

    @contextmanager
    def streaming(self) -> Iterator[None]:
        """Count a subscription for as long as it is open; raises TooManyRequests."""
        with self._rates.streaming(self.address, self.player):
            yield

    @property
    def wait(self) -> int:
        """Seconds to wait until the caller has not had more than its share; 0 for not at all."""
        return self._rates.wait(self.address, self.player)

    def _worked(self, seconds: float) -> None:
        self._rates.worked(seconds, self.address, self.player)


class RateLimits:
    """Counts what players and addresses do in this process, and refuses what is too much."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self._limiter = SlidingWindowCounterRateLimiter(Counters())
        self._shares = FairShare(rates.busy / 100)
        self._streams: Counter[tuple[str, str]] = Counter()
        self._of_player = {kind: (f"{kind.value}/player/", _items(rates, kind, 1)) for kind in Kind}
        self._of_address = {
            # All guests of an address are counted together, by that rate itself.
            kind: (f"{kind.value}/address/", _items(rates, kind, 1 if kind is Kind.GUESTS else rates.address))
            for kind in Kind
        }

    def charge_player(self, kind: Kind, player: PlayerId) -> None:
        """Count what a player does; raises TooManyRequests."""
        if kind is Kind.OPERATIONS and self.rates.enabled:
            _wait(self._shares.wait_of_caller(player))
        self._charge(kind, *self._of_player[kind], player)

    def charge_address(self, kind: Kind, address: str) -> None:
        """Count what an address does, whoever calls from there; raises TooManyRequests."""
        self._charge(kind, *self._of_address[kind], address)

    def charge_operation(self, address: str, *, named: bool) -> None:
        """Count an operation, before it is looked at; raises TooManyRequests.

        A caller that does not say who it is is known by its address, and may do as much as a player.
        """
        if self.rates.enabled:
            _wait(self._shares.wait_of_address(address))
            if not named:
                _wait(self._shares.wait_of_caller(address))
        if not named:
            items = self._of_player[Kind.OPERATIONS][1]
            self._charge(Kind.OPERATIONS, "operations/onlooker/", items, address)
        self.charge_address(Kind.OPERATIONS, address)

    @contextmanager
    def streaming(self, address: str, player: PlayerId | None) -> Iterator[None]:
        """Count a subscription for as long as it is open; raises TooManyRequests.

        A caller that does not say who it is may have as many open as a player.
        """
        most = self.rates.open_streams
        bounds = {("address", address): most * self.rates.address, _holder(address, player): most}
        if self.rates.enabled and any(self._streams[who] >= bound for who, bound in bounds.items()):
            raise TooManyRequests(Kind.STREAMS, STREAM_AGAIN)
        self._streams.update(bounds.keys())
        try:
            yield
        finally:
            self._streams.subtract(bounds.keys())
            for who in bounds:
                if not self._streams[who]:
                    del self._streams[who]

    def wait(self, address: str, player: PlayerId | None) -> int:
        """Return how many seconds a caller has to wait for its share; 0 for not at all."""
        if not self.rates.enabled:
            return 0
        shares = self._shares
        of_caller = shares.wait_of_caller(address if player is None else player)
        return max(shares.wait_of_address(address), of_caller)

    def worked(self, seconds: float, address: str, player: PlayerId | None) -> None:
        """Count the time that the server has worked for a caller."""
        if self.rates.enabled:
            self._shares.worked(seconds, address, address if player is None else player)

    def _charge(self, kind: Kind, prefix: str, items: Sequence[RateLimitItem], who: str) -> None:
        for item in items:
            key = prefix + who
            if not self._limiter.hit(item, key):
                raise self._refusal(kind, item, key)

    def _refusal(self, kind: Kind, item: RateLimitItem, key: str) -> TooManyRequests:
        stats = self._limiter.get_window_stats(item, key)
        return TooManyRequests(kind, max(1, ceil(stats.reset_time - time())))


def _holder(address: str, player: PlayerId | None) -> tuple[str, str]:
    return ("onlooker", address) if player is None else ("player", player)


def _wait(seconds: int) -> None:
    if seconds:
        raise TooManyRequests(Kind.WORK, seconds)


def _items(rates: Rates, kind: Kind, factor: int) -> list[RateLimitItem]:
    rate: str = getattr(rates, kind.value, "")
    if not (rates.enabled and rate):
        return []
    items = (type(each)(each.amount * factor, each.multiples) for each in parse_many(rate))
    # The longest last: what the shorter one refuses is not counted there.
    return sorted(items, key=lambda item: item.get_expiry())


def retry_after_of(errors: Sequence[GraphQLError] | None) -> int | None:
    """Return the seconds after which to try again where a rate is all that was wrong, else None."""
    told: list[Any] = [(error.extensions or {}).get("retryAfter") for error in errors or ()]
    return max(told) if told and all(isinstance(each, int) for each in told) else None
