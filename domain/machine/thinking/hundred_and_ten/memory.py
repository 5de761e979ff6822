"""The memory of a seat in Hundred and Ten, which holds what the view of the table forgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from domain import events as e
from domain.cards import Card, Cards, Suit
from domain.machine.thinking.hundred_and_ten.cards import CEILINGS, TrumpCards, trump_cards
from domain.rules.hundred_and_ten import BIDS, HAND_SIZE
from domain.rules.seating import with_place

NO_LIMIT: Final = 100
"""A number above all bids."""


class Memory(Struct, frozen=True, kw_only=True):
    """The course of the round, and what each seat has shown if it plays like the published player.

    Tuples have a place for each seat; sets of cards are sets of bits of `TrumpCards`.
    """

    dealer: int = 0
    bid: int = 0
    bidder: int = -1
    trump: Suit | None = None
    trick: tuple[int, ...] = ()
    """The cards in the trick."""
    discarded: tuple[int, ...] = ()
    """The numbers of cards that were discarded."""
    discards: tuple[Cards, ...] = ()
    """The cards that were discarded, where the events show them."""
    played: tuple[int, ...] = ()
    """The cards that were played in the round."""
    without_trumps: frozenset[int] = frozenset()
    """The seats that did not follow to a trump; this holds however they play."""
    at_least: tuple[int, ...] = ()
    """The lowest possible ceiling of each seat's bids."""
    below: tuple[int, ...] = ()
    """The lowest bid above the ceiling of each seat's bids."""
    not_held: tuple[int, ...] = ()
    """The cards that the seat would have played instead of those that it played."""
    surprises: tuple[int, ...] = ()
    """The number of moves in the game that the published player cannot have made."""

    def trumps_played(self, seat: int) -> int:
        """Return the trumps that the seat has played in the round."""
        return self.played[seat] & self.cards.trumps

    @property
    def cards(self) -> TrumpCards:
        """The cards with the trump of the round."""
        assert self.trump is not None, "trump is named before cards are discarded or played"
        return trump_cards(self.trump)


def remember(memory: Memory | None, events: Sequence[e.Event]) -> Memory:
    """Return what a seat remembers after further events of its redacted stream."""
    memory = memory or Memory()
    for event in events:
        if (remembered := _REMEMBERED.get(type(event))) is not None:
            memory = remembered(memory, event)
    return memory


def _round_dealt(memory: Memory, event: e.RoundDealt) -> Memory:
    seats = len(event.hands)
    return Memory(
        dealer=event.dealer,
        discarded=(0,) * seats,
        discards=((),) * seats,
        played=(0,) * seats,
        at_least=(0,) * seats,
        below=(NO_LIMIT,) * seats,
        not_held=(0,) * seats,
        surprises=memory.surprises or (0,) * seats,
    )


def _lowest_bid(memory: Memory, seat: int) -> int:
    least = memory.bid if seat == memory.dealer else memory.bid + 1
    return next((bid for bid in BIDS if bid >= least), NO_LIMIT)


def _bid_placed(memory: Memory, event: e.BidPlaced) -> Memory:
    if event.amount > _lowest_bid(memory, event.seat):
        memory = _surprised(memory, event.seat)
    at_least = with_place(memory.at_least, event.seat, event.amount)
    return replace(memory, bid=event.amount, bidder=event.seat, at_least=at_least)


def _turn_passed(memory: Memory, event: e.TurnPassed) -> Memory:
    return replace(memory, below=with_place(memory.below, event.seat, _lowest_bid(memory, event.seat)))


def _trump_selected(memory: Memory, event: e.TrumpSelected) -> Memory:
    return replace(memory, trump=event.suit)


def _cards_discarded(memory: Memory, event: e.CardsDiscarded) -> Memory:
    discarded = with_place(memory.discarded, event.seat, len(event.cards))
    known = () if Card.FACE_DOWN in event.cards else event.cards
    return replace(memory, discarded=discarded, discards=with_place(memory.discards, event.seat, known))


def _card_played(memory: Memory, event: e.CardPlayed) -> Memory:
    seat, card = event.seat, memory.cards.bit_of[event.card]
    if card & memory.not_held[seat]:
        memory = _surprised(memory, seat)
    if memory.trick and memory.trick[0] & memory.cards.trumps and not card & memory.cards.trumps:
        memory = replace(memory, without_trumps=memory.without_trumps | {seat})
    not_held = memory.not_held[seat] | _preferred(memory, seat, card)
    return replace(
        memory,
        trick=(*memory.trick, card),
        played=with_place(memory.played, seat, memory.played[seat] | card),
        not_held=with_place(memory.not_held, seat, not_held),
    )


def _preferred(memory: Memory, seat: int, card: int) -> int:
    """Return the cards that the published player would have played instead of a card, if it had held them."""
    cards = memory.cards
    trumps, cheaper = cards.trumps, cards.cheaper[card]
    if not memory.trick:
        if seat != memory.bidder:
            return cheaper
        return trumps & ~((card << 1) - 1) if card & trumps else trumps
    best = memory.trick[0]
    for other in memory.trick[1:]:
        if other & cards.beats[best]:
            best = other
    beaters = cards.beats[best]
    if not memory.trick[0] & trumps:
        return beaters & cheaper if card & beaters else beaters | cheaper
    if not card & trumps:
        return trumps | cheaper
    return trumps & (beaters & cheaper if card & beaters else beaters | cheaper)


def _trick_won(memory: Memory, event: e.TrickWon) -> Memory:
    return replace(memory, trick=())


def _round_scored(memory: Memory, event: e.RoundScored) -> Memory:
    for seat, discarded in enumerate(memory.discarded):
        trumps = memory.trumps_played(seat)
        kept = HAND_SIZE - discarded
        if trumps.bit_count() < kept or (trumps.bit_count() == kept and not fits_bids(memory, seat, trumps)):
            memory = _surprised(memory, seat)
    return memory


def fits_bids(memory: Memory, seat: int, trumps: int) -> bool:
    """Return whether the published player would have bid like the seat with exactly these trumps.

    Only the bidder named its best suit; another player may have bid on another suit.
    """
    worth_of, worth = memory.cards.worth, 0
    while trumps:
        card = trumps & -trumps
        trumps ^= card
        worth += worth_of[card]
    ceiling = CEILINGS[worth]
    return ceiling < memory.below[seat] and (seat != memory.bidder or ceiling >= memory.at_least[seat])


def _surprised(memory: Memory, seat: int) -> Memory:
    return replace(memory, surprises=with_place(memory.surprises, seat, memory.surprises[seat] + 1))


_REMEMBERED: Final[dict[type[e.Event], Callable[[Memory, Any], Memory]]] = {
    e.RoundDealt: _round_dealt,
    e.BidPlaced: _bid_placed,
    e.TurnPassed: _turn_passed,
    e.TrumpSelected: _trump_selected,
    e.CardsDiscarded: _cards_discarded,
    e.CardPlayed: _card_played,
    e.TrickWon: _trick_won,
    e.RoundScored: _round_scored,
}
