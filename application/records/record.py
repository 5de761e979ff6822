"""Records, their digests and the heads of games, as `docs/log-v1.md` specifies them.

A record is made of an event as stored, never of the event as this release decodes it: an upcast or a new
default would change its digest.
"""

from __future__ import annotations

import hmac
from collections.abc import Container, Mapping
from functools import cache
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from application.codec import (
    UPCASTS,
    CorruptEvent,
    RecordedEvent,
    StoredForm,
    all_event_types,
    text_of,
    topic_of,
)
from application.records.canonical_json import canonical
from application.store.rows import microseconds
from domain.cards import Card
from domain.visibility import marks

NO_HEAD: Final = bytes(32)
"""The head of a game without events."""
_HEAD_PREFIX: Final = b"\x02"


def _refuse_float(text: str) -> float:
    raise ValueError(f"a record has no floats, and the event has {text}")


_state: Final = msgspec.json.Decoder(dict[str, Any], float_hook=_refuse_float)


class Record(Struct, frozen=True):
    """The record of an event, alike for all readers, and what a reader may open of it."""

    sealed: Mapping[str, Any]
    """The members of the record for a reader who may open nothing."""
    openings: Mapping[str, tuple[str, Any]]
    """Salt and value of each marked field."""

    def line(self, readable: Container[str]) -> bytes:
        """Return the record for a reader of some of the marked fields, as a line without its line break."""
        opened = {field: opening for field, opening in self.openings.items() if field in readable}
        return canonical({**self.sealed, "open": opened} if opened else self.sealed)

    def digest(self) -> bytes:
        """Return the hash that the head of the game covers."""
        return sha256(canonical(self.sealed)).digest()


def record_of(recorded: RecordedEvent, form: StoredForm) -> Record:
    """Return the record of an event, given its envelope and its stored form; raises CorruptEvent."""
    try:
        event = _state.decode(form.state)
        key = bytes.fromhex(form.secret)
    except (msgspec.MsgspecError, ValueError) as error:
        raise CorruptEvent(recorded.game, recorded.version, form.topic, str(error)) from error
    openings: dict[str, tuple[str, Any]] = {}
    for field in marked_fields().get(form.topic, ()):
        if field in event:
            openings[field] = (salt(key, recorded.version, field), event.pop(field))
    members = {
        "at": microseconds(recorded.at),
        "by": recorded.by,
        "event": event,
        "game": text_of(recorded.game),
        "version": recorded.version,
    }
    if openings:
        members["sealed"] = {field: commitment(field, *opening) for field, opening in openings.items()}
    return Record(members, openings)


def readable_fields(redacted: RecordedEvent) -> frozenset[str]:
    """Return the marked fields that redaction has left readable; a field without a value is none."""
    event = redacted.event
    return frozenset(field for field, _ in marks(type(event)) if not _is_hidden(getattr(event, field)))


def head_after(head: bytes, digest: bytes) -> bytes:
    """Return the head of a game after a further record, given the one before and the record's digest."""
    return sha256(_HEAD_PREFIX + head + digest).digest()


def salt(key: bytes, version: int, field: str) -> str:
    """Return the salt of a field, which nobody can compute without the secret of its game."""
    return hmac.digest(key, f"log/v1 salt {version} {field}".encode(), "sha256").hex()


def commitment(field: str, salt: str, value: Any) -> str:
    """Return the commitment to a field's value."""
    return sha256(canonical([salt, field, value])).hexdigest()


@cache
def marked_fields() -> Mapping[str, tuple[str, ...]]:
    """Return the fields of each topic that not everyone may read, in the order of their names."""
    fields = {
        topic_of(event): tuple(sorted(field for field, _ in marks(event))) for event in all_event_types()
    }
    fields.update((topic, upcast.marked) for topic, upcast in UPCASTS.items())
    return {topic: marked for topic, marked in fields.items() if marked}


def _is_hidden(value: Any) -> bool:
    return value is None or value == Card.FACE_DOWN or (isinstance(value, tuple) and Card.FACE_DOWN in value)
