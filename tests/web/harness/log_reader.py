"""Reads a game's events from the server's database, and computes the cards that a viewer has seen."""

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


class GameLog:
    """The stored events of one game."""

    def __init__(self, data_dir: Path, game: str) -> None:
        self._path, self._game = data_dir / "log.db", UUID(game)
        self.events: list[Event] = []
        self._seen: dict[tuple[int, Viewer], frozenset[str]] = {}

    def read(self) -> int:
        """Read the new events, and return the version of the game."""
        query = "SELECT version, topic, state FROM events WHERE game = ? AND version > ? ORDER BY version"
        with closing(sqlite3.connect(self._path)) as log:
            for version, topic, state in log.execute(query, (self._game.bytes, len(self.events))):
                self.events.append(default_codec().decode(self._game, version, topic, state))
                # A reveal changes the redaction of earlier events.
                self._seen.clear()
        return len(self.events)

    def redacted(self, version: int, viewer: Viewer) -> Event:
        """Return an event as the viewer may read it now."""
        return redact(self.events[version - 1], viewer, reveals(self.events))

    def hidden_fields(self, version: int, viewer: Viewer) -> list[str]:
        """Return the API names of the fields, except cards, that the viewer may not read."""
        event = self.redacted(version, viewer)
        names = NAMES_IN_SCHEMA.get(type(event).__name__, {})
        return [
            names.get(field) or _camel_case(field)
            for field, _ in marks(type(event))
            if getattr(event, field) is None
        ]

    def seen_cards(self, version: int, viewer: Viewer) -> frozenset[str]:
        """Return the cards that the viewer may have seen in the current round up to a version."""
        if (cards := self._seen.get((version, viewer))) is None:
            # A reveal in this round publishes the shuffle of an earlier one.
            events = [each for each in self._round(version, viewer) if not isinstance(each, DeckRevealed)]
            cards = frozenset(card for event in events for card in cards_of_event(event))
            self._seen[version, viewer] = cards
        return cards

    def secret_bidders(self, version: int, viewer: Viewer) -> set[int]:
        """Return the seats whose bids are hidden from the viewer at a version."""
        secret: set[int] = set()
        for event in self._round(version, viewer):
            if isinstance(event, BidCommitted) and event.amount is None:
                secret.add(event.seat)
            elif isinstance(event, BidsRevealed):
                secret.clear()
        return secret

    def _round(self, version: int, viewer: Viewer) -> list[Event]:
        dealt = max((at for at in range(version) if isinstance(self.events[at], RoundDealt)), default=0)
        return [self.redacted(at + 1, viewer) for at in range(dealt, version)]


def cards_of_event(event: Event) -> Iterator[str]:
    """Yield the face-up cards in an event."""
    return cards_in(msgspec.to_builtins(event))


def cards_in(value: Any) -> Iterator[str]:
    """Yield the face-up cards in a value made of lists, mappings and strings."""
    if isinstance(value, str):
        if value in _CARDS:
            yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from cards_in(each)


def _camel_case(field: str) -> str:
    first, *others = field.split("_")
    return first + "".join(map(str.capitalize, others))
