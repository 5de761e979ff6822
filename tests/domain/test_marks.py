"""A mark without effect is refused, anywhere in an annotation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, NewType, Optional, TypeVar, Union

import msgspec
import pytest
from typing_extensions import TypeAliasType

from domain.cards import Card, Cards
from domain.events import SeatEvent
from domain.visibility import MisplacedMark, OtherSeats, Private, Sealed, marks, redact

Hidden = Annotated[Card, Private()]
Aliased = TypeAliasType("Aliased", Annotated[Cards, Private()])
Renamed = NewType("Renamed", Annotated[Cards, Private()])
T = TypeVar("T")


class Inner(msgspec.Struct, frozen=True):
    card: Annotated[Card, Private()]
    seat: int = 0


class Outer(msgspec.Struct, frozen=True):
    inner: tuple[Inner, ...] = ()


@dataclass(frozen=True)
class Classic:
    card: Hidden


class Pair(NamedTuple):
    seat: int
    card: Hidden


INSIDE: dict[str, Any] = {
    "in a union": Annotated[Cards, Private()] | None,
    "in Optional": Optional[Hidden],  # noqa: UP045
    "in Union": Union[Hidden, int],  # noqa: UP007
    "in a tuple": tuple[Hidden, ...],
    "in a list": list[Hidden],
    "in a mapping": dict[str, Hidden],
    "in an abstract mapping": Mapping[str, tuple[Hidden, ...]],
    "in a struct": Inner,
    "in a struct of a struct": tuple[Outer, ...],
    "in a struct, or none": Outer | None,
    "in a data class": Classic,
    "in a named tuple": Pair,
    "in an alias": Aliased,
    "in a new type": Renamed,
    "under another mark": Annotated[tuple[Hidden, ...], Private()],
    "under something else": Annotated[list[Hidden], "what is in hand"],
}
OTHERWISE_WRONG: dict[str, Any] = {
    "two marks": Annotated[Cards, Private(), Sealed()],
    "the class of a mark": Annotated[Cards, Private],
    "a shuffle that is not there": Annotated[Cards, Private(until="deal")],
    "a seat that is not there": Annotated[Cards, Private(to="owner")],
    "a seat that is no number": Annotated[Cards, OtherSeats(of="name")],
    "a number that cannot be hidden": Annotated[int, Private()],
    "numbers that cannot be hidden": Annotated[tuple[int, ...], Private()],
    "numbers or none": Annotated[tuple[int, ...] | None, Private()],
    "a struct that cannot be hidden": Annotated[Outer, Private()],
    "no field": Annotated[ClassVar[Card], Private()],
    "a type that is to be filled in": tuple[T, ...],  # type: ignore[valid-type]
}


def event_with(hint: Any) -> type[SeatEvent]:
    fields = {"__annotations__": {"name": str, "card": hint}, "__module__": __name__}
    meta: Any = type(SeatEvent)
    made: type[SeatEvent] = meta("Made", (SeatEvent,), fields, frozen=True, kw_only=True)
    return made


WRONG = INSIDE | OTHERWISE_WRONG


@pytest.mark.parametrize("hint", WRONG.values(), ids=WRONG)
def test_mark_without_effect_is_refused(hint: Any) -> None:
    event = event_with(hint)
    with pytest.raises(MisplacedMark, match="card"):
        marks(event)


@pytest.mark.parametrize(
    "hint",
    [
        Annotated[Cards, Private(until="seat")],
        Annotated[Card, "what it is", Sealed()],
        Annotated[Card | None, OtherSeats()],
        Annotated[Cards | None, Private()],
        Annotated[dict[str, int] | None, Private()],
    ],
)
def test_a_mark_at_the_field_itself_is_obeyed(hint: Any) -> None:
    event = event_with(hint)
    assert [field for field, _ in marks(event)] == ["card"]


@pytest.mark.parametrize(
    "hint",
    [
        Card,
        Cards,
        dict[str, str | int | bool],
        tuple[tuple[int, ...], ...],
        Literal["up", "down"],
        Annotated[str, msgspec.Meta(description="a name")],
        Any,
        None,
    ],
)
def test_a_field_without_a_mark_is_public(hint: Any) -> None:
    assert marks(event_with(hint)) == ()


def test_refused_marks_redact_nothing() -> None:
    event = event_with(tuple[Hidden, ...])(seat=0, name="ann", card=(Card("5H"),))  # type: ignore[call-arg]
    with pytest.raises(MisplacedMark):
        redact(event, 1)
