"""The tricks of a round on sets of bits, played to the end as the published player plays."""

from __future__ import annotations

from typing import Final

from domain.machine.thinking.hundred_and_ten.cards import TrumpCards
from domain.rules.hundred_and_ten import HundredAndTenTable, winning
from domain.rules.seating import left_of

Position = tuple[int, int, int, int, int, int, int, int]
"""Where a round stands, in this order:

- the seat whose turn it is;
- the number of cards that are missing from the trick;
- the card that was led if it is a trump, else 0;
- the card that is winning the trick, and its seat;
- the winners of the tricks, two bits each, the last one lowest, after a leading 1;
- the highest trump that has won a trick, else a number below all trumps;
- the winners up to and with the trick that it has won, else 0.
"""

LEFT: Final = tuple(tuple(left_of(seat, seats) for seat in range(seats)) for seats in range(5))
"""The seat to the left of each seat, by the number of seats."""

NOBODY: Final = -1


def first_trick(cards: TrumpCards, seats: int, leader: int) -> Position:
    """Return the position before a seat leads to the first trick."""
    return leader, seats, 0, 0, 0, 1, (cards.trumps & -cards.trumps) - 1, 0


def position_of(table: HundredAndTenTable, cards: TrumpCards) -> Position:
    """Return the position of a table at which a seat is to play a card."""
    *_, won, highest, bonus = first_trick(cards, table.seats, 0)
    for each in table.won:
        won = won << 2 | each.seat
        bit = cards.bit_of[each.card]
        if bit > highest:
            highest, bonus = bit, won
    if not table.trick:
        return table.turn, table.seats, 0, 0, 0, won, highest, bonus
    best, led = winning(table), cards.bit_of[table.trick[0].card] & cards.trumps
    missing = table.seats - len(table.trick)
    return table.turn, missing, led, cards.bit_of[best.card], best.seat, won, highest, bonus


def play_out(
    hands: list[int], cards: TrumpCards, bidder: int, position: Position, pause: int = NOBODY
) -> Position:
    """Play to the end of the round, or to the first play in which the seat `pause` has a choice.

    `hands` is left with the cards that are not played. Of plain cards that cost the same, the lowest bit is
    played, where the published player goes by the order of its hand.
    """
    trumps, beats, seats = cards.trumps, cards.beats, len(hands)
    left = LEFT[seats]
    turn, missing, led, best, winner, won, highest, bonus = position
    while True:
        if missing == seats:
            hand = hands[turn]
            if not hand or (turn == pause and hand & hand - 1):
                return turn, seats, 0, 0, 0, won, highest, bonus
            held = hand & trumps
            card = 1 << held.bit_length() - 1 if held and turn == bidder else hand & -hand
            hands[turn] = hand ^ card
            led, best, winner = card & trumps, card, turn
            turn = left[turn]
            missing -= 1
        while missing:
            hand = hands[turn]
            legal = (hand & trumps or hand) if led else hand
            if turn == pause and legal & legal - 1:
                return turn, missing, led, best, winner, won, highest, bonus
            beaters = legal & beats[best]
            if beaters:
                card = beaters & -beaters
                best, winner = card, turn
            else:
                card = legal & -legal
            hands[turn] = hand ^ card
            turn = left[turn]
            missing -= 1
        won = won << 2 | winner
        if best > highest:
            highest, bonus = best, won
        turn, missing = winner, seats


def play_card(hands: list[int], cards: TrumpCards, position: Position, card: int) -> Position:
    """Play a card from the hand of the seat whose turn it is."""
    turn, missing, led, best, winner, won, highest, bonus = position
    seats = len(hands)
    hands[turn] ^= card
    if missing == seats:
        led, best, winner = card & cards.trumps, card, turn
    elif card & cards.beats[best]:
        best, winner = card, turn
    if missing > 1:
        return LEFT[seats][turn], missing - 1, led, best, winner, won, highest, bonus
    won = won << 2 | winner
    if best > highest:
        highest, bonus = best, won
    return winner, seats, 0, 0, 0, won, highest, bonus
