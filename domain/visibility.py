"""Who may read what: marks on the fields of events, and `redact`, the only way past them.

That an event happened is public to all who may watch the game. A field that not everyone may read
carries one of the marks below in its annotation; whatever a viewer gets (view, timeline, replay, a
machine player's knowledge) is made from events that went through `redact`.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar, get_type_hints

import msgspec

from domain.cards import Card, face_down

Viewer = int | None
"""A seat, or None for an onlooker, who sees what everyone sees."""

ONLOOKER: Final = None

NOTHING_REVEALED: Final[frozenset[int]] = frozenset()


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Who may read a field; with `until`, everyone may once that shuffle is revealed.

    `until` names the field of the same event that holds the number of the shuffle.
    """

    until: str | None = None

    def admits(self, event: msgspec.Struct, viewer: Viewer) -> bool:
        """Tell whether the viewer may read the field before any reveal."""
        raise TypeError(f"{type(self).__name__} does not say whom it admits")


class Private(Mark, frozen=True):
    """Readable by the seat that the event's field `to` names."""

    to: str = "seat"

    def admits(self, event: msgspec.Struct, viewer: Viewer) -> bool:
        """Admit the named seat."""
        return viewer is not ONLOOKER and viewer == getattr(event, self.to)


class OtherSeats(Mark, frozen=True):
    """Readable by every seat but the one that the event's field `of` names, and by no onlooker."""

    of: str = "seat"

    def admits(self, event: msgspec.Struct, viewer: Viewer) -> bool:
        """Admit the other seats."""
        return viewer is not ONLOOKER and viewer != getattr(event, self.of)


class Sealed(Mark, frozen=True):
    """Readable by nobody; without `until`, for ever."""

    def admits(self, event: msgspec.Struct, viewer: Viewer) -> bool:
        """Admit nobody."""
        return False


_marks: dict[type[msgspec.Struct], tuple[tuple[str, Mark], ...]] = {}


def marks(event_type: type[msgspec.Struct]) -> tuple[tuple[str, Mark], ...]:
    """Return the fields of an event's class that not everyone may read, each with its mark."""
    found = _marks.get(event_type)
    if found is None:
        hints = get_type_hints(event_type, include_extras=True)
        found = _marks[event_type] = tuple(
            (field, mark)
            for field, hint in hints.items()
            for mark in getattr(hint, "__metadata__", ())
            if isinstance(mark, Mark)
        )
    return found


E = TypeVar("E", bound=msgspec.Struct)


def redact(event: E, viewer: Viewer, revealed: frozenset[int] = NOTHING_REVEALED) -> E:
    """Return the event as the viewer may read it.

    `revealed` holds the numbers of the shuffles whose reveal is in the stream. A hidden card becomes
    `??`, hidden cards as many of them; any other hidden value becomes None.
    """
    marked = _marks.get(type(event))
    if marked is None:
        marked = marks(type(event))
    if not marked:
        return event
    hidden = {
        field: _unseen(getattr(event, field))
        for field, mark in marked
        if not (mark.until is not None and getattr(event, mark.until) in revealed)
        and not mark.admits(event, viewer)
    }
    return msgspec.structs.replace(event, **hidden) if hidden else event


def without_secrets(event: E) -> E:
    """Return the event with all but what is sealed for ever, for the tools of who runs the server.

    Whom a field is private to it does not ask, nor what is revealed: no player may be given this.
    """
    hidden = {
        field: _unseen(getattr(event, field))
        for field, mark in marks(type(event))
        if isinstance(mark, Sealed) and mark.until is None
    }
    return msgspec.structs.replace(event, **hidden) if hidden else event


def _unseen(value: Any) -> Any:
    if isinstance(value, tuple):
        return face_down(len(value))
    return Card.FACE_DOWN if isinstance(value, Card) else None
