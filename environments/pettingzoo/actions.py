"""Actions: the moves of a variant, each with a number that means the same in every position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from domain import commands as c
from domain.cards import DECK_WITH_JOKER, Cards, Rank, Suit
from domain.game import legal
from domain.rules import Rules
from domain.rules.president import PlayCards
from domain.state import Game

DECK_ORDER: Final = {card: number for number, card in enumerate(DECK_WITH_JOKER)}
"""The number of each card, by suit and rank; the joker is the last."""
HIGHEST_BID: Final = 60
"""The highest amount that can be bid in any variant."""
MOST_DISCARDED: Final = 5
"""The size of the largest hand from which cards are discarded."""
MOST_OF_RANK: Final = 4
"""The number of cards of a rank."""


class VariantWithoutActions(ValueError):
    """A variant has moves that have no numbers as actions."""

    def __init__(self, variant: str, moves: list[str]) -> None:
        super().__init__(f"{variant} has moves that are not actions of the environment: {', '.join(moves)}")


def _discards() -> Iterator[str]:
    for chosen in range(1 << MOST_DISCARDED):
        places = [str(place) for place in range(1, MOST_DISCARDED + 1) if chosen >> place - 1 & 1]
        yield f"discard {' '.join(places) or 'nothing'}"


_NAMES: Final[Mapping[type[c.Move], tuple[str, ...]]] = {
    c.PassTurn: ("pass",),
    c.PlaceBid: tuple(f"bid {amount}" for amount in range(HIGHEST_BID + 1)),
    c.SelectTrump: tuple(f"trump {suit.lower()}" for suit in Suit),
    c.DiscardCards: tuple(_discards()),
    c.PlayCard: tuple(f"play {card}" for card in DECK_WITH_JOKER),
    PlayCards: tuple(f"play {count}x{rank}" for rank, count in product(Rank, range(1, MOST_OF_RANK + 1))),
}
"""The names of the actions of each kind of move."""


class Actions:
    """Numbers the moves of a variant that a seat makes when it is to move."""

    def __init__(self, rules: Rules[Any]) -> None:
        """Number the moves; raises VariantWithoutActions."""
        kinds = [kind for kind in rules.moves if kind not in rules.out_of_turn]
        unnamed = [kind.__name__ for kind in kinds if kind not in _NAMES]
        if unnamed:
            raise VariantWithoutActions(rules.variant, unnamed)
        names: list[str] = []
        self._first: dict[type[c.Move], int] = {}
        for kind in kinds:
            self._first[kind] = len(names)
            names += _NAMES[kind]
        self.names = tuple(names)
        """The names of the actions, by number."""

    def legal(self, view: Game, seat: int) -> dict[int, c.Move]:
        """Return the legal moves of a seat that is to move, by the numbers of their actions."""
        moves: dict[int, c.Move] = {}
        for offer in legal(view, seat):
            for move in offer.moves(view.seats[seat].player):
                # Of the plays of equal ranks and counts, which are worth the same, the first is the action.
                moves.setdefault(self.number(view, seat, move), move)
        return moves

    def number(self, view: Game, seat: int, move: c.Move) -> int:
        """Return the number of a legal move of a seat that is to move."""
        hand = view.rules.show(view.table).places[seat].hand
        return self._first[type(move)] + _number(move, hand)


def _number(move: c.Move, hand: Cards) -> int:
    """Return the number of a move among the actions of its kind."""
    match move:
        case c.PassTurn():
            return 0
        case c.PlaceBid(amount=amount):
            return amount
        case c.SelectTrump(suit=suit):
            return list(Suit).index(suit)
        case c.DiscardCards(cards=cards):
            places = sorted(hand, key=DECK_ORDER.__getitem__)
            return sum(1 << places.index(card) for card in cards)
        case c.PlayCard(card=card):
            return DECK_ORDER[card]
        case PlayCards(cards=cards):
            return _NAMES[PlayCards].index(f"play {len(cards)}x{cards[0].rank}")
    raise TypeError(f"{type(move).__name__} has no number")
