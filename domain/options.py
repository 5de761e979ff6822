"""The options that every variant has."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

_WEEK: Final = 7 * 24 * 60 * 60


@unique
class Reveal(StrEnum):
    """The time when a shuffle is revealed for everyone to see and check."""

    EACH_ROUND = "each_round"
    """As soon as none of its cards is in play."""
    AT_END = "at_end"
    """When the game has ended."""


@unique
class ClockKind(StrEnum):
    """The time that a seat has for its moves."""

    NONE = "none"
    """There is no limit."""
    PER_MOVE = "per_move"
    """Each move has `move_seconds`."""
    BANK = "bank"
    """Each move has `move_seconds` and then the seat's bank, which gains an increment with each move."""


@unique
class Timeout(StrEnum):
    """The consequence of a clock that ran out."""

    MACHINE_MOVES = "machine_moves"
    """The machine makes this one move; after `timeouts_in_a_row` it plays on for the seat."""
    SEAT_RESIGNS = "seat_resigns"
    """The seat resigns."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options that every variant has; a variant's subclass adds its own."""

    reveal: Reveal = Reveal.EACH_ROUND
    """When a shuffle is revealed, and with it every card that was dealt from it."""
    clock: ClockKind = ClockKind.NONE
    """The time that a seat has for its moves."""
    move_seconds: Annotated[int, Meta(ge=10, le=_WEEK)] = 60
    """The seconds for each move, if there is a clock."""
    bank_seconds: Annotated[int, Meta(ge=0, le=_WEEK)] = 120
    """The seconds in each seat's bank at the start, with the clock `bank`."""
    increment_seconds: Annotated[int, Meta(ge=0, le=3600)] = 5
    """The seconds that each move adds to its seat's bank, with the clock `bank`."""
    on_timeout: Timeout = Timeout.MACHINE_MOVES
    """The consequence of a clock that ran out."""
    timeouts_in_a_row: Annotated[int, Meta(ge=1, le=10)] = 3
    """The number of timeouts in a row after which the machine plays on for the seat."""
    lobby_minutes: Annotated[int, Meta(ge=0, le=10_080)] = 60
    """The minutes without a person after which a table that has not started is closed; 0 for never."""
    talk: bool = True
    """Whether phrases can be said at the table."""


MAX_LISTED: Final = 20
"""The maximum number of values of an option that are listed."""


def possible_values(kind: Any) -> tuple[str, ...]:
    """Return the values of an option of a type, as text; none when there are too many to list."""
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.EnumType(cls=enum):
            return tuple(str(member.value) for member in enum)
        case msgspec.inspect.IntType(ge=int(least), le=int(most)) if most - least < MAX_LISTED:
            return tuple(str(value) for value in range(least, most + 1))
        case msgspec.inspect.BoolType():
            return "true", "false"
        case _:
            return ()


def number_bounds(kind: Any) -> tuple[int | None, int | None]:
    """Return the smallest and the largest value of an option that is a number; None for other options."""
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            return least, most
        case _:
            return None, None


def expected_value(kind: Any) -> str:
    """Return a description of the values that an option of a type can have, as part of a sentence."""
    if possible := possible_values(kind):
        return f"it takes {' or '.join(possible)}"
    least, most = number_bounds(kind)
    return "it has another type" if least is None else f"it takes a number from {least} to {most}"
