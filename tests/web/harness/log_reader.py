"""What a game's log says, read from the server's own file, and which cards of it somebody may have seen."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import msgspec

from api.graphql.types.events import NAMES_IN_SCHEMA
from application.codec import default_codec
from domain.cards import Card
from domain.events import DeckRevealed, Event, RoundDealt
from domain.rules.oh_hell import BidCommitted, BidsRevealed
from domain.view import reveals
from domain.visibility import Viewer, marks, redact

_CARDS: Final = frozenset(Card) - {Card.FACE_DOWN}


class Truth:
    """A game as it stands in the log."""

    def __init__(self, data_dir: Path, game: str) -> None:
        self._path, self._game = data_dir / "log.db", UUID(game)
        self.events: list[Event] = []

    def read(self) -> int:
        """Read on, and return the version that the game has."""
        query = "SELECT version, topic, state FROM events WHERE game = ? AND version > ? ORDER BY version"
        with closing(sqlite3.connect(self._path)) as log:
            for version, topic, state in log.execute(query, (self._game.bytes, len(self.events))):
                self.events.append(default_codec().decode(self._game, version, topic, state))
        return len(self.events)

    def told(self, version: int, viewer: Viewer) -> Event:
        """Return an event as the viewer may read it by now."""
        return redact(self.events[version - 1], viewer, reveals(self.events))

    def kept(self, version: int, viewer: Viewer) -> list[str]:
        """Return the fields of an event, cards aside, that the viewer may not read, as the API names them."""
        told = self.told(version, viewer)
        called = NAMES_IN_SCHEMA.get(type(told).__name__, {})
        return [
            called.get(field) or _in_the_api(field)
            for field, _ in marks(type(told))
            if getattr(told, field) is None
        ]

    def seen(self, version: int, viewer: Viewer) -> frozenset[str]:
        """Return which cards the viewer may have seen in a round up to some version."""
        told = self._round(version, viewer)
        # What is opened then is the round before; of this one, events are told as they may be read by now.
        told = [event for event in told if not isinstance(event, DeckRevealed)]
        return frozenset(card for event in told for card in cards_of(event))

    def secret_bidders(self, version: int, viewer: Viewer) -> set[int]:
        """Return the seats whose bids the viewer may not know in the game at a version."""
        secret: set[int] = set()
        for event in self._round(version, viewer):
            if isinstance(event, BidCommitted) and event.amount is None:
                secret.add(event.seat)
            elif isinstance(event, BidsRevealed):
                secret.clear()
        return secret

    def _round(self, version: int, viewer: Viewer) -> list[Event]:
        dealt = max((at for at in range(version) if isinstance(self.events[at], RoundDealt)), default=0)
        return [self.told(at + 1, viewer) for at in range(dealt, version)]


def cards_of(event: Event) -> Iterator[str]:
    """Give the cards that can be read in an event."""
    return faces(msgspec.to_builtins(event))


def faces(value: Any) -> Iterator[str]:
    """Give every card that can be read in a value made of lists, mappings and texts."""
    if isinstance(value, str):
        if value in _CARDS:
            yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from faces(each)


def _in_the_api(field: str) -> str:
    first, *others = field.split("_")
    return first + "".join(map(str.capitalize, others))
