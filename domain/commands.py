"""Commands: lobby commands, moves, and the offers that describe legal moves.

The docstrings are the descriptions in the public schema. A move that exists in only one game is defined
in that game's file.
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
    """A request to create or change a game."""

    by: PlayerId
    """The id of the player or operator who sends the command."""


def command_name(command: type[Command]) -> str:
    """Return the name of a command in the API, which is that of its mutation: `playCard`."""
    name = command.__name__
    return name[0].lower() + name[1:]


class CreateGame(Command, frozen=True, kw_only=True):
    """Create a game; the creator becomes its organizer and takes seat 0."""

    variant: str
    """The name of the variant to play."""
    access: Access = Access.PUBLIC
    """The visibility of the game: public, or by invitation only."""
    options: Mapping[str, OptionValue] = {}
    """The variant's options by name; options left out take their defaults."""


class InvitePlayer(Command, frozen=True, kw_only=True):
    """Invite a player to take a seat; any seated player may do this."""

    player: PlayerId
    """The player to invite."""


class DeclineInvitation(Command, frozen=True, kw_only=True):
    """Decline your invitation to a game."""


class WithdrawInvitation(Command, frozen=True, kw_only=True):
    """Withdraw a player's invitation; any seated player may do this."""

    player: PlayerId
    """The player whose invitation to withdraw."""


class JoinGame(Command, frozen=True, kw_only=True):
    """Take the next free seat."""

    commitment: str | None = None
    """A commitment to your seed, as in `commitSeed`; none when omitted."""


# The tag is part of stored digests of commands.
class AcceptInvitationLink(Command, frozen=True, kw_only=True, tag="AcceptInvitation"):
    """Take the next free seat with an invitation link from a seated player, even in a private game."""

    # The game cannot verify that the inviter issued the link: the code that builds the command verifies it.
    inviter: PlayerId
    """The seated player who issued the invitation."""


class LeaveGame(Command, frozen=True, kw_only=True):
    """Give up your seat before the game starts."""


class RemovePlayer(Command, frozen=True, kw_only=True):
    """Remove another player from its seat before the game starts; only the organizer may do this."""

    player: PlayerId
    """The player to remove."""


class FillSeats(Command, frozen=True, kw_only=True):
    """Fill free seats with machine players; only the organizer may do this."""

    count: int | None = None
    """The number of seats to fill; all free seats when omitted."""


class CommitSeed(Command, frozen=True, kw_only=True):
    """Commit to a seed of yours for all shuffles of the game, before the seats close."""

    commitment: str
    """SHA-256, in hexadecimal, over `deal/v1 seed`, foot, your id and the seed, joined by single blanks."""


class StartGame(Command, frozen=True, kw_only=True):
    """Close the lobby and start the game; only the organizer may do this.

    Where players have committed to seeds, this closes the seats, and the game starts with the last seed.
    If seeds are still missing when their time is over, any seated player may start the game without them.
    """


class RevealSeed(Command, frozen=True, kw_only=True):
    """Reveal the seed that you committed to, once the seats are closed; the last seed starts the game."""

    seed: str
    """32 random bytes in hexadecimal, in lower case."""


class AutomateSeat(Command, frozen=True, kw_only=True):
    """Hand your seat to the machine for the rest of the game, which then counts as lost for you."""

    player: PlayerId | None = None
    """The player whose seat to hand over; the default, and the only accepted value, is you."""


class CloseGame(Command, frozen=True, kw_only=True):
    """Close a game before its end, without a result; only operators of the server may do this."""


class VacateSeat(Command, frozen=True, kw_only=True):
    """Take an erased player out of the lobby, or hand its seat in a running game to the machine.

    A running game that has no machine player is closed.
    """


class Move(Command, frozen=True, kw_only=True, tag=True):
    """A move in a game that is being played."""


class PlaceBid(Move, frozen=True, kw_only=True):
    """Place a bid."""

    amount: int
    """The amount to bid."""


class PassTurn(Move, frozen=True, kw_only=True):
    """Pass instead of bidding or playing."""


class QueuePass(Move, frozen=True, kw_only=True):
    """Queue a pass before your turn; the server passes for you when your turn comes."""


class UnqueuePass(Move, frozen=True, kw_only=True):
    """Withdraw your queued pass."""


class SelectTrump(Move, frozen=True, kw_only=True):
    """Name the trump suit."""

    suit: Suit
    """The trump suit."""


class DiscardCards(Move, frozen=True, kw_only=True):
    """Discard cards from your hand and draw the same number."""

    cards: Cards
    """The cards to discard; empty to keep the hand."""


class PlayCard(Move, frozen=True, kw_only=True):
    """Play a card to the trick."""

    card: Card
    """The card to play."""


LOBBY_COMMANDS: tuple[type[Command], ...] = (
    InvitePlayer,
    DeclineInvitation,
    WithdrawInvitation,
    JoinGame,
    LeaveGame,
    RemovePlayer,
    FillSeats,
    CommitSeed,
    StartGame,
    RevealSeed,
    AutomateSeat,
)
"""Players' commands to an existing game other than moves, in the order of a game's course."""

OPERATOR_COMMANDS: tuple[type[Command], ...] = (CloseGame,)
"""Commands that only operators of the server may send; `by` needs no seat."""


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
