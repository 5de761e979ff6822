"""Memory of a seat in a game of Oh Hell: what its view of the table forgets."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from domain import events as e
from domain.cards import FRENCH_DECK, Card
from domain.machine.thinking.oh_hell.evidence import Evidence, evidence
from domain.rules.oh_hell import SEATS, BidsRevealed, DeckRanOut, TrumpTurned

NO_CARDS: frozenset[Card] = frozenset()
_DECK = frozenset(FRENCH_DECK)


class Memory(Struct, frozen=True, kw_only=True):
    """Public facts of the round and of the cards out of the deck, and how the other seats have played."""

    out: frozenset[Card] = NO_CARDS
    """The cards that were played or turned up since the latest shuffle."""
    from_old_deck: int = 0
    """The number of cards that the deal took from the old deck before it went on from a reshuffled one."""
    old_deck: frozenset[Card] = NO_CARDS
    """Those cards; who holds which is not known."""
    turn_up: Card | None = None
    bids: tuple[int, ...] = ()
    """The bid of each seat, once they are revealed."""
    bids_are_forced: bool = False
    plays: tuple[tuple[int, Card], ...] = ()
    """The seats and cards of the round's plays."""
    choices: tuple[int, ...] = (0,) * SEATS
    """The number of each seat's bids and plays in the rounds that are over."""
    surprises: tuple[int, ...] = (0,) * SEATS
    """The number of those that the published player would have made otherwise."""

    def after(self, event: e.Event) -> Memory:
        """Return the memory after a further event."""
        match event:
            case e.CardPlayed(seat=seat, card=card):
                return replace(self, out=self.out | {card}, plays=(*self.plays, (seat, card)))
            case TrumpTurned(card=card):
                return replace(self, out=self.out | {card}, turn_up=card)
            case BidsRevealed(bids=bids, forced=forced):
                return replace(self, bids=bids, bids_are_forced=forced)
            case DeckRanOut(dealt=dealt):
                return replace(self, from_old_deck=dealt)
            case e.DeckShuffled() if self.from_old_deck:
                # All hands are empty, so all cards that are not out lie in the old deck.
                return replace(self, old_deck=_DECK - self.out, out=NO_CARDS)
            case e.DeckShuffled():
                return replace(self, out=NO_CARDS)
            case e.RoundScored():
                return self._after_round()
        return self

    @property
    def out_before(self) -> frozenset[Card]:
        """The cards that were out when the seats bid."""
        return self.out.difference(card for _, card in self.plays)

    def evidence(self) -> list[Evidence]:
        """Return what the bids and plays of the round tell of each hand; the bids are revealed."""
        trump = None if self.turn_up is None else self.turn_up.suit
        assert trump is not None
        are_free = not self.bids_are_forced
        return evidence(trump, self.out_before, self.bids, self.plays, bids_are_free=are_free)

    def _after_round(self) -> Memory:
        choices, found = self.choices, self.surprises
        # With one card in hand there is no choice, and its bid is made blind.
        if len(self.plays) > SEATS:
            of_seats = self.evidence()
            choices = tuple(map(sum, zip(choices, (len(each.choices) for each in of_seats), strict=True)))
            found = tuple(map(sum, zip(found, (each.surprises() for each in of_seats), strict=True)))
        return Memory(out=self.out, choices=choices, surprises=found)


def remember(memory: Memory | None, events: Sequence[e.Event]) -> Memory:
    """Return the memory after further events of the seat's redacted stream."""
    known = memory or Memory()
    for event in events:
        known = known.after(event)
    return known
