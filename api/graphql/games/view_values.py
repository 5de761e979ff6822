"""The values behind the parts of a view in the schema: structs made of the domain's own values.

A part that the domain has in the same form is no struct of its own: clocks, deals, card orders and played
cards are the domain's values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from api.graphql.types.game_names import Phase
from application.codec import GameId
from domain.card_order import CardOrder
from domain.cards import Card, Cards, Suit
from domain.events import EndReason, MachineLevel, PlayerId
from domain.state import Game, SeatClock, Stage
from domain.table import Place, PlayedCard, TableView

_EMPTY_PLACE: Final = Place(hand=(), score=0)


class SeatValue(Struct, frozen=True):
    """A seat as the viewer sees it; equal to another one if all that the schema shows is equal."""

    index: int
    player: PlayerId
    machine: bool
    automated: bool
    level: MachineLevel | None
    given_up: bool
    votes_to_abandon: bool
    clock: SeatClock | None
    seed_commitment: str | None
    seed: str | None
    hand: Cards
    score: int
    bid: int | None
    committed: bool
    passed: bool
    pass_queued: bool
    discarded: int | None
    tricks: int
    place: int | None
    present_at: GameId | None = None
    """The game if the viewer may know who is present, else None."""


def seats_of(game: Game, places: Sequence[Place] | None, present_at: GameId | None) -> list[SeatValue]:
    """Return the seats of a game with their places at the table, None before the start.

    `present_at` is the id of the game if the viewer may know who is present there.
    """
    deal, given_up, votes = game.deal, game.given_up, game.votes
    clocks = None if game.clocks is None else game.clocks.seats
    seats: list[SeatValue] = []
    for index, seat in enumerate(game.seats):
        place = _EMPTY_PLACE if places is None else places[index]
        seats.append(
            # By position, which takes half the time of keywords.
            SeatValue(
                index,
                seat.player,
                seat.machine,
                seat.automated,
                seat.level if seat.automated else None,
                index in given_up,
                index in votes,
                None if clocks is None else clocks[index],
                None if deal is None else deal.commitments.get(seat.player),
                None if deal is None else deal.seeds.get(seat.player),
                place.hand,
                place.score,
                place.bid,
                place.committed,
                place.passed,
                place.pass_queued,
                place.discarded,
                place.tricks,
                place.rank,
                present_at,
            )
        )
    return seats


class TableValue(Struct, frozen=True):
    """The table as the viewer sees it, without its places."""

    phase: Any
    round: int
    dealer: int
    to_move: tuple[int, ...]
    stock: int
    pile: int | None
    blind: bool
    bidder: int | None
    bid: int | None
    trump: Suit | None
    turn_up: Card | None
    trick: tuple[PlayedCard, ...]
    winning: int | None
    bleeding: bool
    last_trick: tuple[PlayedCard, ...]
    to_beat: Cards
    led_by: int | None
    clockwise: bool | None
    passes: int | None
    state: Game
    """The game that the viewer sees."""
    you: int | None
    """The viewer's seat."""

    @property
    def card_order(self) -> CardOrder | None:
        """The order of the cards."""
        return self.state.rules.card_order(self.state.table)

    @property
    def available_bids(self) -> tuple[int, ...]:
        """The bids of the viewer's seat; none unless the game is in play."""
        if self.you is None or self.state.stage is not Stage.PLAYING:
            return ()
        return self.state.rules.available_bids(self.state.table, self.you)


def table_of(table: TableView, game: Game, you: int | None) -> TableValue:
    """Return the table of a game for a seat or a spectator; nobody is to move unless the game is in play."""
    return TableValue(
        _PHASES[table.phase],
        table.round,
        table.dealer,
        table.to_move if game.stage is Stage.PLAYING else (),
        table.stock,
        table.pile,
        table.blind,
        table.bidder,
        table.bid,
        table.trump,
        table.turn_up,
        table.trick,
        table.winning,
        table.bleeding,
        table.last_trick,
        table.to_beat,
        table.led_by,
        table.clockwise,
        table.passes,
        game,
        you,
    )


_PHASES: Final[dict[str, Any]] = {str(phase.value): phase for phase in Phase}


class ResultValue(Struct, frozen=True):
    """The result of a game that was won."""

    winners: Sequence[PlayerId]
    ranking: tuple[tuple[int, ...], ...]
    reason: EndReason
    titles: tuple[Any, ...]
    """The title of each seat; members of `Title`."""
