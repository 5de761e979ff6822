"""Report of an operation's cost and of its caller's rate limit, in the `extensions` of the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from datetime import UTC, datetime
from math import ceil
from typing import Any, Final

from api.fair_share.caller_account import CallerAccount
from api.graphql.limits.rates import RateLimits

HEADER: Final = "GraphQL-Cost"
"""The request header that asks for the report."""
EXTENSION: Final = "cost"
"""The extension of an operation on a socket that asks for the report, and that of the answer."""
_wanted: Final[ContextVar[bool]] = ContextVar("reports_cost", default=False)


def wants_report(value: object) -> bool:
    """Return whether a header's or an extension's value asks for the report: `1` or true."""
    return value is True or (isinstance(value, str) and value.strip().lower() in ("1", "true"))


def reporting(wanted: bool) -> AbstractContextManager[None]:
    """Ask for the report of the operations that begin meanwhile, also in tasks that begin meanwhile."""
    return _reporting() if wanted else _NOT_REPORTING


@contextmanager
def _reporting() -> Iterator[None]:
    token = _wanted.set(True)
    try:
        yield
    finally:
        _wanted.reset(token)


_NOT_REPORTING: Final = nullcontext()


def is_wanted() -> bool:
    """Return whether the current operation's caller asked for the report."""
    return _wanted.get()


def report(requested: int | None, limit: int, rates: RateLimits, account: CallerAccount) -> Mapping[str, Any]:
    """Return the cost of an operation, the limit of one operation, and what is left of the caller's rate.

    The rate is that of operations, of the player or, without a token, of all such callers at the address. The
    rate of the whole address is left out: a player could count the operations of other players there.
    """
    left = rates.operations_left(account.address, account.player)
    return {
        "requested": requested,
        "limit": limit,
        "remaining": None if left is None else left.remaining,
        "resetsAt": None if left is None else _written(left.resets_at),
    }


def _written(seconds: float) -> str:
    """Return a time, in seconds since 1970, as the scalar `DateTime` has it; rounded up to a second."""
    return datetime.fromtimestamp(ceil(seconds), UTC).isoformat(timespec="microseconds")[:-6] + "Z"
