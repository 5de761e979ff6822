"""Observations: the view of a seat as a vector of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from domain.cards import Card, Suit
from domain.rules import Rules
from domain.state import Game
from domain.table import Place, PlayedCard, TableView
from environments.pettingzoo.actions import DECK_ORDER

Vector = npt.NDArray[np.float32]

LOWEST: Final = -1000.0
HIGHEST: Final = 1000.0
"""The bounds of all numbers; a score or a round beyond them is shown as the bound."""
NONE: Final = -1.0
"""The number for a bid, a seat or another number that is missing."""

_CARDS: Final = len(DECK_ORDER)
_TABLE: Final = (
    "phase",
    "round",
    "dealer",
    "stock",
    "pile",
    "blind",
    "bidder",
    "bid",
    "trump",
    "winning",
    "bleeding",
    "led by",
    "clockwise",
    "passes",
)
_PLACE: Final = (
    "cards",
    "score",
    "bid",
    "committed",
    "passed",
    "pass queued",
    "discarded",
    "tricks",
    "rank",
)
_CARD_GROUPS: Final = ("trick", "last trick", "to beat", "turn-up")


class Observations:
    """Makes observations of a variant's tables with a number of seats.

    Seats are numbered from the observing one, which is 0, in clockwise order.
    """

    def __init__(self, rules: Rules[Any], seats: int) -> None:
        self._phases = [str(phase) for phase in rules.phases]
        self._seats = seats
        self.names = (
            *_TABLE,
            *(f"{name} of seat +{seat}" for seat in range(seats) for name in _PLACE),
            *(f"{card} in hand of seat +{seat}" for seat in range(seats) for card in DECK_ORDER),
            *(f"{card} in {group}" for group in _CARD_GROUPS for card in DECK_ORDER),
        )
        """The names of the numbers, in their order."""

    def of(self, view: Game, seat: int) -> Vector:
        """Return what a seat sees; `view` is the game as it sees it."""
        table: TableView = view.rules.show(view.table)
        places = [table.places[(seat + step) % self._seats] for step in range(self._seats)]
        numbers = [
            *self._numbers_of(table, seat),
            *(number for place in places for number in _numbers_of_place(place)),
            *(number for place in places for number in _marked((card, 1) for card in place.hand)),
            *self._played(table.trick, seat),
            *self._played(table.last_trick, seat),
            *_marked((card, 1) for card in table.to_beat),
            *_marked((card, 1) for card in (table.turn_up,) if card is not None),
        ]
        return np.clip(np.array(numbers, np.float32), LOWEST, HIGHEST)

    def _numbers_of(self, table: TableView, seat: int) -> Iterable[float]:
        trump = None if table.trump is None else list(Suit).index(table.trump)
        return (
            self._phases.index(table.phase),
            table.round,
            self._from(seat, table.dealer),
            table.stock,
            _number(table.pile),
            table.blind,
            self._from(seat, table.bidder),
            _number(table.bid),
            _number(trump),
            self._from(seat, table.winning),
            table.bleeding,
            self._from(seat, table.led_by),
            _number(table.clockwise),
            _number(table.passes),
        )

    def _played(self, trick: Iterable[PlayedCard], seat: int) -> list[float]:
        """Mark the cards of a trick with the seat that played each, counted from 1 for the observing one."""
        return _marked((played.card, 1 + self._from(seat, played.seat)) for played in trick)

    def _from(self, seat: int, other: int | None) -> float:
        return NONE if other is None else (other - seat) % self._seats


def _numbers_of_place(place: Place) -> Iterable[float]:
    return (
        len(place.hand),
        place.score,
        _number(place.bid),
        place.committed,
        place.passed,
        place.pass_queued,
        _number(place.discarded),
        place.tricks,
        _number(place.rank),
    )


def _number(value: int | None) -> float:
    return NONE if value is None else value


def _marked(cards: Iterable[tuple[Card, float]]) -> list[float]:
    """Return a number for each card of the deck: its mark, or 0; face-down cards are not in the deck."""
    marks = [0.0] * _CARDS
    for card, mark in cards:
        if card is not Card.FACE_DOWN:
            marks[DECK_ORDER[card]] = mark
    return marks
