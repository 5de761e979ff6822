"""President: 3-8 players shed 52 cards in groups of equal value; first out wins, last one left loses.

Rules: the project's RULES, "President", and its readings where the published text is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum, unique
from itertools import combinations
from math import comb
from typing import ClassVar

from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.card_order import CardOrder
from domain.cards import FRENCH_DECK, Card, Cards, Rank, without
from domain.rules import NOTHING, NeedsShuffle, Options, Rules, Table, register
from domain.rules.seating import CLOCKWISE, COUNTERCLOCKWISE, Hands, next_in_play, with_place
from domain.table import Place, TableView

OPENING_CARD = Card.FOUR_OF_CLUBS
FIRST_DEALT = 1

_ASCENDING = (*(rank for rank in Rank if rank is not Rank.ACE), Rank.ACE)
RANK_VALUES: dict[Rank | None, int] = {rank: value for value, rank in enumerate(_ASCENDING, start=2)}
"""The value of each rank: two 2 … ace 14."""
ALWAYS_PLAYABLE = (Rank.TWO, Rank.THREE)

_ORDER = CardOrder(
    ranks=tuple(sorted(Rank, key=RANK_VALUES.__getitem__, reverse=True)), always_playable=ALWAYS_PLAYABLE
)
STRENGTHS: dict[Rank | None, int] = {
    rank: strength for strength, rank in enumerate((*_ASCENDING[2:], *reversed(ALWAYS_PLAYABLE)))
}
"""The worth of each rank in a hand: four 0 … ace 10, three 11, two 12."""


@unique
class ClearAfter(StrEnum):
    """The number of passes in a row that clears the table."""

    FULL_CIRCLE = "full_circle"
    """One pass for each active player; the player after the last to pass leads."""
    ALL_OTHERS = "all_others"
    """One pass fewer, and the last to play leads again; a full circle if that player has gone out."""


class PresidentOptions(Options, frozen=True, kw_only=True):
    """The options of President."""

    clear_after: ClearAfter = ClearAfter.FULL_CIRCLE
    """The number of passes in a row that clears the table."""


@unique
class Phase(StrEnum):
    """The phases of President."""

    DEALING = "DEALING"
    """The cards are being dealt; no game ever waits in this phase."""
    PLAY = "PLAY"
    """The players shed their cards."""


@unique
class Title(StrEnum):
    """The titles of President, by place."""

    PRESIDENT = "PRESIDENT"
    """The first to go out."""
    VICE_PRESIDENT = "VICE_PRESIDENT"
    """The second to go out, with four players or more."""
    CITIZEN = "CITIZEN"
    """Everyone between the others."""
    HIGH_SCUM = "HIGH_SCUM"
    """The last but one, with four players or more."""
    SCUM = "SCUM"
    """The last, with cards left."""


class PlayCards(c.Move, frozen=True, kw_only=True):
    """Play one or more cards of equal value."""

    cards: Cards
    """The cards to play."""


class GroupOffer(c.Offer, frozen=True, kw_only=True):
    """Any selection of these equal cards may be played whose size is one of the counts."""

    move: ClassVar = PlayCards

    value: Rank
    """The value of the cards."""
    counts: tuple[int, ...]
    """The numbers of cards that may be played."""
    cards: Cards
    """The cards, in the order of the hand."""

    def moves(self, by: e.PlayerId) -> Iterator[PlayCards]:
        """Expand into one play for each selection of cards, the smallest selections first."""
        for count in self.counts:
            yield from self._plays(by, count)

    def narrowed(self, by: e.PlayerId, accepted: Callable[[c.Move], bool]) -> GroupOffer | None:
        """Keep the counts for which every selection of the cards is accepted."""
        counts = tuple(count for count in self.counts if all(map(accepted, self._plays(by, count))))
        return replace(self, counts=counts) if counts else None

    def _plays(self, by: e.PlayerId, count: int) -> Iterator[PlayCards]:
        return (PlayCards(by=by, cards=cards) for cards in combinations(self.cards, count))


class CardsPlayed(e.SeatEvent, frozen=True, kw_only=True):
    """A seat played cards of equal value."""

    cards: Cards
    """The cards."""
    automatic: bool = False
    """True if this is the four of clubs that opens the game automatically."""
    again: bool = False
    """True if the seat plays again."""


class DirectionReversed(e.Event, frozen=True, kw_only=True):
    """Threes were played and reversed the direction of play."""

    clockwise: bool
    """True if play now goes clockwise."""


class SeatSkipped(e.SeatEvent, frozen=True, kw_only=True):
    """A seat lost its turn because cards of the same value as those on the table were played."""


class SeatWentOut(e.SeatEvent, frozen=True, kw_only=True):
    """A seat played its last card."""

    rank: int
    """The place that the seat has earned, from 1."""


class TableCleared(e.Event, frozen=True, kw_only=True):
    """Enough players passed in a row, and the cards on the table were put aside."""

    leader: int
    """The seat that leads next."""


class NoCards(r.MoveRefusal):
    """You must play at least one card."""

    blames = ("cards",)


class CardsUnequal(r.MoveRefusal):
    """The cards of a play must be of equal value."""

    text = "Play cards of one value: {cards:and} are not of equal value."
    blames = ("cards",)

    cards: Cards
    """The cards."""


class TooFewCards(r.MoveRefusal):
    """More cards are needed to beat those on the table."""

    text = "You must play at least {least} cards, not {count}."
    blames = ("cards",)

    count: int
    """The number of cards in the refused play."""
    least: int
    """The smallest number of cards that can be played."""


class ValueTooLow(r.MoveRefusal):
    """A play of as many cards as lie on the table must be at least as high as those."""

    text = "Play {lowest} or higher, or more cards: {played} are too low for as many cards."
    blames = ("cards",)

    played: Rank
    """The value of the cards in the refused play."""
    lowest: Rank
    """The value of the cards on the table."""


class MustLead(r.MoveRefusal):
    """You cannot pass when you lead to a clear table."""


class PresidentTable(Table, frozen=True, kw_only=True):
    """The state of a table of President."""

    options: PresidentOptions
    seats: int
    phase: Phase = Phase.DEALING
    shuffle: int = -1
    hands: Hands
    stock: Cards = ()
    turn: int = 0
    clockwise: bool = True
    to_beat: Cards = ()
    led_by: int | None = None
    passes: int = 0
    out: tuple[int, ...] = ()
    reverses: bool = False
    """True if the last play still has to reverse the direction."""
    skips: bool = False
    """True if the last play still has to skip the next seat."""

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not gone out."""
        return tuple(seat for seat in range(self.seats) if seat not in self.out)


class President(Rules[PresidentTable]):
    """The rules of President."""

    variant: ClassVar = "president"
    version: ClassVar = 1
    title: ClassVar = "President"
    seats: ClassVar = range(3, 9)
    options: ClassVar = PresidentOptions
    table: ClassVar = PresidentTable
    phases: ClassVar = Phase
    titles: ClassVar = Title
    moves: ClassVar = {
        PlayCards: (
            r.NotYourTurn,
            NoCards,
            r.CardNotHeld,
            r.CardRepeated,
            CardsUnequal,
            TooFewCards,
            ValueTooLow,
        ),
        c.PassTurn: (r.NotYourTurn, MustLead),
    }
    events: ClassVar = (CardsPlayed, DirectionReversed, SeatSkipped, SeatWentOut, TableCleared)
    offers: ClassVar = (GroupOffer,)

    def start(self, seats: int, options: PresidentOptions) -> PresidentTable:
        """Return the table before the deal; seat 0 deals."""
        return PresidentTable(options=options, seats=seats, hands=((),) * seats)

    def decide(self, table: PresidentTable, seat: int, move: c.Move) -> tuple[e.Event, ...]:
        """Return the events of a move; raises a MoveRefusal."""
        match move:
            case PlayCards(cards=cards):
                _refuse_play(table, seat, cards)
                return (_played(table, seat, cards),)
            case c.PassTurn():
                if not table.to_beat:
                    raise MustLead
                return (e.TurnPassed(seat=seat),)
        raise r.MoveNotInGame(c.command_name(type(move)), self.variant)

    def settle(self, table: PresidentTable) -> tuple[e.Event, ...] | NeedsShuffle:
        """Deal, reverse, skip, take out a seat without cards, clear the table and end the game."""
        match table.phase:
            case Phase.DEALING:
                return _dealt(table) if table.stock else NeedsShuffle(FRENCH_DECK)
            case Phase.PLAY:
                if table.reverses:
                    return (DirectionReversed(clockwise=not table.clockwise),)
                if table.skips:
                    return (SeatSkipped(seat=table.turn),)
                last = table.led_by
                if last is not None and last not in table.out and not table.hands[last]:
                    return (SeatWentOut(seat=last, rank=len(table.out) + 1),)
                return _game_won(table) if len(table.active) == 1 else _table_cleared(table)

    def to_move(self, table: PresidentTable) -> tuple[int, ...]:
        """Return the one seat whose turn it is; none while a play has consequences that are due."""
        is_dealt = all(table.hands[seat] for seat in table.active)
        # The opening play is part of the deal.
        is_open = sum(map(len, table.hands)) < len(FRENCH_DECK)
        waits = table.phase is Phase.PLAY and is_dealt and is_open and self.settle(table) == NOTHING
        return (table.turn,) if waits else ()

    def candidates(self, table: PresidentTable, seat: int) -> tuple[c.Offer, ...]:
        """Return offers of all plays of equal cards, the lowest value first, and of the pass."""
        return *(
            GroupOffer(value=value, counts=tuple(range(1, len(cards) + 1)), cards=cards)
            for value, cards in groups(table.hands[seat])
        ), c.PassOffer()

    def show(self, table: PresidentTable) -> TableView:
        """Return the view of the table."""
        return TableView(
            phase=table.phase,
            round=0,
            dealer=0,
            to_move=self.to_move(table),
            places=tuple(
                Place(
                    hand=table.hands[seat],
                    score=0,
                    rank=table.out.index(seat) + 1 if seat in table.out else None,
                )
                for seat in range(table.seats)
            ),
            stock=len(table.stock),
            to_beat=table.to_beat,
            led_by=table.led_by,
            clockwise=table.clockwise,
            passes=table.passes,
        )

    def card_order(self, table: PresidentTable) -> CardOrder:
        """Return the order of the ranks, and those that may always be played."""
        return _ORDER

    def move_count(self, table: PresidentTable, seat: int) -> int | None:
        """Count the selections of equal cards that may be played, and the pass."""
        held: dict[Rank, int] = {}
        for card in table.hands[seat]:
            if (rank := card.rank) is None:
                return None
            held[rank] = held.get(rank, 0) + 1
        return bool(table.to_beat) + sum(
            comb(cards, count)
            for value, cards in held.items()
            for count in range(least_count(table, value), cards + 1)
        )

    def titles_of(self, seats: int) -> tuple[Title, ...]:
        """Return the title of each place; with three players there are no second ones."""
        if seats < 4:
            return Title.PRESIDENT, Title.CITIZEN, Title.SCUM
        citizens = (Title.CITIZEN,) * (seats - 4)
        return Title.PRESIDENT, Title.VICE_PRESIDENT, *citizens, Title.HIGH_SCUM, Title.SCUM

    def strength(self, hand: Cards) -> float | None:
        """Return the mean of the cards' strengths, from 0 for a four to 12 for a two."""
        return sum(STRENGTHS[card.rank] for card in hand) / len(hand) if hand else None


# Queries of the rules, shared with the machine players.


def groups(hand: Cards) -> Iterator[tuple[Rank, Cards]]:
    """Yield the cards of each value in a hand, the lowest value first; skip face-down cards."""
    for rank in _ASCENDING:
        cards = tuple(card for card in hand if card.rank is rank)
        if cards:
            yield rank, cards


def least_count(table: PresidentTable, value: Rank) -> int:
    """Return the smallest number of cards of a value that may be played."""
    if not table.to_beat or value in ALWAYS_PLAYABLE:
        return 1
    lying = table.to_beat[0].rank
    is_too_low = lying is not None and RANK_VALUES[value] < RANK_VALUES[lying]
    return len(table.to_beat) + is_too_low


def refuse_group(table: PresidentTable, value: Rank, count: int) -> None:
    """Raise TooFewCards or ValueTooLow when this number of cards of a value may not be played."""
    if count >= least_count(table, value):
        return
    least, lying = len(table.to_beat), table.to_beat[0].rank
    if count < least or lying is None:
        raise TooFewCards(count, least)
    raise ValueTooLow(value, lying)


def _refuse_play(table: PresidentTable, seat: int, cards: Cards) -> None:
    if not cards:
        raise NoCards
    hand = table.hands[seat]
    for place, card in enumerate(cards):
        if card not in hand:
            raise r.CardNotHeld(card)
        if card in cards[:place]:
            raise r.CardRepeated(card)
    value = cards[0].rank
    if value is None or any(card.rank is not value for card in cards):
        raise CardsUnequal(cards)
    refuse_group(table, value, len(cards))


def _same_value(table: PresidentTable, cards: Cards) -> bool:
    return bool(table.to_beat) and table.to_beat[0].rank is cards[0].rank


def _played(table: PresidentTable, seat: int, cards: Cards) -> CardsPlayed:
    twos = cards[0].rank is Rank.TWO and not _same_value(table, cards)
    return CardsPlayed(seat=seat, cards=cards, again=twos and len(cards) < len(table.hands[seat]))


def _next(table: PresidentTable, seat: int, *, clockwise: bool) -> int:
    return next_in_play(seat, table.seats, table.out, CLOCKWISE if clockwise else COUNTERCLOCKWISE)


# Automatic consequences.


def _dealt(table: PresidentTable) -> tuple[e.Event, ...]:
    seats, deck = table.seats, table.stock
    hands = [deck[(seat - FIRST_DEALT) % seats :: seats] for seat in range(seats)]
    opener = next(seat for seat, hand in enumerate(hands) if OPENING_CARD in hand)
    return (
        e.RoundDealt(round=0, dealer=0, hands=tuple(map(len, hands)), stock=0),
        *(e.HandDealt(seat=seat, cards=hand, shuffle=table.shuffle) for seat, hand in enumerate(hands)),
        CardsPlayed(seat=opener, cards=(OPENING_CARD,), automatic=True),
    )


def _table_cleared(table: PresidentTable) -> tuple[e.Event, ...]:
    passes, leader = len(table.active), table.turn
    last = table.led_by
    if table.options.clear_after is ClearAfter.ALL_OTHERS and last is not None and last not in table.out:
        passes, leader = passes - 1, last
    return (TableCleared(leader=leader),) if table.passes >= passes else NOTHING


def _game_won(table: PresidentTable) -> tuple[e.Event, ...]:
    ranking = tuple((seat,) for seat in (*table.out, *table.active))
    return (e.GameWon(winners=ranking[0], ranking=ranking, reason=e.EndReason.ONE_LEFT),)


# Application of events.


def _deck_shuffled(table: PresidentTable, event: e.DeckShuffled) -> PresidentTable:
    return replace(table, stock=event.order, shuffle=event.shuffle, oldest_shuffle=event.shuffle)


def _round_dealt(table: PresidentTable, event: e.RoundDealt) -> PresidentTable:
    return replace(table, phase=Phase.PLAY, stock=())


def _hand_dealt(table: PresidentTable, event: e.HandDealt) -> PresidentTable:
    return replace(table, hands=with_place(table.hands, event.seat, event.cards))


def _cards_played(table: PresidentTable, event: CardsPlayed) -> PresidentTable:
    left = without(table.hands[event.seat], event.cards)
    following = _next(table, event.seat, clockwise=table.clockwise)
    return replace(
        table,
        hands=with_place(table.hands, event.seat, left),
        to_beat=event.cards,
        led_by=event.seat,
        passes=0,
        turn=event.seat if event.again else following,
        reverses=event.cards[0].rank is Rank.THREE,
        skips=_same_value(table, event.cards),
    )


def _direction_reversed(table: PresidentTable, event: DirectionReversed) -> PresidentTable:
    last = table.turn if table.led_by is None else table.led_by
    turn = _next(table, last, clockwise=event.clockwise)
    return replace(table, clockwise=event.clockwise, turn=turn, reverses=False)


def _seat_skipped(table: PresidentTable, event: SeatSkipped) -> PresidentTable:
    return replace(table, turn=_next(table, event.seat, clockwise=table.clockwise), skips=False)


def _seat_went_out(table: PresidentTable, event: SeatWentOut) -> PresidentTable:
    return replace(table, out=(*table.out, event.seat))


def _turn_passed(table: PresidentTable, event: e.TurnPassed) -> PresidentTable:
    turn = _next(table, event.seat, clockwise=table.clockwise)
    return replace(table, passes=table.passes + 1, turn=turn)


def _table_clear(table: PresidentTable, event: TableCleared) -> PresidentTable:
    return replace(table, to_beat=(), led_by=None, passes=0, turn=event.leader)


President.evolvers = {
    e.DeckShuffled: _deck_shuffled,
    e.RoundDealt: _round_dealt,
    e.HandDealt: _hand_dealt,
    CardsPlayed: _cards_played,
    DirectionReversed: _direction_reversed,
    SeatSkipped: _seat_skipped,
    SeatWentOut: _seat_went_out,
    e.TurnPassed: _turn_passed,
    TableCleared: _table_clear,
}

register(President())
