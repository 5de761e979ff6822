"""Searches of the game list: conditions, orders, and places in an order.

Every order is total, and every order of finished games has an index.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum, unique
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import BigInteger, ColumnElement, func, literal, tuple_

from application.codec import Position
from application.store.rows import microseconds
from domain.events import PlayerId
from domain.state import Stage
from projections.engine.projection import Row, Tables

FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 9999
MAX_GAME_LENGTH: Final = 2**31 - 1
"""The highest number of events with which a game's length can be compared."""


@unique
class GameOrder(StrEnum):
    """The order of listed games; games that are equal in it are ordered by creation."""

    NEWEST = "newest"
    """Newest first: by end, or else by start, if the search restricts it, otherwise by creation."""
    OLDEST = "oldest"
    """Like NEWEST, but oldest first."""
    LONGEST = "longest"
    """Games with the most events first."""
    SHORTEST = "shortest"
    """Games with the fewest events first."""


@unique
class By(StrEnum):
    """The value by which an order sorts."""

    CREATED = "created"
    STARTED = "started"
    ENDED = "ended"
    LENGTH = "length"


class Place(Struct, frozen=True):
    """A game's place in an order."""

    by: By
    value: int
    """The start or end of the game in microseconds since 1970, or its number of events, or 0."""
    created: Position


class InvalidRange(ValueError):
    """A range is empty, or one of its bounds is invalid."""

    def __init__(self, text: str, field: str) -> None:
        super().__init__(text)
        self.field = field
        """The field of `Search` to blame; of two bounds that exclude each other, the upper one."""


class Search(Struct, frozen=True, kw_only=True):
    """The conditions of a search; None is no condition.

    A range of times includes its lower bound but not its upper one; a range of lengths includes both.

    Raises InvalidRange.
    """

    variant: str | None = None
    player: PlayerId | None = None
    """The player who has a seat in the game, or had one at its end."""
    won_by: PlayerId | None = None
    started_after: datetime | None = None
    started_before: datetime | None = None
    ended_after: datetime | None = None
    ended_before: datetime | None = None
    least_events: int | None = None
    most_events: int | None = None

    def __post_init__(self) -> None:
        """Check the ranges."""
        for what in ("started", "ended"):
            first, last = self._moment(f"{what}_after"), self._moment(f"{what}_before")
            if first is not None and last is not None and first >= last:
                text = f"no game can have {what} after {first.isoformat()} and before {last.isoformat()}"
                raise InvalidRange(text, f"{what}_before")
        least, most = self._length("least_events"), self._length("most_events")
        if least is not None and most is not None and least > most:
            raise InvalidRange(f"no game has at least {least} and at most {most} events", "most_events")

    def _moment(self, field: str) -> datetime | None:
        moment: datetime | None = getattr(self, field)
        if moment is not None and moment.tzinfo is None:
            raise InvalidRange(f"{moment.isoformat()} has no time zone", field)
        if moment is not None and not FIRST_YEAR <= moment.year <= LAST_YEAR:
            text = f"{moment.isoformat()} is not in the years {FIRST_YEAR} to {LAST_YEAR}"
            raise InvalidRange(text, field)
        return moment

    def _length(self, field: str) -> int | None:
        length: int | None = getattr(self, field)
        if length is not None and not 0 <= length <= MAX_GAME_LENGTH:
            raise InvalidRange(f"no game has {length} events", field)
        return length


def sort_value(search: Search, order: GameOrder) -> By:
    """Return the value by which an order sorts in a search.

    A time that the search restricts is also the sort key, so that only that range of the index is read.
    """
    if order in (GameOrder.LONGEST, GameOrder.SHORTEST):
        return By.LENGTH
    if search.ended_after is not None or search.ended_before is not None:
        return By.ENDED
    if search.started_after is not None or search.started_before is not None:
        return By.STARTED
    return By.CREATED


class OrderSql:
    """SQL of an order over the games of one stage or of all; `created` is the column of creation."""

    def __init__(
        self,
        tables: Tables,
        search: Search,
        order: GameOrder,
        stage: Stage | None,
        created: ColumnElement[int],
    ) -> None:
        self.by = sort_value(search, order)
        self._descending = order in (GameOrder.NEWEST, GameOrder.LONGEST)
        self._created = created
        self._key = _key(self.by, tables, stage)

    def following(self, place: Place, *, back: bool = False) -> ColumnElement[bool]:
        """Return the condition that a game comes after a place or, with `back`, before it."""
        descending = self._descending is not back
        if self._key is None:
            return self._created < place.created if descending else self._created > place.created
        place_key = tuple_(literal(place.value, BigInteger), literal(place.created, BigInteger))
        row_key = tuple_(self._key, self._created)
        return row_key < place_key if descending else row_key > place_key

    def columns(self, *, back: bool = False) -> list[ColumnElement[Any]]:
        """Return the columns to sort by; with `back`, in the reverse order."""
        keys = [self._created] if self._key is None else [self._key, self._created]
        descending = self._descending is not back
        return [key.desc() if descending else key.asc() for key in keys]

    def place(self, row: Row) -> Place:
        """Return the place of a game in this order."""
        value: int | None = 0
        if self.by is By.LENGTH:
            value = row["version"] if row["length"] is None else row["length"]
        elif self.by is not By.CREATED:
            value = microseconds(row[f"{self.by}_at"])
        assert value is not None, "a game without the time is not found by it"
        return Place(self.by, value, row["created"])


def _key(by: By, tables: Tables, stage: Stage | None) -> ColumnElement[Any] | None:
    game = tables["game"]
    match by:
        case By.CREATED:
            return None
        case By.STARTED:
            return game.c.started_at
        case By.ENDED:
            return game.c.ended_at
        case By.LENGTH:
            return _length(tables, stage)


def _length(tables: Tables, stage: Stage | None) -> ColumnElement[int]:
    game = tables["game"]
    if stage is Stage.WON:
        return game.c.length
    return game.c.version if stage is not None else func.coalesce(game.c.length, game.c.version)


def conditions(tables: Tables, search: Search, stage: Stage | None) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions of a search on a game's row, all but those on its players."""
    game = tables["game"]
    if search.variant is not None:
        yield game.c.variant == search.variant
    for column, first, last in (
        (game.c.started_at, search.started_after, search.started_before),
        (game.c.ended_at, search.ended_after, search.ended_before),
    ):
        if first is not None:
            yield column >= first
        if last is not None:
            yield column < last
    length = _length(tables, stage)
    if search.least_events is not None:
        yield length >= search.least_events
    if search.most_events is not None:
        yield length <= search.most_events
