"""Stored events as they were written once: one file for every topic that ever was, never edited.

What these files hold is in logs all over the world. When a test says that an event no longer reads or
writes as its golden does, the event is to be put back, or given a new tag and an upcast; never is the
golden changed. A field that is added with a default, and left out while it has that, gets a second golden,
`TOPIC-FIELD.json`, by hand. A new topic gets its golden by `python -m tests.application.goldens`, which
writes the ones that are missing and leaves the others as they are.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct, inspect

from application.codec import Codec, all_event_types, topic_of
from domain.events import Event

FOLDER = Path(__file__).parent


class Golden(Struct, frozen=True):
    """A stored event; its state to the byte."""

    topic: str
    state: Raw


def goldens() -> dict[str, Golden]:
    """Return every golden by the name of its file."""
    decoder = msgspec.json.Decoder(Golden)
    return {path.stem: decoder.decode(path.read_bytes()) for path in sorted(FOLDER.glob("*.json"))}


def write_missing() -> list[Path]:
    """Write a golden for each event that has none, and return their files."""
    written = []
    for event in all_event_types():
        path = FOLDER / f"{topic_of(event)}.json"
        if not path.exists():
            topic, state = Codec((event,)).encode(sample(event))
            path.write_bytes(b'{"topic": "%b",\n "state": %b}\n' % (topic.encode(), state))
            written.append(path)
    return written


def sample(event: type[Event], *, bare: bool = False) -> Event:
    """Return an event of a class with something in every field; a bare one has as little as it may."""
    values = _Values(bare)
    return msgspec.convert(values.of(inspect.type_info(event)), event)


class _Values:
    """Makes up values, each number and each name another."""

    def __init__(self, bare: bool) -> None:
        self._bare = bare
        self._numbers = count(1)

    def of(self, kind: inspect.Type) -> Any:
        match kind:
            case inspect.Metadata(type=inner):
                return self.of(inner)
            case inspect.UnionType(types=types):
                some = [each for each in types if not isinstance(each, inspect.NoneType)]
                null = self._bare and len(some) < len(types)
                return None if null else self.of(some[next(self._numbers) % len(some)])
            case inspect.NoneType():
                return None
            case inspect.BoolType():
                return not self._bare
            case inspect.IntType():
                return next(self._numbers)
            case inspect.StrType():
                return f"Zoë “{next(self._numbers)}” ♥"
            case inspect.DateTimeType():
                return f"2026-11-24T12:00:{next(self._numbers):02}.000001Z"
            case inspect.EnumType(cls=enum):
                members = [*enum]
                return members[next(self._numbers) % len(members)]
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return [] if self._bare else [self.of(item) for _ in range(3)]
            case inspect.TupleType(item_types=items):
                return [self.of(item) for item in items]
            case inspect.DictType(key_type=key, value_type=value):
                return {} if self._bare else {self.of(key): self.of(value) for _ in range(2)}
            case inspect.StructType(cls=struct, fields=fields):
                tag = struct.__struct_config__.tag
                tagged = {"type": tag} if tag is not None else {}
                return tagged | {field.encode_name: self.of(field.type) for field in fields}
            case _:
                raise TypeError(f"no sample of {kind} can be made up; teach this class to")
