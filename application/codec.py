"""Envelope of a stored event, and the codec that converts events to bytes and back.

A stored event's topic is the tag of its class: stable, and independent of the module of the class. When a
class changes its meaning it gets a new tag, and `UPCASTS` converts states under the old topic into states
under the next; the log itself is never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache, lru_cache
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import Meta, Struct

from domain.events import COMMON_EVENTS, Event, PlayerId
from domain.rules import all_rules

GameId = UUID
KEPT_GAME_IDS: Final = 10_000
"""Number of games whose ids are kept with their texts, whose conversion takes longer than finding them."""
Version = Annotated[int, Meta(description="How many events a game has had.")]
Position = int
State = dict[str, Any]


@lru_cache(maxsize=KEPT_GAME_IDS)
def text_of(game: GameId) -> str:
    """Return a game's id as text."""
    return str(game)


class Upcast(Struct, frozen=True):
    """Conversion of a state under a former topic into a state under a later topic."""

    into: tuple[str, ...]
    """Every topic that the result may have."""
    change: Callable[[State], tuple[str, State]]
    """Takes a decoded state and returns the topic and the state one version later."""
    marked: tuple[str, ...]
    """The fields under the former topic that not everyone may read, in the order of their names."""


UPCASTS: Mapping[str, Upcast] = {}
"""Upcasts by former topic."""


class StoredForm(Struct, frozen=True, gc=False):
    """An event as the log holds it, for its record; it contains what no player may see."""

    topic: str
    state: bytes
    secret: str
    """The secret of its game, empty if it has none."""


class RecordedEvent(Struct, frozen=True, kw_only=True, gc=False):
    """An event with its envelope, as recorded in the log."""

    game: GameId
    version: Version
    """The event's version in its game, from 1 without gaps."""
    position: Position
    """The event's position in the whole log, from 1 without gaps, in the order of the commits."""
    at: datetime
    """Time of the append, in UTC, to the microsecond."""
    by: PlayerId | None
    """Caller of the command that led to the event, directly or as a consequence."""
    command_id: str | None
    """Id that the client gave to that command, None if it gave none."""
    event: Event
    last: Version | None = None
    """The version of the last event of the same commit; None where an older program stored the event."""
    stored: StoredForm | None = None
    """Its stored form, for a reader that asked for it; redaction never lets it through."""


def is_same_commit(one: RecordedEvent, next_one: RecordedEvent) -> bool:
    """Return whether two consecutive events of a game were committed together."""
    if one.last is not None:
        return next_one.version <= one.last
    # Stored by an older program: the events of one commit have the same time.
    return (one.at, one.by, one.command_id) == (next_one.at, next_one.by, next_one.command_id)


class CorruptEvent(PersistenceError):
    """A stored event cannot be decoded; the message names it and says why."""

    def __init__(self, game: GameId, version: Version, topic: str, reason: str) -> None:
        super().__init__(f"game {game}, version {version}, topic {topic!r}: {reason}")
        self.game = game
        self.version = version
        self.topic = topic


class TopicTaken(ValueError):
    """One topic has two meanings, so stored events would be decoded as the wrong one."""

    def __init__(self, topic: str, first: str, second: str) -> None:
        super().__init__(f"topic {topic!r} stands for {first} and for {second}")
        self.topic = topic


class EndlessUpcast(ValueError):
    """A chain of upcasts forms a cycle or leads to an unknown topic."""

    def __init__(self, chain: tuple[str, ...]) -> None:
        super().__init__(f"the upcasts {' -> '.join(chain)} do not lead to an event")
        self.chain = chain


class Codec:
    """Encodes events as topic and state, and decodes every current and former topic.

    Raises TopicTaken and EndlessUpcast for inconsistent events and upcasts.
    """

    def __init__(self, events: tuple[type[Event], ...], upcasts: Mapping[str, Upcast] = UPCASTS) -> None:
        self._types = _by_topic(events)
        _check_upcasts(self._types, upcasts)
        self._decoders = {topic: msgspec.json.Decoder(event) for topic, event in self._types.items()}
        self._upcasts = upcasts
        self._encode = msgspec.json.Encoder().encode

    def topics(self, kinds: Iterable[type[Event]]) -> list[str]:
        """Return the topics under which events of the given classes may be stored."""
        # The class of an upcast state is known only after decoding, so every former topic is included.
        return sorted({*map(topic_of, kinds), *self._upcasts})

    def encode(self, event: Event) -> tuple[str, bytes]:
        """Return the event's topic and state."""
        return topic_of(type(event)), self._encode(event)

    def decode(self, game: GameId, version: Version, topic: str, state: bytes) -> Event:
        """Decode an event; `game` and `version` are for the message of a CorruptEvent."""
        try:
            decoder = self._decoders.get(topic)
            return decoder.decode(state) if decoder is not None else self._upcast(topic, state)
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
            raise CorruptEvent(game, version, topic, str(error)) from error

    def _upcast(self, topic: str, state: bytes) -> Event:
        values = msgspec.json.decode(state, type=State)
        while topic not in self._types:
            if topic not in self._upcasts:
                raise LookupError("no event has this topic")
            upcast = self._upcasts[topic]
            topic, values = upcast.change(values)
            if topic not in upcast.into:
                raise LookupError(f"an upcast leads to {topic!r}, which it does not declare")
        return msgspec.convert({**values, "type": topic}, self._types[topic])


def topic_of(event: type[Event]) -> str:
    """Return the topic under which events of the class are stored."""
    tag = event.__struct_config__.tag
    assert isinstance(tag, str), "every event's class is tagged with a name"
    return tag


def _by_topic(events: Iterable[type[Event]]) -> dict[str, type[Event]]:
    types: dict[str, type[Event]] = {}
    for event in events:
        known = types.setdefault(topic_of(event), event)
        if known is not event:
            raise TopicTaken(topic_of(event), _name_of(known), _name_of(event))
    return types


def _check_upcasts(types: Mapping[str, type[Event]], upcasts: Mapping[str, Upcast]) -> None:
    for topic in upcasts:
        if topic in types:
            # The class would always be used, and the upcast never.
            raise TopicTaken(topic, _name_of(types[topic]), "an upcast")
        _follow((topic,), types, upcasts)


def _follow(chain: tuple[str, ...], types: Mapping[str, type[Event]], upcasts: Mapping[str, Upcast]) -> None:
    upcast = upcasts.get(chain[-1])
    if upcast is None or not upcast.into:
        raise EndlessUpcast(chain)
    for topic in upcast.into:
        if topic in chain:
            raise EndlessUpcast((*chain, topic))
        if topic not in types:
            _follow((*chain, topic), types, upcasts)


def _name_of(event: type[Event]) -> str:
    return f"{event.__module__}.{event.__qualname__}"


@cache
def default_codec() -> Codec:
    """Return the codec for all events of all variants."""
    return Codec(all_event_types())


def all_event_types() -> tuple[type[Event], ...]:
    """Return every event class: the common ones, then those of every version of each variant."""
    own = (event for rules in all_rules() for event in rules.events)
    return tuple(dict.fromkeys((*COMMON_EVENTS, *own)))
