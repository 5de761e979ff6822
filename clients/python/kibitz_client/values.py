"""Building blocks of the generated types: values, open enums, options and pages."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Generic, Self, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Value(Struct, frozen=True, kw_only=True, rename="camel"):
    """An object of the API. Fields that this client does not know are ignored."""


class OpenEnum(StrEnum):
    """An enum that accepts values of a newer server.

    An unknown value becomes a member of the enum, but not an attribute of the class.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        member = str.__new__(cls, value)
        member._name_ = member._value_ = value
        return member


class Options(dict[str, str]):
    """The options of a game with their values as text."""

    @classmethod
    def from_answer(cls, settings: list[dict[str, Any]]) -> Self:
        """Parse the options of an answer."""
        return cls({each["name"]: each["value"] for each in settings})


class PageInfo(Value, frozen=True, kw_only=True):
    """The position of a page in its list."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None = None
    end_cursor: str | None = None


class Edge(Value, Generic[T], frozen=True, kw_only=True):
    """An item of a list and its position."""

    cursor: str
    """The item's position; pass it as `after` to continue behind the item."""
    node: T
    """The item."""


class Page(Value, Generic[T], frozen=True, kw_only=True):
    """A page of a list. Iterating over it yields its items."""

    edges: tuple[Edge[T], ...]
    page_info: PageInfo

    def __iter__(self) -> Iterator[T]:
        return (edge.node for edge in self.edges)

    def __len__(self) -> int:
        return len(self.edges)

    @property
    def next(self) -> str | None:
        """The cursor to pass as `after` for the next page; None on the last page."""
        return self.page_info.end_cursor if self.page_info.has_next_page else None


class GameMixin:
    """Properties of a Game beside its fields."""

    __slots__ = ()
    stage: str
    result: object

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self.result is not None or self.stage == "CLOSED"


class ResultMixin:
    """Methods of a Result beside its fields."""

    __slots__ = ()
    ranking: tuple[tuple[int, ...], ...]

    def place(self, seat: int) -> int:
        """Return the final place of a seat, from 1."""
        return next(place for place, seats in enumerate(self.ranking, 1) if seat in seats)
