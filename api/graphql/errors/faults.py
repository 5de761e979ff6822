"""Creates top-level errors; `fault_codes.py` registers their codes, `close_codes.py` those of WebSockets."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final, TypeVar

from graphql import GraphQLError

from api.graphql.errors.fault_codes import FAULTS
from application.refusals import UnknownGame, UnknownVersion
from domain.refusals import (
    InvalidPlayer,
    NoMachinePlayer,
    NotSeated,
    Refusal,
    UnknownRules,
    UnknownVariant,
    WrongNumberOfPlayers,
)

T = TypeVar("T")


AS_ERRORS: Final[tuple[type[Refusal], ...]] = (
    InvalidPlayer,
    NoMachinePlayer,
    NotSeated,
    UnknownGame,
    UnknownRules,
    UnknownVariant,
    UnknownVersion,
    WrongNumberOfPlayers,
)
"""The refusals that queries and subscriptions return as top-level errors."""


def fault(code: str, message: str) -> GraphQLError:
    """Return a top-level error; `code` is its stable name.

    Raises KeyError for a code that is not in `FAULTS`.
    """
    return GraphQLError(message, extensions={"code": FAULTS[code].code})


def refused(refusal: Refusal) -> GraphQLError:
    """Return a refusal as a top-level error, for queries and subscriptions, whose types have no refusals.

    Raises KeyError for a refusal that is not in `AS_ERRORS`.
    """
    if type(refusal) not in AS_ERRORS:
        raise KeyError(refusal.code)
    return GraphQLError(refusal.message, extensions={"code": refusal.code})


async def or_fault(answer: Awaitable[T]) -> T:
    """Await an answer; a refusal becomes a top-level error."""
    try:
        return await answer
    except Refusal as refusal:
        raise refused(refusal) from refusal
