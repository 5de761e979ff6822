"""What the generated types are made of: values, enums that may grow, options, and pages of lists."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Generic, Self, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Value(Struct, frozen=True, kw_only=True, rename="camel"):
    """A value as the API tells it; what it tells besides the fields that are known here is passed over."""


class OpenEnum(StrEnum):
    """An enum that may have more values on a newer server than are known here.

    One that is not known is a member of the enum like the others, but stands under no name on its class.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        member = str.__new__(cls, value)
        member._name_ = member._value_ = value
        return member


class Options(dict[str, str]):
    """The options of a game, each with its value as text."""

    @classmethod
    def of(cls, settings: list[dict[str, Any]]) -> Self:
        """Read the options as the API tells them."""
        return cls({each["name"]: each["value"] for each in settings})


class PageInfo(Value, frozen=True, kw_only=True):
    """Where a page stands in its list."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None = None
    end_cursor: str | None = None


class Edge(Value, Generic[T], frozen=True, kw_only=True):
    """An item of a list and its place there."""

    cursor: str
    """The item's place: `after` it the list goes on."""
    node: T
    """The item."""


class Page(Value, Generic[T], frozen=True, kw_only=True):
    """A page of a list; it can be gone through like a list of its items."""

    edges: tuple[Edge[T], ...]
    page_info: PageInfo

    def __iter__(self) -> Iterator[T]:
        return (edge.node for edge in self.edges)

    def __len__(self) -> int:
        return len(self.edges)

    @property
    def next(self) -> str | None:
        """The cursor that the next page comes `after`, None where this is the last one."""
        return self.page_info.end_cursor if self.page_info.has_next_page else None


class GameTraits:
    """What a Game can tell besides its fields."""

    __slots__ = ()
    status: str
    result: object

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None or self.status == "CLOSED"


class ResultTraits:
    """What a Result can tell besides its fields."""

    __slots__ = ()
    ranking: tuple[tuple[int, ...], ...]

    def place(self, seat: int) -> int:
        """Return the place in which a seat came, from 1."""
        return next(place for place, seats in enumerate(self.ranking, 1) if seat in seats)
