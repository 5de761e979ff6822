"""Redaction of events: `redact` hides the fields that a viewer may not read.

Everyone who may watch a game may know that an event happened. A field that not everyone may read has one
of the marks below in its annotation. Everything that a viewer gets (view, events, replay, a machine
player's knowledge) is built from events that `redact` has returned.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec

from domain.cards import Card, face_down
from domain.marks import SPECTATOR, Mark, MisplacedMark, OtherSeats, Private, Sealed, Viewer, read_marks

__all__ = [
    "NOTHING_REVEALED",
    "SPECTATOR",
    "Mark",
    "MisplacedMark",
    "OtherSeats",
    "Private",
    "Sealed",
    "Viewer",
    "has_secrets",
    "marks",
    "redact",
    "without_secrets",
]

NOTHING_REVEALED: Final[frozenset[int]] = frozenset()


_marks: dict[type[msgspec.Struct], tuple[tuple[str, Mark], ...]] = {}


def marks(event_type: type[msgspec.Struct]) -> tuple[tuple[str, Mark], ...]:
    """Return the marked fields of an event class, each with its mark.

    Raises MisplacedMark for a mark that `redact` would not obey.
    """
    found = _marks.get(event_type)
    if found is None:
        found = _marks[event_type] = read_marks(event_type)
    return found


def has_secrets(event_type: type[msgspec.Struct]) -> bool:
    """Return whether events of a class have fields that `redact` may hide."""
    return bool(marks(event_type))


E = TypeVar("E", bound=msgspec.Struct)


def redact(event: E, viewer: Viewer, revealed: frozenset[int] = NOTHING_REVEALED) -> E:
    """Return the event with the fields hidden that the viewer may not read.

    `revealed` holds the numbers of the shuffles whose reveal is in the stream. A hidden card becomes `??`,
    and a hidden tuple of cards becomes that many `??`; any other hidden value becomes None.
    """
    marked = _marks.get(type(event))
    if marked is None:
        marked = marks(type(event))
    if not marked:
        return event
    hidden = {
        field: _hide(getattr(event, field))
        for field, mark in marked
        if not (mark.until is not None and getattr(event, mark.until) in revealed)
        and not mark.admits(event, viewer)
    }
    return msgspec.structs.replace(event, **hidden) if hidden else event


def without_secrets(event: E) -> E:
    """Return the event with only the fields hidden that are sealed for ever, for operators' tools.

    Private fields and fields sealed until a reveal stay readable, so no player may receive the result.
    """
    hidden = {
        field: _hide(getattr(event, field))
        for field, mark in marks(type(event))
        if isinstance(mark, Sealed) and mark.until is None
    }
    return msgspec.structs.replace(event, **hidden) if hidden else event


def _hide(value: Any) -> Any:
    if isinstance(value, tuple):
        return face_down(len(value))
    return Card.FACE_DOWN if isinstance(value, Card) else None
