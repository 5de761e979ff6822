"""Creates top-level errors; `fault_codes.py` registers their codes, `close_codes.py` those of WebSockets."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Final, TypeVar

from graphql import GraphQLError

from api.graphql.errors.fault_codes import FAULTS
from api.graphql.errors.input_paths import InputPath, extension
from api.graphql.errors.refusal_texts import texts_of
from application.refusals import (
    GameInProgress,
    NoReviews,
    TooBusy,
    UnknownCheckpoint,
    UnknownGame,
    UnknownSeat,
    UnknownVersion,
)
from domain.refusals import (
    InvalidPlayer,
    NoMachinePlayer,
    Refusal,
    UnknownRules,
    UnknownVariant,
    WrongNumberOfPlayers,
)
from domain.rules import rules_of

T = TypeVar("T")


AS_ERRORS: Final[tuple[type[Refusal], ...]] = (
    GameInProgress,
    InvalidPlayer,
    NoMachinePlayer,
    NoReviews,
    TooBusy,
    UnknownCheckpoint,
    UnknownGame,
    UnknownRules,
    UnknownSeat,
    UnknownVariant,
    UnknownVersion,
    WrongNumberOfPlayers,
)
"""The refusals that queries and subscriptions return as top-level errors."""


NOT_TO_BLAME: Final[Mapping[type[Refusal], str]] = {}
"""Blames no argument."""


def fault(code: str, message: str, *, at: InputPath = ()) -> GraphQLError:
    """Return a top-level error; `code` is its stable name, `at` the path of the input to blame.

    Raises KeyError for a code that is not in `FAULTS`.
    """
    return GraphQLError(message, extensions={"code": FAULTS[code].code, **extension(at)})


def refused(refusal: Refusal, *, at: InputPath = ()) -> GraphQLError:
    """Return a refusal as a top-level error, for queries and subscriptions, whose types have no refusals.

    `at` is the path of the input to blame. Raises KeyError for a refusal that is not in `AS_ERRORS`.
    """
    if type(refusal) not in AS_ERRORS:
        raise KeyError(refusal.code)
    # A refusal with a player is about the caller, since no other player is named in a query.
    message = refusal.sentence(texts_of(refusal), to_player=True)
    return GraphQLError(message, extensions={"code": refusal.code, **extension(at)})


def known_variant(name: str) -> str:
    """Return the variant that the argument `variant` names; an unknown one is a top-level error."""
    try:
        return rules_of(name).variant
    except UnknownVariant as unknown:
        raise refused(unknown, at=("variant",)) from unknown


def blamed(refusal: Refusal, at: Mapping[type[Refusal], str]) -> GraphQLError:
    """Return a refusal as a top-level error; `at` names the arguments to blame for some."""
    argument = at.get(type(refusal))
    return refused(refusal, at=() if argument is None else (argument,))


async def or_fault(answer: Awaitable[T], *, at: Mapping[type[Refusal], str] = NOT_TO_BLAME) -> T:
    """Await an answer; a refusal becomes a top-level error. `at` names the arguments to blame for some."""
    try:
        return await answer
    except Refusal as refusal:
        raise blamed(refusal, at) from refusal
