"""Every intention: lobby commands, moves, and the offers that describe which moves are legal.

The docstrings are the public schema's descriptions. A move that only one game knows lives in that
game's file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import Card, Cards, Suit
from domain.events import Access, OptionValue, PlayerId


class Command(Struct, frozen=True, kw_only=True, tag=True):
    """What somebody wants to happen in a game."""

    by: PlayerId
    """Who wants it."""


class CreateGame(Command, frozen=True, kw_only=True):
    """Set up a game; its creator is the organizer and takes seat 0."""

    variant: str
    """Which game is played."""
    access: Access = Access.PUBLIC
    """Who may find and join the game."""
    options: Mapping[str, OptionValue] = {}
    """Options of the variant by name; those left out take their defaults."""


class InvitePlayer(Command, frozen=True, kw_only=True):
    """Invite a player to take a seat; any seated player may."""

    player: PlayerId
    """Whom to invite."""


class DeclineInvitation(Command, frozen=True, kw_only=True):
    """Decline an invitation of one's own."""


class WithdrawInvitation(Command, frozen=True, kw_only=True):
    """Take back an invitation; any seated player may."""

    player: PlayerId
    """Whose invitation to take back."""


class JoinGame(Command, frozen=True, kw_only=True):
    """Take the next free seat."""


class AcceptInvitation(Command, frozen=True, kw_only=True):
    """Take the next free seat, also of a private game, by an invitation that a seated player gave out."""

    # That it did give it out is not the game's to know: whoever sends the command has made sure of it.
    inviter: PlayerId
    """Who gave the invitation out."""


class LeaveGame(Command, frozen=True, kw_only=True):
    """Give up one's seat before the start."""


class RemovePlayer(Command, frozen=True, kw_only=True):
    """Take a player from its seat before the start; only the organizer may."""

    player: PlayerId
    """Whom to remove."""


class FillSeats(Command, frozen=True, kw_only=True):
    """Fill free seats with machine players; only the organizer may."""

    count: int | None = None
    """How many seats to fill; all that are free when it is left out."""


class StartGame(Command, frozen=True, kw_only=True):
    """Close the lobby and begin to play; only the organizer may."""


class AutomateSeat(Command, frozen=True, kw_only=True):
    """Hand your seat to the machine for the rest of the game, which then counts as lost for you."""

    player: PlayerId | None = None
    """Whose seat to hand over. Nobody may hand over the seat of another; your own when it is left out."""


class CloseGame(Command, frozen=True, kw_only=True):
    """Close a game before its end, without a result; only operators of the server may."""


class VacateSeat(Command, frozen=True, kw_only=True):
    """Take an erased player out of a game: out of the lobby, or with its seat handed to the machine."""


class Move(Command, frozen=True, kw_only=True, tag=True):
    """What a player does when the game is being played."""


class PlaceBid(Move, frozen=True, kw_only=True):
    """Bid."""

    amount: int
    """How much to bid."""


class PassTurn(Move, frozen=True, kw_only=True):
    """Pass."""


class QueuePass(Move, frozen=True, kw_only=True):
    """Announce a pass ahead of one's turn; it happens by itself when the turn comes."""


class UnqueuePass(Move, frozen=True, kw_only=True):
    """Take back a pass that was announced."""


class SelectTrump(Move, frozen=True, kw_only=True):
    """Name the trump suit."""

    suit: Suit
    """The trump suit."""


class DiscardCards(Move, frozen=True, kw_only=True):
    """Discard cards from one's hand and draw as many."""

    cards: Cards
    """The cards to discard; none to keep the hand."""


class PlayCard(Move, frozen=True, kw_only=True):
    """Play a card to the trick."""

    card: Card
    """The card."""


LOBBY_COMMANDS: tuple[type[Command], ...] = (
    InvitePlayer,
    DeclineInvitation,
    WithdrawInvitation,
    JoinGame,
    LeaveGame,
    RemovePlayer,
    FillSeats,
    StartGame,
    AutomateSeat,
)
"""What can be wanted of a game besides moves, in the order in which a game meets them."""

OPERATOR_COMMANDS: tuple[type[Command], ...] = (CloseGame,)
"""What only operators of the server may want; `by` needs no seat."""


class Offer(Struct, frozen=True, kw_only=True, tag=True):
    """A description of moves; it stands for exactly the moves that it expands to."""

    move: ClassVar[type[Move]] = Move
    """The class of the moves."""

    def moves(self, by: PlayerId) -> Iterator[Move]:
        """Expand the description into the moves that it stands for."""
        raise TypeError(f"{type(self).__name__} does not say what it stands for")

    def narrowed(self, by: PlayerId, accepted: Callable[[Move], bool]) -> Offer | None:
        """Return the offer of only those moves that are accepted, or None when none is.

        An offer that cannot stand for a part of its moves stands for all of them or falls.
        """
        return self if all(map(accepted, self.moves(by))) else None


class BidOffer(Offer, frozen=True, kw_only=True):
    """Any of these bids may be placed."""

    move: ClassVar = PlaceBid

    amounts: tuple[int, ...]
    """The amounts, the lowest first."""

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
    """Any subset of these cards may be discarded, also none and all of them."""

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
"""The descriptions of moves that any game may use."""
