"""What trick-taking games share: hands from which a card goes, tricks, and places by points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.cards import Card
from domain.events import CardPlayed
from domain.rules.seating import Hands, with_place
from domain.table import PlayedCard

Trick = tuple[CardPlayed, ...]


def after_play(hands: Hands, seat: int, card: Card) -> Hands:
    """Return the hands after a seat has played a card, which a viewer may have seen face down."""
    hand = hands[seat]
    at = hand.index(card) if card in hand else 0
    return with_place(hands, seat, hand[:at] + hand[at + 1 :])


def shown(trick: Trick) -> tuple[PlayedCard, ...]:
    """Return a trick in the form in which every game shows it."""
    return tuple(PlayedCard(seat=played.seat, card=played.card) for played in trick)


def by_points(seats: Iterable[int], points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the seats from most points to fewest; equals share a place."""
    places: dict[int, list[int]] = {}
    for seat in seats:
        places.setdefault(points[seat], []).append(seat)
    return tuple(tuple(places[total]) for total in sorted(places, reverse=True))
