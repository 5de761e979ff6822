"""Visibility marks on event fields, and their extraction from an event class.

A mark stands at the field itself: `cards: Annotated[Cards, Private()]`. A mark anywhere else in an
annotation would hide nothing, so `read_marks` refuses a class with such a mark.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.cards import Card, Cards

Viewer = int | None
"""A seat, or None for a spectator, who sees only what everyone sees."""

SPECTATOR: Final = None


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Restriction of a field's readers; with `until`, it ends when that shuffle is revealed.

    `until` names the field of the same event that holds the number of the shuffle.
    """

    until: str | None = None

    def admits(self, event: msgspec.Struct, viewer: Viewer) -> bool:
        """Return whether the viewer may read the field before any reveal."""
        raise TypeError(f"{type(self).__name__} does not say whom it admits")


class Private(Mark, frozen=True):
    """Readable by the seat that the event's field `to` names."""

    to: str = "seat"

    def admits(self, event: msgspec.Struct, viewer: Viewer) -> bool:
        """Admit the named seat."""
        return viewer is not SPECTATOR and viewer == getattr(event, self.to)


class OtherSeats(Mark, frozen=True):
    """Readable by every seat except the one that the event's field `of` names, and by no spectator."""

    of: str = "seat"

    def admits(self, event: msgspec.Struct, viewer: Viewer) -> bool:
        """Admit the other seats."""
        return viewer is not SPECTATOR and viewer != getattr(event, self.of)


class Sealed(Mark, frozen=True):
    """Readable by no viewer; without `until`, the field is never revealed."""

    def admits(self, event: msgspec.Struct, viewer: Viewer) -> bool:
        """Admit no viewer."""
        return False


class MisplacedMark(TypeError):
    """An event class has a mark that would hide nothing, or a type that cannot be searched for marks."""

    def __init__(self, owner: type, field: str, why: str) -> None:
        super().__init__(f"{owner.__module__}.{owner.__qualname__}.{field}: {why}")
        self.owner = owner
        self.field = field


def read_marks(event_type: type[msgspec.Struct]) -> tuple[tuple[str, Mark], ...]:
    """Return the marked fields of an event class, each with its mark.

    Raises MisplacedMark.
    """
    hints = get_type_hints(event_type, include_extras=True)
    found = ((field, _mark_of(event_type, field, hint)) for field, hint in hints.items())
    marked = tuple((field, mark) for field, mark in found if mark is not None)
    for field, mark in marked:
        for role in ("until", "to", "of"):
            named = getattr(mark, role, None)
            if named is not None and hints.get(named) is not int:
                why = f"`{role}` names {named!r}, which is no public number of the event"
                raise MisplacedMark(event_type, field, why)
    return marked


def _mark_of(owner: type[msgspec.Struct], field: str, hint: Any) -> Mark | None:
    metadata = hint.__metadata__ if get_origin(hint) is Annotated else ()
    kind = get_args(hint)[0] if metadata else hint
    for within in _marks_inside(owner, field, kind, seen={owner}):
        raise MisplacedMark(owner, field, f"{within!r} is not at the field itself")
    given = [each for each in metadata if _is_mark(each)]
    if not given:
        return None
    if len(given) > 1:
        raise MisplacedMark(owner, field, "has more than one mark")
    mark = given[0]
    if not isinstance(mark, Mark):
        raise MisplacedMark(owner, field, f"the mark is {mark.__name__} itself; write {mark.__name__}()")
    if field not in owner.__struct_fields__:
        raise MisplacedMark(owner, field, "is no field of an event, and has a mark")
    if not _can_be_hidden(kind):
        raise MisplacedMark(
            owner, field, f"{kind} cannot be hidden: take Card, Cards, or another type or None"
        )
    return mark


def _is_mark(thing: Any) -> bool:
    return isinstance(thing, Mark) or (isinstance(thing, type) and issubclass(thing, Mark))


def _can_be_hidden(kind: Any) -> bool:
    """Return whether the redacted form of the type reveals nothing but the number of cards."""
    if kind in (Card, Cards):
        return True
    if get_origin(kind) not in (Union, types.UnionType):
        return False
    others = [each for each in get_args(kind) if each is not types.NoneType]
    # Redaction replaces each item of a tuple by a face-down card, so a tuple may hold only cards.
    tuples = [each for each in others if each is tuple or get_origin(each) is tuple]
    return len(others) < len(get_args(kind)) and all(each == Cards for each in tuples)


def _marks_inside(owner: type, field: str, hint: Any, seen: set[type]) -> Iterator[Any]:
    """Yield all marks inside a type; raises MisplacedMark for a type that cannot be inspected."""
    origin = get_origin(hint)
    if origin is Annotated:
        yield from (each for each in hint.__metadata__ if _is_mark(each))
        yield from _marks_inside(owner, field, get_args(hint)[0], seen)
    elif origin in (Union, types.UnionType, ClassVar) or isinstance(origin, type):
        for argument in get_args(hint):
            yield from _marks_inside(owner, field, argument, seen)
    elif hasattr(hint, "__value__"):
        # An alias made by a `type` statement holds the aliased type.
        yield from _marks_inside(owner, field, hint.__value__, seen)
    elif hasattr(hint, "__supertype__"):
        yield from _marks_inside(owner, field, hint.__supertype__, seen)
    elif isinstance(hint, type):
        yield from _marks_inside_class(hint, seen)
    elif hint not in (None, Ellipsis, Any, ClassVar) and origin is not Literal:
        raise MisplacedMark(owner, field, f"{hint!r} could hold a mark")


def _marks_inside_class(cls: type, seen: set[type]) -> Iterator[Any]:
    if cls in seen or not any(getattr(base, "__annotations__", None) for base in cls.__mro__):
        return
    seen.add(cls)
    for field, hint in get_type_hints(cls, include_extras=True).items():
        yield from _marks_inside(cls, field, hint, seen)
