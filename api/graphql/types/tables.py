"""The table of a game in the schema: seats, hands, tricks and the state of the round.

Their values are those of `api/graphql/games/view_values.py`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import strawberry

from api.graphql.execution.immediate_values import immediate
from api.graphql.types.derivation import described, enum_type
from api.graphql.types.game_names import Phase
from api.graphql.types.players import Player
from api.graphql.types.scalars import CardNotation
from api.graphql.types.table_sizes import MAX_HAND, MAX_SEATS, MAX_SUITS
from domain.cards import Rank, Suit
from domain.events import MachineLevel, PlayerId

enum_type(Suit)
enum_type(Rank)
enum_type(MachineLevel)


@strawberry.type(description="The clock of a seat, in a game with a time limit.")
class SeatClock:
    """The time that a seat has for its move."""

    deadline: datetime | None = described(
        "The time by which the seat must move, its bank included; null while its clock does not run."
    )
    bank: int = described("Milliseconds in the seat's bank; while the clock runs, as they were at its start.")
    timeouts: int = described("The number of times in a row that the clock ran out.")


@strawberry.type(description="A seat at the table, with its player and cards.")
class Seat:
    """A seat as the viewer sees it."""

    index: int = described("The seat's number, from 0 clockwise.")
    player: PlayerId = described("The player in the seat.", Player)
    machine: bool = described("Whether a machine player fills the seat.")
    automated: bool = described("Whether a machine player plays for this seat.")
    level: MachineLevel | None = described(
        "The level at which the machine plays for this seat, while a person is left in the game; null for a "
        "seat that its player plays."
    )
    given_up: bool = described("Whether the player gave up the seat for good, and cannot take it back.")
    votes_to_abandon: bool = described(
        "Whether the seat votes to close the game without a result. All votes end when a seat is handed to "
        "the machine or taken back."
    )
    clock: SeatClock | None = described(
        "The seat's clock; null before the start, after the end, and in games without a time limit."
    )
    seed_commitment: str | None = described("The seat's commitment to a seed for the deal; null without one.")
    seed: str | None = described("The seat's seed for the deal; null until it is revealed.")
    hand: list[CardNotation] = described(
        "The cards in hand, in order; `??` for cards that you may not see.", items=MAX_HAND
    )
    score: int = described("The points scored in the rounds so far.")
    bid: int | None = described(
        "The seat's last bid in this round; null without one, and while it is hidden from you."
    )
    committed: bool = described("Whether the seat has made a bid that is still hidden.")
    passed: bool = described("Whether the seat has passed.")
    pass_queued: bool = described("Whether the seat has queued a pass.")
    discarded: int | None = described(
        "The number of cards that the seat discarded in this round; null before the discard."
    )
    tricks: int = described("The number of tricks that the seat has won in this round.")
    place: int | None = described(
        "The place in which the seat went out, from 1, in games in which seats go out one after the other; "
        "null for a seat that still has cards."
    )

    @strawberry.field(
        metadata=immediate(lambda seat, context: _is_present(seat, context)),
        description="Whether the seat's player is connected to the game's updates or events, or was less "
        "than 30 seconds ago. Null if you have no seat in the game, for machine players, after the end of "
        "the game, and in updates, moments and results of commands: subscribe to `tableSignals` to follow "
        "it.",
    )
    def present(self, info: strawberry.Info[Any, None]) -> bool | None:
        """Return whether the player is present."""
        return _is_present(self, info.context)


def _is_present(seat: Any, context: Any) -> bool | None:
    if seat.present_at is None or seat.machine:
        return None
    present: bool = context.services.presence.present(seat.present_at, seat.player)
    return present


@strawberry.type(description="A card that a seat has played.")
class PlayedCard:
    """A card and the seat that played it."""

    seat: int = described("The seat that played the card.")
    card: CardNotation = described("The card.")


@strawberry.type(
    description="The order of the cards at this moment, as the rules judge them. Lists that a game has no "
    "use for are empty."
)
class CardOrder:
    """The trumps, and the cards that beat each other."""

    trumps: list[CardNotation] = described(
        "The trumps, from highest to lowest: each beats those after it, and all other cards. Before the "
        "trump suit is known, only the cards that are trumps in any case.",
        items=MAX_HAND,
    )
    gone: list[CardNotation] = described(
        "The trumps that nobody can hold any more, as everyone has seen: played, turned up or put aside.",
        items=MAX_HAND,
    )
    suits: list[list[CardNotation]] = described(
        "The other cards by suit, each suit from highest to lowest. In a trick only the suit that was led "
        "counts. Before the trump suit is known, each suit has the order that it has while another suit is "
        "trump.",
        items=MAX_SUITS,
    )
    ranks: list[Rank] = described(
        "The ranks from highest to lowest, in games in which the suit does not matter.", items=len(Rank)
    )
    always_playable: list[Rank] = described(
        "The ranks that may be played whatever lies on the table.", items=len(Rank)
    )


@strawberry.type(description="The shared part of the table, and the state of the round.")
class Table:
    """The table as the viewer sees it."""

    phase: Any = strawberry.field(
        graphql_type=Phase, description="The phase of the round; after the end of the game, the last one."
    )
    round: int = described("The number of the round, from 0.")
    dealer: int = described("The dealer's seat.")
    to_move: list[int] = described(
        "The seats whose turn it is; empty while the game waits for nobody, such as after the last card of a "
        "trick, and when it is over.",
        items=MAX_SEATS,
    )
    stock: int = described("The number of cards in the stock: those that were not dealt yet.")
    pile: int | None = described(
        "The number of played cards that are put aside for the next shuffle; null in games that keep no such "
        "pile."
    )
    blind: bool = described("Whether players see all hands except their own until the bids are revealed.")
    bidder: int | None = described(
        "The seat that holds the highest bid; null before the first, and in games without one."
    )
    bid: int | None = described("The highest bid of the round; null without a `bidder`.")
    trump: Suit | None = described(
        "The trump suit of the round; null before it is chosen, and in rounds without trump."
    )
    turn_up: CardNotation | None = described("The card turned up for trump; null without one.")
    trick: list[PlayedCard] = described("The cards of the current trick.", items=MAX_SEATS)
    winning: int | None = described("The seat whose card is winning the trick; null for an empty trick.")
    bleeding: bool = described(
        "Whether the trick is bleeding: trump was led, so that seats that hold trump must play it. False in "
        "games without this rule."
    )
    last_trick: list[PlayedCard] = described("The cards of the previous trick.", items=MAX_SEATS)
    to_beat: list[CardNotation] = described(
        "The equal cards on the table that a play must beat; empty when the table is clear."
    )
    led_by: int | None = described("The seat that played the cards to beat; null when the table is clear.")
    clockwise: bool | None = described(
        "Whether play is clockwise; null in games whose direction never changes."
    )
    passes: int | None = described(
        "The number of consecutive passes since the last play; null in games that do not count them."
    )

    card_order: CardOrder | None = described(
        "The order of the cards at this moment; null in games that state none."
    )
    available_bids: list[int] = described(
        "The amounts that you could bid if it were your turn now; empty outside the bidding, and without a "
        "seat.",
        items=MAX_HAND,
    )
