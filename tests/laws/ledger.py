"""A ledger of the place of each card, kept from the events alone, for any game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.cards import Card, Cards
from domain.events import DeckRevealed, DeckShuffled, Event, RoundDealt

Place = tuple[str, int | None]
"""A kind of place, and its seat if it belongs to one."""

STOCK, DISCARDED, PLAYED, TURNED = ("stock", None), ("discarded", None), ("played", None), ("turned", None)
OF_THE_SEAT = "hand"

# From where to where the cards in an event go, by the event's name: a hand is that of the event's seat.
MOVES: dict[str, tuple[Place | str, Place | str]] = {
    "HandDealt": (STOCK, OF_THE_SEAT),
    "BlindHandDealt": (STOCK, OF_THE_SEAT),
    "CardsDrawn": (STOCK, OF_THE_SEAT),
    "TrumpTurned": (STOCK, TURNED),
    "CardsDiscarded": (OF_THE_SEAT, DISCARDED),
    "CardPlayed": (OF_THE_SEAT, PLAYED),
    "CardsPlayed": (OF_THE_SEAT, PLAYED),
}
# What only speaks of cards, which stay where they are.
SPEAKS_OF_CARDS = frozenset({"DeckRevealed", "TrickWon", "HandShown"})


class Ledger:
    """Every card's place, and the last shuffle that it came from."""

    def __init__(self) -> None:
        self.place_of: dict[Card, Place] = {}
        self.shuffle_of: dict[Card, int] = {}
        self.revealed: set[int] = set()
        self.dealt_from: set[int] = set()

    def take(self, event: Event) -> None:
        """Move the cards of an event; fails when one of them is not where the event takes it from."""
        name = type(event).__name__
        match event:
            case DeckShuffled():
                self._shuffle(event)
            case DeckRevealed():
                self.revealed.add(event.shuffle)
            case RoundDealt():
                self.dealt_from = set()
            case _ if name in MOVES:
                origin, aim = (self._place(where, event) for where in MOVES[name])
                for card in cards_in(event):
                    assert self.place_of[card] == origin, f"{name} takes {card} from {self.place_of[card]}"
                    assert self.shuffle_of[card] not in self.revealed, f"{card} was revealed too early"
                    self.place_of[card] = aim
                    self.dealt_from.add(self.shuffle_of[card])
            case _:
                known = name in SPEAKS_OF_CARDS or not any(cards_in(event))
                assert known, f"say in {__name__} where {name} moves its cards"

    def at(self, kind: str, seat: int | None = None) -> set[Card]:
        """Return the cards that are at a place."""
        return {card for card, place in self.place_of.items() if place == (kind, seat)}

    def in_play(self) -> set[int]:
        """Return the shuffles from which this round has been dealt, or something can still be dealt."""
        return self.dealt_from | {self.shuffle_of[card] for card in self.at(*STOCK)}

    def _shuffle(self, event: DeckShuffled) -> None:
        assert len(set(event.order)) == len(event.order), "a deck has each card once"
        assert Card.FACE_DOWN not in event.order
        if self.place_of:
            assert set(event.order) <= set(self.place_of), "no card comes from nowhere"
        for card in event.order:
            self.place_of[card] = STOCK
            self.shuffle_of[card] = event.shuffle

    def _place(self, where: Place | str, event: Any) -> Place:
        return (OF_THE_SEAT, event.seat) if where == OF_THE_SEAT else where  # type: ignore[return-value]


def cards_in(value: Any) -> Iterator[Card]:
    """Give every card that a value holds, however deep."""
    match value:
        case Card():
            yield value
        case tuple():
            for part in value:
                yield from cards_in(part)
        case msgspec.Struct():
            for field in value.__struct_fields__:
                yield from cards_in(getattr(value, field))


def hands_shown(game: Any) -> list[Cards]:
    """Return the hands as the game shows them."""
    return [place.hand for place in game.rules.show(game.table).places]
