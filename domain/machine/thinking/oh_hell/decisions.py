"""The decisions of a seat in Oh Hell: a bid, a bid on a card that only the others see, and a card to play."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, cast

from domain import commands as c
from domain.cards import Card
from domain.machine.thinking.decision import Decision
from domain.machine.thinking.oh_hell.cards import CardBits, card_bits
from domain.machine.thinking.oh_hell.memory import Memory
from domain.machine.thinking.oh_hell.play_out import (
    Trick,
    blind_bid,
    expected_bid,
    play,
    play_out,
    trick_of,
)
from domain.machine.thinking.oh_hell.winning_chance import chance_after_round
from domain.machine.thinking.oh_hell.worlds import Worlds
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.oh_hell import (
    ROUNDS,
    SEATS,
    OhHellTable,
    Phase,
    available_bids,
    playable,
)
from domain.rules.seating import left_of
from domain.state import Game


class Situation:
    """A seat's knowledge of a table, on bits, and the value of each end of its round."""

    def __init__(self, table: OhHellTable, seat: int, memory: Memory, random: RandomNumbers) -> None:
        turn_up, trump = table.turn_up, table.trump
        assert turn_up is not None
        assert trump is not None
        self.seat = seat
        self.leader = left_of(table.dealer, SEATS)
        self.bits: CardBits = card_bits(trump)
        on_table = (turn_up, *(played.card for played in table.trick))
        self.seen = self.bits.of({*table.pile, *on_table})
        self.worlds = Worlds(table, memory, self.bits, self.seen, random)
        self._scores = table.scores
        self._left = ROUNDS - 1 - table.round

    def value(self, bids: Sequence[int], wanted: Sequence[int]) -> float:
        """Return the chance to win after a round in which the seats still want so many of the tricks bid."""
        return chance_after_round(self._scores, bids, wanted, self.seat, self._left)


class Bid(Decision[tuple[list[int], list[int]]]):
    """A bid; the other seats' bids in a world are those of the published player."""

    def __init__(self, situation: Situation, moves: Sequence[c.PlaceBid]) -> None:
        self.moves = moves
        self._amounts = [move.amount for move in moves]
        self._situation = situation

    @abstractmethod
    def _bid_of(self, hands: Sequence[int], seat: int) -> int: ...

    def draw_world(self) -> tuple[list[int], list[int]]:
        """Return the hands of all seats, and the bids of the others on them."""
        hands = self._situation.worlds.draw()
        seat = self._situation.seat
        return hands, [0 if other == seat else self._bid_of(hands, other) for other in range(SEATS)]

    def value(self, world: tuple[list[int], list[int]], move: int) -> float:
        """Return the chance to win after a bid."""
        situation, (hands, bids) = self._situation, world
        bids = bids[:]
        bids[situation.seat] = self._amounts[move]
        wanted = bids[:]
        play_out(hands[:], wanted, situation.bits, situation.seen, (situation.leader, 0, 0, 0, 0))
        return situation.value(bids, wanted)


class OpenBid(Bid):
    """A bid on a hand that the seat sees."""

    def _bid_of(self, hands: Sequence[int], seat: int) -> int:
        return expected_bid(hands[seat], self._situation.bits, self._situation.seen)


class BlindBid(Bid):
    """A bid on a card that only the other seats see."""

    def _bid_of(self, hands: Sequence[int], seat: int) -> int:
        situation = self._situation
        return blind_bid(hands, seat, situation.leader, situation.bits, situation.seen)


class Play(Decision[list[int]]):
    """A card; a world is the hands of all seats."""

    def __init__(self, situation: Situation, table: OhHellTable, moves: Sequence[c.PlayCard]) -> None:
        self.moves = moves
        self._situation = situation
        self._cards = [situation.bits.bit[move.card] for move in moves]
        self._trick: Trick = trick_of(table, situation.bits)
        self._bids = [bid or 0 for bid in table.bids]
        self._wanted = [bid - won for bid, won in zip(self._bids, table.tricks, strict=True)]

    def draw_world(self) -> list[int]:
        """Return the hands of all seats."""
        return self._situation.worlds.draw()

    def value(self, world: list[int], move: int) -> float:
        """Return the chance to win after a card."""
        situation, card = self._situation, self._cards[move]
        hands, wanted = world[:], self._wanted[:]
        trick = play(hands, wanted, situation.bits, self._trick, card)
        play_out(hands, wanted, situation.bits, situation.seen | card, trick)
        return situation.value(self._bids, wanted)


def decision(
    view: Game, seat: int, memory: Memory, random: RandomNumbers, also: c.Move | None = None
) -> Decision[Any]:
    """Return the decision of a seat that is to move; all legal moves are weighed, `also` among them."""
    table, by = cast(OhHellTable, view.table), view.seats[seat].player
    situation = Situation(table, seat, memory, random)
    if table.phase is Phase.TRICKS:
        cards = playable(table, seat)
        return Play(situation, table, [c.PlayCard(by=by, card=card) for card in cards])
    bids = [c.PlaceBid(by=by, amount=amount) for amount in available_bids(table, seat)]
    is_blind = Card.FACE_DOWN in table.hands[seat]
    return BlindBid(situation, bids) if is_blind else OpenBid(situation, bids)
