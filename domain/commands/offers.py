"""Offers: compact descriptions of legal moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import Cards, Suit
from domain.commands.moves import DiscardCards, Move, PassTurn, PlaceBid, PlayCard, SelectTrump
from domain.events import PlayerId


class Offer(Struct, frozen=True, kw_only=True, tag=True):
    """A compact description of moves, equivalent to the moves that it expands to."""

    move: ClassVar[type[Move]] = Move
    """The class of the described moves."""

    def moves(self, by: PlayerId) -> Iterator[Move]:
        """Expand the description into its moves."""
        raise TypeError(f"{type(self).__name__} does not say what it stands for")

    def narrowed(self, by: PlayerId, accepted: Callable[[Move], bool]) -> Offer | None:
        """Return the offer of only the accepted moves, or None when no move is accepted.

        An offer that cannot describe a part of its moves is returned whole if all are accepted, else None.
        """
        return self if all(map(accepted, self.moves(by))) else None


class BidOffer(Offer, frozen=True, kw_only=True):
    """Any of these bids may be placed."""

    move: ClassVar = PlaceBid

    amounts: tuple[int, ...]
    """The amounts in ascending order."""

    def moves(self, by: PlayerId) -> Iterator[PlaceBid]:
        """Expand into one bid for each amount."""
        return (PlaceBid(by=by, amount=amount) for amount in self.amounts)

    def narrowed(self, by: PlayerId, accepted: Callable[[Move], bool]) -> BidOffer | None:
        """Keep the amounts that are accepted."""
        amounts = tuple(move.amount for move in self.moves(by) if accepted(move))
        return replace(self, amounts=amounts) if amounts else None


class PassOffer(Offer, frozen=True, kw_only=True):
    """The turn may be passed."""

    move: ClassVar = PassTurn

    def moves(self, by: PlayerId) -> Iterator[PassTurn]:
        """Expand into the one pass."""
        yield PassTurn(by=by)


class TrumpOffer(Offer, frozen=True, kw_only=True):
    """Any of these suits may be named trump."""

    move: ClassVar = SelectTrump

    suits: tuple[Suit, ...]
    """The suits."""

    def moves(self, by: PlayerId) -> Iterator[SelectTrump]:
        """Expand into one selection for each suit."""
        return (SelectTrump(by=by, suit=suit) for suit in self.suits)

    def narrowed(self, by: PlayerId, accepted: Callable[[Move], bool]) -> TrumpOffer | None:
        """Keep the suits that are accepted."""
        suits = tuple(move.suit for move in self.moves(by) if accepted(move))
        return replace(self, suits=suits) if suits else None


class DiscardOffer(Offer, frozen=True, kw_only=True):
    """Any subset of these cards may be discarded, including none and all of them."""

    move: ClassVar = DiscardCards

    any_subset_of: Cards
    """The cards."""

    def moves(self, by: PlayerId) -> Iterator[DiscardCards]:
        """Expand into one discard for each subset, the empty one first."""
        for size in range(len(self.any_subset_of) + 1):
            for cards in combinations(self.any_subset_of, size):
                yield DiscardCards(by=by, cards=cards)


class PlayOffer(Offer, frozen=True, kw_only=True):
    """Any of these cards may be played."""

    move: ClassVar = PlayCard

    cards: Cards
    """The cards, in the order of the hand."""

    def moves(self, by: PlayerId) -> Iterator[PlayCard]:
        """Expand into one play for each card."""
        return (PlayCard(by=by, card=card) for card in self.cards)

    def narrowed(self, by: PlayerId, accepted: Callable[[Move], bool]) -> PlayOffer | None:
        """Keep the cards that are accepted."""
        cards = tuple(move.card for move in self.moves(by) if accepted(move))
        return replace(self, cards=cards) if cards else None


COMMON_OFFERS: tuple[type[Offer], ...] = (BidOffer, PassOffer, TrumpOffer, DiscardOffer, PlayOffer)
"""The offers that any game may use."""
