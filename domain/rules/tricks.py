"""Shared parts of trick-taking games: the table, the course of a trick, and places by points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from domain.card_order import CardOrder
from domain.cards import Card, Cards, Suit
from domain.events import CardPlayed, TrickWon
from domain.rules import Table
from domain.rules.seating import Hands, left_of, with_place
from domain.table import PlayedCard

Trick = tuple[CardPlayed, ...]


class TrickTable(Table, frozen=True, kw_only=True):
    """The state of a table at which tricks are played."""

    hands: Hands
    turn: int = 0
    trick: Trick = ()
    last_trick: Trick = ()
    won: tuple[TrickWon, ...] = ()
    """The tricks won in the round, in order."""

    @property
    def tricks(self) -> tuple[int, ...]:
        """The number of tricks that each seat has won in the round."""
        winners = [won.seat for won in self.won]
        return tuple(winners.count(seat) for seat in range(len(self.hands)))


T = TypeVar("T", bound=TrickTable)


def hands_after_play(hands: Hands, seat: int, card: Card) -> Hands:
    """Return the hands after a seat has played a card, which may be face down in a viewer's state."""
    hand = hands[seat]
    at = hand.index(card) if card in hand else 0
    return with_place(hands, seat, hand[:at] + hand[at + 1 :])


def play_to_trick(table: T, event: CardPlayed) -> T:
    """Add a played card to the trick, and give the turn to the next seat clockwise."""
    return replace(
        table,
        hands=hands_after_play(table.hands, event.seat, event.card),
        trick=(*table.trick, event),
        turn=left_of(event.seat, len(table.hands)),
    )


def take_trick(table: T, event: TrickWon) -> T:
    """Close the trick, and give the lead to the seat that won it."""
    return replace(table, trick=(), last_trick=table.trick, won=(*table.won, event), turn=event.seat)


def winning_card(trick: Trick, standing: Mapping[Card, int]) -> CardPlayed:
    """Return the played card of a trick that stands highest."""
    return max(trick, key=lambda played: standing[played.card])


SUITS_IN_HAND = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
"""The suits in the order in which people sort a hand: red and black in turn."""


def suits_after(trump: Suit | None) -> tuple[Suit, ...]:
    """Return all suits in turns of red and black, the trump suit first."""
    first = 0 if trump is None else SUITS_IN_HAND.index(trump)
    return SUITS_IN_HAND[first:] + SUITS_IN_HAND[:first]


def trick_order(standings: Iterable[Mapping[Card, int]]) -> CardOrder:
    """Return the order of the cards, from their standings in a trick to which each of the suits is led.

    A card that can win whatever suit is led is a trump; a card with a negative standing cannot win.
    """
    able = [
        sorted((card for card in standing if standing[card] >= 0), key=standing.__getitem__, reverse=True)
        for standing in standings
    ]
    trumps = tuple(card for card in able[0] if all(card in others for others in able))
    plain = (tuple(card for card in cards if card not in trumps) for cards in able)
    return CardOrder(trumps=trumps, suits=tuple(filter(None, plain)))


def without_gone(order: CardOrder, seen: Iterable[Card]) -> CardOrder:
    """Return the order with the trumps marked that nobody can hold, because everyone has seen them."""
    cards = frozenset(seen)
    return replace(order, gone=tuple(card for card in order.trumps if card in cards))


def trick_won(table: TrickTable, best: CardPlayed) -> TrickWon:
    """Return the event that a card has won the trick."""
    return TrickWon(seat=best.seat, trick=len(table.won), card=best.card)


def counts_of_plays(
    hands: Hands, plays: Sequence[CardPlayed], playable: Callable[[Cards, Card], Cards]
) -> Iterator[int | None]:
    """Count the cards that seats could play at each of the plays to tricks, from an empty trick on.

    `playable` returns the cards of a hand that may be played after a card that was led.
    """
    left, size, led = [*hands], len(hands), None
    is_known = [Card.FACE_DOWN not in hand for hand in hands]
    for number, play in enumerate(plays):
        seat, card = play.seat, play.card
        if number % size == 0:
            led = None
        if is_known[seat]:
            hand = left[seat]
            yield len(hand if led is None else playable(hand, led))
            place = hand.index(card)
            left[seat] = hand[:place] + hand[place + 1 :]
        else:
            yield None
        led = led or card


def known_count(hand: Cards, playable: Cards) -> int | None:
    """Return the number of playable cards, or None if any card of the hand is face down."""
    return None if Card.FACE_DOWN in hand else len(playable)


def trick_view(trick: Trick) -> tuple[PlayedCard, ...]:
    """Return a trick in the form used by table views."""
    return tuple(PlayedCard(seat=played.seat, card=played.card) for played in trick)


def rank_by_points(seats: Iterable[int], points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the seats ranked from most points to fewest; seats with equal points share a place."""
    places: dict[int, list[int]] = {}
    for seat in seats:
        places.setdefault(points[seat], []).append(seat)
    return tuple(tuple(places[total]) for total in sorted(places, reverse=True))
