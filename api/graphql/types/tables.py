"""The table of a game in the schema: seats, hands, tricks and the state of the round."""

from __future__ import annotations

from collections.abc import Iterable

import strawberry

from api.graphql.types.derivation import described, enum_type
from api.graphql.types.players import Names, Player
from api.graphql.types.scalars import CardNotation
from domain.cards import Suit
from domain.state import Seat as SeatState
from domain.state import Stage
from domain.table import Place, TableView
from domain.table import PlayedCard as TrickCard

enum_type(Suit)


@strawberry.type(description="A place at the table, who has taken it, and what lies there.")
class Seat:
    """A seat as the viewer sees it."""

    index: int = described("The seat's number, from 0 clockwise.")
    player: Player = described("Who sits there.")
    machine: bool = described("Whether a machine player fills the seat.")
    automated: bool = described("Whether the machine plays the seat.")
    hand: list[CardNotation] = described("The cards in hand, in their order; `??` for those you cannot see.")
    score: int = described("Points scored in the rounds so far.")
    bid: int | None = described(
        "The seat's last bid in this round; null without one, and while it is secret to you."
    )
    committed: bool = described("Whether the seat has made a bid that is still secret.")
    passed: bool = described("Whether the seat has passed.")
    pass_queued: bool = described("Whether the seat has announced that it will pass.")
    discarded: int | None = described("How many cards the seat discarded in this round; null before.")
    tricks: int = described("How many tricks of this round the seat has won.")
    rank: int | None = described("The place in which the seat got rid of its cards; null before.")

    @classmethod
    def of(cls, index: int, seat: SeatState, place: Place, names: Names) -> Seat:
        """Return a seat with its player and its place on the table."""
        return cls(
            index=index,
            player=Player.of(seat.player, names),
            machine=seat.machine,
            automated=seat.automated,
            hand=list(place.hand),  # type: ignore[arg-type]
            score=place.score,
            bid=place.bid,
            committed=place.committed,
            passed=place.passed,
            pass_queued=place.pass_queued,
            discarded=place.discarded,
            tricks=place.tricks,
            rank=place.rank,
        )


@strawberry.type(description="A card that a seat has played.")
class PlayedCard:
    """A card and the seat that played it."""

    seat: int = described("The seat that played it.")
    card: CardNotation = described("The card.")


@strawberry.type(description="What lies in the middle of the table, and what the round is about.")
class Table:
    """The table as the viewer sees it."""

    round: int = described("The number of the round, from 0.")
    dealer: int = described("The dealer's seat.")
    to_move: list[int] = described("The seats that are to move; empty when the game is over.")
    stock: int = described("How many cards are left undealt.")
    pile: int | None = described("How many cards lie on the discard pile; null where there is none.")
    blind: bool = described("Whether players see all hands but their own until the bids are known.")
    bidder: int | None = described(
        "The seat that holds the highest bid; null before the first, and in games without one."
    )
    bid: int | None = described("The highest bid of the round; null where there is no `bidder`.")
    trump: Suit | None = described(
        "The trump suit of the round; null before there is one, and where there is none."
    )
    turn_up: CardNotation | None = described("The card that was turned up for trump; null where none was.")
    trick: list[PlayedCard] = described("The cards of the trick being played.")
    winning: int | None = described("The seat whose card is winning the trick; null when none lies there.")
    bleeding: bool = described("Whether a trump was led, so that trumps must be played.")
    last_trick: list[PlayedCard] = described("The cards of the trick before.")
    to_beat: list[CardNotation] = described(
        "The equal cards on the table that a play has to beat; none when the table is clear."
    )
    led_by: int | None = described("The seat that played the cards to beat; null when the table is clear.")
    clockwise: bool | None = described("Whether play goes to the left; null where it never turns.")
    passes: int | None = described(
        "How many have passed in a row since the last play; null in games in which they do not count."
    )

    @classmethod
    def of(cls, table: TableView, stage: Stage) -> Table:
        """Return a table without its places; `to_move` is empty unless the game is in play."""
        return cls(
            round=table.round,
            dealer=table.dealer,
            to_move=list(table.to_move) if stage is Stage.PLAYING else [],
            stock=table.stock,
            pile=table.pile,
            blind=table.blind,
            bidder=table.bidder,
            bid=table.bid,
            trump=table.trump,
            turn_up=CardNotation(table.turn_up) if table.turn_up else None,
            trick=_played(table.trick),
            winning=table.winning,
            bleeding=table.bleeding,
            last_trick=_played(table.last_trick),
            to_beat=list(table.to_beat),  # type: ignore[arg-type]
            led_by=table.led_by,
            clockwise=table.clockwise,
            passes=table.passes,
        )


def _played(trick: Iterable[TrickCard]) -> list[PlayedCard]:
    return [PlayedCard(seat=each.seat, card=CardNotation(each.card)) for each in trick]
