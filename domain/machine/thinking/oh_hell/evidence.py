"""Evidence on a hand from bids and plays, if they are those of the published player.

A play tells which cards the hand does not hold: those that the published player would have played instead.
A bid and a lead to win a trick can only be compared for a whole hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from domain.cards import Card, Suit
from domain.machine.thinking.oh_hell.cards import ALL_CARDS, CardBits, card_bits
from domain.machine.thinking.oh_hell.play_out import Trick, best_lead, expected_bid, lead_chance, play
from domain.rules.oh_hell import SEATS


class Lead(Struct, frozen=True):
    """A lead of a seat that wanted a trick."""

    card: int
    played_before: int
    """The cards that the seat had played before."""
    seen: int
    """The cards that all seats had seen."""


class Evidence:
    """The knowledge of a hand from the bid and the plays of its seat in the round."""

    __slots__ = ("_bits", "_seen_at_bid", "bid", "choices", "excluded", "leads", "played", "void")

    def __init__(self, bits: CardBits, bid: int | None, seen_at_bid: int) -> None:
        """Begin before the first play; `bid` is None unless the seat bid freely on a hand that it saw."""
        self._bits, self._seen_at_bid = bits, seen_at_bid
        self.bid = bid
        self.played = 0
        self.void = 0
        """The cards of suits that the seat did not follow."""
        self.excluded = 0
        """The cards that the published player would have played before now."""
        self.leads: list[Lead] = []
        self.choices: list[tuple[int, int]] = []
        """For each play, the cards played before it and those that it excludes."""

    def add(self, trick: Trick, wanted: int, card: int, seen: int) -> None:
        """Add a play to a trick, of a seat that wanted so many tricks."""
        _, count, led, _, _ = trick
        if count and not card & led:
            self.void |= led
        excluded = 0
        if count or wanted <= 0:
            excluded = preferred(self._bits, trick, card, wants_more=wanted > 0)
        else:
            self.leads.append(Lead(card, self.played, seen))
        self.excluded |= excluded
        self.choices.append((self.played, excluded))
        self.played |= card

    def fits(self, hand: int) -> bool:
        """Return whether the published player with this hand would have bid and led like the seat.

        `hand` holds the cards that are not played yet.
        """
        whole = hand | self.played
        if self.bid is not None and expected_bid(whole, self._bits, self._seen_at_bid) != self.bid:
            return False
        return all(self._is_best(lead, whole ^ lead.played_before) for lead in self.leads)

    def surprises(self) -> int:
        """Return the number of choices that the published player would have made otherwise, after a round."""
        whole = self.played
        bid = self.bid is not None and expected_bid(whole, self._bits, self._seen_at_bid) != self.bid
        plays = sum(bool((whole ^ before) & excluded) for before, excluded in self.choices)
        leads = sum(not self._is_best(lead, whole ^ lead.played_before) for lead in self.leads)
        return bid + plays + leads

    def _is_best(self, lead: Lead, hand: int) -> bool:
        if lead.card == (best := best_lead(hand, self._bits, lead.seen)):
            return True
        chance = lead_chance(lead.card, hand, self._bits, lead.seen)
        return chance >= lead_chance(best, hand, self._bits, lead.seen)


def preferred(bits: CardBits, trick: Trick, card: int, *, wants_more: bool) -> int:
    """Return the cards that the published player would have played in place of a card.

    The card is not a lead of a seat that wants more tricks. Cards of equal cost are not preferred.
    """
    _, count, led, best, _ = trick
    cheaper, dearer = bits.cheaper[card], bits.dearer[card]
    if not count:
        return cheaper
    legal = led if card & led else ALL_CARDS ^ led
    beating = legal & bits.beaten_by[best]
    losing = legal ^ beating
    if wants_more:
        return beating & cheaper if card & beating else beating | losing & cheaper
    if card & losing:
        return losing & dearer
    return losing | beating & (dearer if count == SEATS - 1 else cheaper)


def evidence(
    trump: Suit,
    out_before: Iterable[Card],
    bids: Sequence[int],
    plays: Sequence[tuple[int, Card]],
    *,
    bids_are_free: bool,
) -> list[Evidence]:
    """Return the evidence on each seat's hand from the bids and the plays of a round.

    `out_before` holds the cards that all seats had seen when they bid.
    """
    bits = card_bits(trump)
    seen = bits.of(out_before)
    found = [Evidence(bits, bid if bids_are_free else None, seen) for bid in bids]
    hands, wanted = [ALL_CARDS] * SEATS, list(bids)
    trick: Trick = 0, 0, 0, 0, 0
    for seat, played in plays:
        trick = (seat, *trick[1:])
        card = bits.bit[played]
        found[seat].add(trick, wanted[seat], card, seen)
        trick = play(hands, wanted, bits, trick, card)
        seen |= card
    return found
