"""Plays a round on from any trick like the published player, on hands that are sets of bits.

Equal to the rules and to `domain.machine.oh_hell`, except that the published player breaks ties by the order
of the hand, and these functions by the order of the suits.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.machine.oh_hell import CARD_GROWTH, LONG_TRUMPS
from domain.machine.thinking.oh_hell.cards import ALL_CARDS, CardBits, bits_of, chances
from domain.rules.oh_hell import SEATS, OhHellTable, winning

_LAST_SEAT = SEATS - 1

Trick = tuple[int, int, int, int, int]
"""The seat to play, the number of cards played, the suit led, the winning card and its seat."""


def trick_of(table: OhHellTable, bits: CardBits) -> Trick:
    """Return the trick that is being played at a table."""
    if not table.trick:
        return table.turn, 0, 0, 0, 0
    best = winning(table)
    led = bits.suit[bits.bit[table.trick[0].card]]
    return table.turn, len(table.trick), led, bits.bit[best.card], best.seat


def play(hands: list[int], wanted: list[int], bits: CardBits, trick: Trick, card: int) -> Trick:
    """Play a card from the hand of the seat to play, and return the trick after it.

    `wanted` is the number of tricks that each seat still wants; it may be negative.
    """
    seat, count, led, best, winner = trick
    hands[seat] ^= card
    if not count:
        led, best, winner = bits.suit[card], card, seat
    elif card & bits.beaten_by[best]:
        best, winner = card, seat
    if count == _LAST_SEAT:
        wanted[winner] -= 1
        return winner, 0, 0, 0, 0
    return (seat + 1) % SEATS, count + 1, led, best, winner


def play_out(hands: list[int], wanted: list[int], bits: CardBits, seen: int, trick: Trick) -> None:
    """Play the round to its end: the hands become empty, and `wanted` falls by each trick that is won.

    `seen` holds the cards that all seats have seen.
    """
    turn, count, led, best, winner = trick
    suit, beaten_by = bits.suit, bits.beaten_by
    while True:
        if not count:
            hand = hands[turn]
            if not hand:
                return
            if not hand & hand - 1:
                card = hand
            elif wanted[turn] > 0:
                card = best_lead(hand, bits, seen)
            else:
                card = hand & -hand
            hands[turn] = hand ^ card
            seen |= card
            led, best, winner = suit[card], card, turn
            turn, count = (turn + 1) % SEATS, 1
        while count < SEATS:
            hand = hands[turn]
            legal = hand & led or hand
            beating = legal & beaten_by[best]
            losing = legal ^ beating
            if wanted[turn] > 0:
                card = beating & -beating or losing & -losing
            elif losing:
                card = 1 << losing.bit_length() - 1
            elif count == _LAST_SEAT:
                card = 1 << beating.bit_length() - 1
            else:
                card = beating & -beating
            if card & beating:
                best, winner = card, turn
            hands[turn] = hand ^ card
            seen |= card
            turn = (turn + 1) % SEATS
            count += 1
        wanted[winner] -= 1
        turn, count = winner, 0


def best_lead(hand: int, bits: CardBits, seen: int) -> int:
    """Return the card that is most likely to win; of those of a suit that are equal, the highest."""
    unseen = ALL_CARDS & ~(seen | hand)
    nobody, not_one = chances(hand.bit_count(), unseen.bit_count())
    trumps, higher = bits.trumps, bits.higher
    ruffs = 1 - not_one[(unseen & trumps).bit_count()]
    best, chosen = -1.0, 0
    for suit in bits.suits:
        held = hand & suit
        if held:
            card = 1 << held.bit_length() - 1
            chance = nobody[(unseen & higher[card]).bit_count()]
            if suit != trumps:
                safe = 1 - ruffs * not_one[(unseen & suit).bit_count()]
                chance *= safe * safe * safe
            if chance > best:
                best, chosen = chance, card
    return chosen


def lead_chance(card: int, hand: int, bits: CardBits, seen: int) -> float:
    """Return the chance by which `best_lead` compares a card of the hand."""
    unseen = ALL_CARDS & ~(seen | hand)
    nobody, not_one = chances(hand.bit_count(), unseen.bit_count())
    chance = nobody[(unseen & bits.higher[card]).bit_count()]
    if card & bits.trumps:
        return chance
    ruffs = 1 - not_one[(unseen & bits.trumps).bit_count()]
    safe = 1 - ruffs * not_one[(unseen & bits.suit[card]).bit_count()]
    return chance * (safe * safe * safe)


def expected_bid(hand: int, bits: CardBits, seen: int) -> int:
    """Return the published player's bid on a hand; `seen` holds the cards that all seats have seen."""
    unseen = ALL_CARDS & ~(seen | hand)
    size = hand.bit_count()
    nobody, not_one = chances(size, unseen.bit_count())
    trumps, higher = bits.trumps, bits.higher
    ruffs = 1 - not_one[(unseen & trumps).bit_count()]
    long = max((hand & trumps).bit_count() - LONG_TRUMPS, 0)
    honours = 0.0
    for suit in bits.suits:
        cards = bits_of(hand & suit)
        if suit == trumps:
            honours += sum([nobody[(unseen & higher[card]).bit_count()] for card in cards[long:]])
        elif cards:
            safe = 1 - ruffs * not_one[(unseen & suit).bit_count()]
            worth = sum([nobody[(unseen & higher[card]).bit_count()] for card in cards])
            honours += worth * (safe * safe * safe)
    return min(round(long + honours * (1 + CARD_GROWTH * (size - 1))), size)


def blind_bid(hands: Sequence[int], seat: int, leader: int, bits: CardBits, seen: int) -> int:
    """Return the published player's bid on a card that it does not see; it sees the other three."""
    others = [hands[other] for other in range(SEATS) if other != seat]
    possible = ALL_CARDS & ~(seen | sum(others))
    if seat == leader:
        won = sum(not beaten_by_any(card, others, bits) for card in bits_of(possible))
        return round(won / possible.bit_count())
    trick = best_of(hands, leader, bits, without=seat)
    return round((possible & bits.beaten_by[trick]).bit_count() / possible.bit_count())


def beaten_by_any(card: int, others: Sequence[int], bits: CardBits) -> bool:
    """Return whether any of the other cards beats a card that is led."""
    return any(other & bits.beaten_by[card] for other in others)


def best_of(hands: Sequence[int], leader: int, bits: CardBits, without: int | None = None) -> int:
    """Return the best card of a trick of single cards, in turn from the leader on, without one seat's."""
    best = hands[leader]
    for step in range(1, SEATS):
        seat = (leader + step) % SEATS
        if seat != without and hands[seat] & bits.beaten_by[best]:
            best = hands[seat]
    return best
