"""The value of a round for a seat: it is played out, with a look at the seat's own next plays."""

from __future__ import annotations

from domain.machine.thinking.hundred_and_ten.cards import TrumpCards
from domain.machine.thinking.hundred_and_ten.play_out import Position, play_card, play_out
from domain.machine.thinking.hundred_and_ten.winning_chance import WinningChance


class RoundValue:
    """Values rounds with one trump, bidder and bid."""

    def __init__(self, cards: TrumpCards, bidder: int, bid: int, seat: int, chance: WinningChance) -> None:
        self._cards, self._bidder, self._bid, self._seat, self._chance = cards, bidder, bid, seat, chance
        self._known: dict[tuple[int, int], float] = {}

    def of(self, hands: list[int], position: Position, choices: int) -> float:
        """Return the value of a round from a position on; `hands` is changed.

        In its next plays, the number of which is `choices`, the seat chooses the card that turns out best.
        Otherwise all play on like the published player.
        """
        cards, bidder = self._cards, self._bidder
        if not choices:
            return self._of_end(play_out(hands, cards, bidder, position))
        seat = self._seat
        position = play_out(hands, cards, bidder, position, seat)
        hand = hands[seat]
        if not hand:
            return self._of_end(position)
        legal = (hand & cards.trumps or hand) if position[2] else hand
        best = 0.0
        while legal:
            card = legal & -legal
            legal ^= card
            left = hands[:]
            value = self.of(left, play_card(left, cards, position, card), choices - 1)
            if value > best:
                best = value
        return best

    def _of_end(self, position: Position) -> float:
        end = position[5], position[7]
        value = self._known.get(end)
        if value is None:
            value = self._known[end] = self._chance.after_round(*end, self._bidder, self._bid)
        return value
