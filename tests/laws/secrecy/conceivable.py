"""Every move that one could conceive of for a seat, legal or not, of its game or another's."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from enum import Enum
from functools import cache, lru_cache
from itertools import chain, combinations, islice, product
from typing import Any, get_type_hints

from domain.cards import DECK_WITH_JOKER, Card, Cards
from domain.commands import Move
from domain.events import PlayerId
from domain.rules import variants

AMOUNTS = (-60, -15, -1, *range(62), 75, 90, 110, 120, 10**9)
MOST_SUBSETS = 300
MOST_OF_A_KIND = 2000


class TurnTheTable(Move, frozen=True, kw_only=True):
    """A move of no game."""


@lru_cache(maxsize=16)
def conceivable(by: PlayerId, hand: Cards) -> tuple[Move, ...]:
    """Return moves of every kind with every value that could be meant, and some that could not.

    Two players who hold the same are given the same moves.
    """
    return tuple(move for kind in kinds() for move in of_kind(kind, by, hand))


def of_kind(kind: type[Move], by: PlayerId, hand: Cards) -> Iterator[Move]:
    """Give moves of one kind with every value that could be meant, and some that could not."""
    fields = _fields(kind)
    choices = (tuple(_values(hint, hand)) for hint in fields.values())
    for values in islice(product(*choices), MOST_OF_A_KIND):
        yield kind(by=by, **dict(zip(fields, values, strict=True)))


@cache
def _fields(kind: type[Move]) -> dict[str, Any]:
    """Return the type of each field of a kind of move, but for the player."""
    hints = get_type_hints(kind)
    return {field: hints[field] for field in kind.__struct_fields__ if field != "by"}


@cache
def kinds() -> tuple[type[Move], ...]:
    """Return every kind of move."""
    known = (move for rules in variants().values() for move in rules.moves)
    return tuple(dict.fromkeys((*known, TurnTheTable)))


def meaning(move: Move) -> Hashable:
    """Return what makes two moves the same: the order in which cards are named does not matter."""
    fields = (getattr(move, field) for field in move.__struct_fields__ if field != "by")
    return type(move), tuple(tuple(sorted(value)) if isinstance(value, tuple) else value for value in fields)


def _values(kind: Any, hand: Cards) -> Iterable[Any]:
    if kind == Cards:
        return _choices_of_cards(hand)
    if kind is int:
        return AMOUNTS
    if kind is bool:
        return (False, True)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    raise TypeError(f"say in {__name__} what could be meant by a {kind}")


def _choices_of_cards(hand: Cards) -> Iterator[Cards]:
    by_size = (combinations(hand, size) for size in range(len(hand) + 1))
    yield from islice(chain.from_iterable(by_size), MOST_SUBSETS)
    yield hand
    yield hand[::-1]
    for card in Card:
        yield (card,)
        yield (*hand, card)
        yield (*hand[:1], card)
    for card in hand:
        yield (card, card)
        yield (card, *hand[:2], card)
    yield hand * 2
    yield DECK_WITH_JOKER
    yield (Card.FACE_DOWN,) * len(hand)
