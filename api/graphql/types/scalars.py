"""The scalars of the schema: wire formats of cards, versions, positions, dates, times and cursors."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any, Final, NewType

import strawberry
from graphql import GraphQLError
from strawberry.types.scalar import ScalarDefinition

from domain.cards import DECK_WITH_JOKER, Card

Version = NewType("Version", int)
Position = NewType("Position", int)
Cursor = NewType("Cursor", str)
CardNotation = NewType("CardNotation", str)
"""The schema's type for the domain's Card, which would otherwise become an enum."""

PathSegment = NewType("PathSegment", object)
"""A text or an integer."""

MAX_VERSION: Final = 2**53 - 1
"""The largest integer that every client can represent exactly."""

_CARDS: Final = {str(card): card for card in DECK_WITH_JOKER}
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_RFC_3339: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)", re.ASCII)


class InvalidScalar(GraphQLError):
    """A value is invalid; the message says what it takes, and does not quote the value."""


def _card(value: Any) -> Card:
    if isinstance(value, str) and (card := _CARDS.get(value)) is not None:
        return card
    raise InvalidScalar("it is not a card: it takes a rank of 23456789TJQKA and a suit of HCSD, or JOKER")


def _version(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_VERSION:
        return value
    raise InvalidScalar("it is not a version: it takes a whole number from 0")


def _moment(value: Any) -> datetime:
    if isinstance(value, str) and _RFC_3339.fullmatch(value):
        with suppress(ValueError):
            return datetime.fromisoformat(value.upper())
    raise InvalidScalar(
        "it is not a time: it takes the form 2026-11-20T18:03:07Z, with Z or the distance from UTC"
    )


def _day(value: Any) -> date:
    if isinstance(value, str) and _DAY.fullmatch(value):
        with suppress(ValueError):
            return date.fromisoformat(value)
    raise InvalidScalar("it is not a day: it takes the form 2026-11-20")


def _written(moment: datetime) -> str:
    """Return a time in UTC with microseconds, so that texts sort in the order of time."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


_last_written: tuple[datetime | None, str] = (None, "")


def written_time(moment: datetime) -> str:
    """Return a time as `DateTime` writes it; all events of a commit have the same time."""
    # Replaced as a whole, so that each thread reads a time with its own text.
    global _last_written
    last, text = _last_written
    if last is not moment:
        text = _written(moment)
        _last_written = moment, text
    return text


def _cursor(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise InvalidScalar("it is not a cursor: it takes a string that a list gave")


SCALARS: Final[dict[object, ScalarDefinition]] = {
    CardNotation: strawberry.scalar(
        name="Card",
        description="A card: a rank of `23456789TJQKA` and a suit of `HCSD` (`5H`, `TS`), `JOKER`, or `??` "
        "for a card that you may not see. Input is never `??`.",
        serialize=str,
        parse_value=_card,
    ),
    Cursor: strawberry.scalar(
        name="Cursor",
        description="An opaque position in a list or a subscription. It is valid only where it comes from: "
        "for that list in that order, or for your subscription. Its content may change.",
        specified_by_url="https://relay.dev/graphql/connections.htm#sec-Cursor",
        serialize=str,
        parse_value=_cursor,
    ),
    date: strawberry.scalar(
        name="Date",
        description="A calendar day, `2026-11-20`, from midnight to midnight in UTC.",
        specified_by_url="https://www.rfc-editor.org/rfc/rfc3339#section-5.6",
        serialize=date.isoformat,
        parse_value=_day,
    ),
    datetime: strawberry.scalar(
        name="DateTime",
        description="A time by RFC 3339. Output is in UTC with six decimals, `2026-11-20T18:03:07.123456Z`, "
        "so that texts sort by time. Input may have any offset from UTC and up to six "
        "significant decimals, but needs `Z` or an offset.",
        specified_by_url="https://www.rfc-editor.org/rfc/rfc3339#section-5.6",
        serialize=_written,
        parse_value=_moment,
    ),
    PathSegment: strawberry.scalar(
        name="PathSegment",
        description="A step into an input: the name of an argument or a field, as a string, or the index of "
        "an item in a list, as an integer from 0. It is never an input.",
    ),
    Position: strawberry.scalar(
        name="Position",
        description="The position of an event in the log of all games: an integer from 1 to 2^53 − 1, "
        "without gaps; 0 is before the first event.",
        serialize=int,
        parse_value=_version,
    ),
    Version: strawberry.scalar(
        name="Version",
        description="The version of a game, which is its number of events: an integer from 0 to 2^53 − 1, "
        "without gaps.",
        serialize=int,
        parse_value=_version,
    ),
}
"""The scalars by their Python types."""
