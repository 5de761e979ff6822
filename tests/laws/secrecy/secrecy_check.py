"""Secrecy: had the cards that a viewer has not seen been others, the viewer could not tell.

A log is rewritten into that of another world, in which the cards that the viewer has not seen up to its end
have changed places; then everything that the viewer can get must be the same, byte for byte. What is
everything is said by a function, so that one check serves the domain, where it is views and refusals, and the
API, where it is answers. Played moves are facts in the log: nobody asks whether a player in the other world
would have made them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.cards import Card
from domain.events import DeckRevealed, DeckShuffled, Event, GameCreated
from domain.view import reveals
from domain.visibility import Viewer, marks
from tests.laws.ledger import cards_in

Log = Sequence[Event]
Glimpse = Callable[[Log, Viewer], Mapping[str, bytes]]
"""Everything that a viewer can get after a log, each thing under a name of its own."""


class Leak(AssertionError):
    """A viewer could tell two worlds apart that differ only in what it has not seen."""


def assert_secret(log: Log, viewer: Viewer, glimpse: Glimpse, random: Random, shown: Log = ()) -> None:
    """Raise Leak when what the viewer gets depends on cards that it has not seen.

    `shown` are events that do not stand in the log yet, but that the glimpse will bring about, such as the
    outcome of a move: what they show to the viewer by the rules stays the same in the other world.
    """
    ours = glimpse(log, viewer)
    theirs = glimpse(other_world(log, viewer, random, shown), viewer)
    for name in {**ours, **theirs}:
        here, there = ours.get(name), theirs.get(name)
        if here != there:
            raise Leak(f"{name} tells viewer {viewer} of hidden cards:\n{here!r}\n{there!r}")


def other_world(log: Log, viewer: Viewer, random: Random, shown: Log = ()) -> tuple[Event, ...]:
    """Return the log as it could be just as well for all that the viewer has seen."""
    told = (*log, *shown)
    revealed = reveals(told)
    # What comes next may show a number that is hidden now, and its shuffles follow from the secret of the
    # game, so where something comes next both stay.
    other = _OtherWorld(_swaps(told, viewer, revealed, random), random, only_cards=bool(shown))
    return tuple(other.event(event, hidden_fields(event, viewer, revealed)) for event in log)


def hidden_fields(event: Event, viewer: Viewer, revealed: frozenset[int]) -> list[str]:
    """Return the fields that the viewer may not read, told from the marks and not by `redact`."""
    return [
        field
        for field, mark in marks(type(event))
        if not mark.admits(event, viewer)
        and (mark.until is None or getattr(event, mark.until) not in revealed)
    ]


Swaps = Mapping[int, Mapping[Card, Card]]
"""The permutation of the cards of each shuffle in the other world; cards that it lacks stay as they are."""


def _swaps(log: Log, viewer: Viewer, revealed: frozenset[int], random: Random) -> Swaps:
    """Let the cards of each shuffle that the viewer has not seen change places.

    A card belongs to the last shuffle that it was part of; shuffled again, it is as good as unseen.
    """
    decks: dict[int, tuple[Card, ...]] = {}
    shuffle_of: dict[Card, int] = {}
    seen: dict[int, set[Card]] = defaultdict(set)
    for event in log:
        hidden = hidden_fields(event, viewer, revealed)
        readable = (getattr(event, field) for field in event.__struct_fields__ if field not in hidden)
        cards = set(cards_in(tuple(readable)))
        match event:
            case DeckShuffled(shuffle=shuffle, order=order):
                decks[shuffle] = order
                shuffle_of |= dict.fromkeys(order, shuffle)
                seen[shuffle] |= cards
            case DeckRevealed(shuffle=shuffle):
                seen[shuffle] |= cards
            case _:
                for card in cards:
                    seen[shuffle_of[card]].add(card)
    return {
        shuffle: _cycle([card for card in deck if card not in seen[shuffle]], random)
        for shuffle, deck in decks.items()
    }


def _cycle(cards: list[Card], random: Random) -> dict[Card, Card]:
    """Return a permutation that leaves no card in its place, unless there is only one."""
    random.shuffle(cards)
    return dict(zip(cards, cards[1:] + cards[:1], strict=True))


class _OtherWorld:
    """Rewrites events in the order of their log."""

    def __init__(self, swaps: Swaps, random: Random, *, only_cards: bool) -> None:
        self._swaps = swaps
        self._random = random
        self._only_cards = only_cards
        self._shuffle_of: dict[Card, int] = {}

    def event(self, event: Event, hidden: list[str]) -> Event:
        if isinstance(event, DeckShuffled):
            self._shuffle_of |= dict.fromkeys(event.order, event.shuffle)
        if isinstance(event, GameCreated) and self._only_cards:
            return event
        return replace(event, **{field: self._other(getattr(event, field)) for field in hidden})

    def _other(self, value: Any) -> Any:
        match value:
            case Card():
                return self._swaps[self._shuffle_of[value]].get(value, value)
            case tuple():
                return tuple(map(self._other, value))
            case str():
                return self._random.randbytes(len(value) // 2).hex()
            case bool():
                return value is self._only_cards
            case int():
                return value if self._only_cards else value + self._random.choice((1, 2))
            case None:
                return None
        raise TypeError(f"say in {__name__} what a hidden {type(value).__name__} could be instead")
