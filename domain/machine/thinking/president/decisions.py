"""The decisions of President: which cards to play, or to pass."""

from __future__ import annotations

from typing import Final, cast

from domain import commands as c
from domain.machine.thinking.decision import Decision
from domain.machine.thinking.president.cards import NUMBERS, counts_of, hand_of, plays, whole_plays
from domain.machine.thinking.president.memory import PresidentMemory
from domain.machine.thinking.president.play_out import (
    Position,
    after_move,
    play_on,
    position_of,
    seating,
    seats_behind,
)
from domain.machine.thinking.president.worlds import Worlds
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.president import PlayCards, PresidentTable, groups
from domain.state import Game

MOST_MOVES_AHEAD: Final = 3
"""The largest number of its next moves that a seat chooses."""
MOST_COURSES: Final = 250
"""The number of courses in a world, at most, that are tried to choose more than one of them."""
PASS: Final = 0, 0
World = list[int]
"""The hands of all seats, as sets of bits."""


class Turn(Decision[World]):
    """A turn of a seat: all plays, which differ in rank and number of cards, and the pass.

    A move is worth the place that the seat reaches if it chooses its next moves well, in each world anew.
    """

    def __init__(
        self, view: Game, seat: int, memory: PresidentMemory, numbers: RandomNumbers, also: c.Move | None
    ) -> None:
        table = cast(PresidentTable, view.table)
        by = view.seats[seat].player
        hand = table.hands[seat]
        counts = counts_of(hand)
        value = 1 << NUMBERS[table.to_beat[0].rank] if table.to_beat else 0
        held = {1 << NUMBERS[rank]: cards for rank, cards in groups(hand)}
        self._seat = seat
        self._seating = seating(table.seats, table.options.clear_after)
        self._position = position_of(table, value)
        self._worst = table.seats - 1
        self._worlds = Worlds(memory, seat, counts, [len(cards) for cards in table.hands], numbers)
        self._plays = list(plays(hand_of(counts), len(table.to_beat), value))
        moves: list[c.Move] = [PlayCards(by=by, cards=held[bit][:count]) for bit, count in self._plays]
        if table.to_beat:
            self._plays.append(PASS)
            moves.append(c.PassTurn(by=by))
        if isinstance(also, PlayCards):
            # Cards of a rank are alike, so it takes the place of the play that equals it.
            moves[self._plays.index((1 << NUMBERS[also.cards[0].rank], len(also.cards)))] = also
        self.moves = moves
        self._ahead = moves_ahead(len(moves), len(held))

    def draw_world(self) -> World:
        """Return the hands of all seats."""
        return self._worlds.draw()

    def value(self, world: World, move: int) -> float:
        """Return the share of the other seats that are behind this one in the end."""
        hands = world[:]
        bit, count = self._plays[move]
        position = after_move(hands, self._seating, self._position, bit, count)
        return self._behind(hands, position, self._ahead, 0) / self._worst

    def _behind(self, hands: list[int], position: Position, ahead: int, least: int) -> int:
        """Return how many seats are behind this one in the end, if it chooses so many of its next moves.

        A result that is not above `least` may be too low: such a course need not be played out.
        """
        seat, order = self._seat, self._seating
        position = play_on(hands, order, position, seat, pausing=ahead > 0, most=least + 1)
        turn, _, lying, value, _, active, _ = position
        most = active.bit_count() - 1
        if not ahead or turn != seat or not active >> seat & 1 or most <= least:
            return seats_behind(active, seat)
        best = least
        moves = whole_plays(hands[seat], lying, value)
        for bit, count in (*moves, PASS) if lying else moves:
            after = hands[:]
            following = after_move(after, order, position, bit, count)
            best = max(best, self._behind(after, following, ahead - 1, best))
            if best == most:
                break
        return best


def moves_ahead(moves: int, ranks: int) -> int:
    """Return how many of its next moves a seat chooses that has so many moves now, and ranks in its hand."""
    ahead = 1
    while ahead < MOST_MOVES_AHEAD and moves * ranks ** (ahead + 1) <= MOST_COURSES:
        ahead += 1
    return ahead


def decision(
    view: Game, seat: int, memory: PresidentMemory, random: RandomNumbers, also: c.Move | None = None
) -> Turn:
    """Return the decision of a seat that is to move; all legal moves are weighed, `also` as it was made."""
    return Turn(view, seat, memory, random, also)
