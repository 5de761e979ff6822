"""Rounds that the published players play: the hands of the seats, their features and their results.

They are played by the fast play-outs of the thinkers, which equal the rules and the published players but for
the order of cards that cost the same. `benchmarks.luck calibrate` plays by the rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.cards import DECK_WITH_JOKER, FRENCH_DECK, Cards
from domain.events import OptionValue
from domain.luck import luck_model
from domain.luck.deals import Deal
from domain.machine.thinking.hundred_and_ten.bidding import end_of_bidding
from domain.machine.thinking.hundred_and_ten.cards import PLACES, WORTHS, best_suit_of, trump_cards
from domain.machine.thinking.hundred_and_ten.decisions import after_discards, discard_order
from domain.machine.thinking.hundred_and_ten.play_out import first_trick
from domain.machine.thinking.hundred_and_ten.play_out import play_out as play_tricks
from domain.machine.thinking.oh_hell.cards import card_bits
from domain.machine.thinking.oh_hell.play_out import blind_bid, expected_bid
from domain.machine.thinking.oh_hell.play_out import play_out as play_phase
from domain.machine.thinking.president.cards import NUMBERS, counts_of, hand_of
from domain.machine.thinking.president.play_out import after_move, places, seating
from domain.rules import rules_of
from domain.rules.hundred_and_ten import HAND_SIZE, MOON, TRICK_POINTS, HundredAndTenOptions, Phase
from domain.rules.oh_hell import BLIND_ROUNDS, EXACT_BID_POINTS, ROUNDS, SEATS, forced_bid, hand_size
from domain.rules.president import OPENING_CARD, ClearAfter
from domain.rules.seating import left_of

Hand = tuple[str, list[int], float]
"""The group of a hand, its features, and the result of its seat less the mean of the table."""

Played = Callable[
    [Mapping[str, OptionValue], int, Random], Iterator[tuple[Deal, Mapping[int, Cards], list[int]]]
]
"""Yields deals without end, with the orders of their shuffles and the points of the seats."""


def hands_of_rounds(
    variant: str, options: Mapping[str, OptionValue], seats: int, seed: str
) -> Iterator[list[Hand]]:
    """Yield the hands of one round after the other, without end."""
    model = luck_model(variant, rules_of(variant).version)
    assert model is not None, "the variants below have models"
    random = Random(seed)
    for deal, orders, points in _PLAYED[variant](options, seats, random):
        cards = model.dealt(deal, orders)
        assert cards is not None, "the orders of all shuffles are known"
        mean = sum(points) / seats
        yield [
            (model.group_of(deal, seat, options), model.features_of(cards, seat), points[seat] - mean)
            for seat in range(seats)
        ]


def _shuffled(cards: Cards, random: Random) -> Cards:
    order = list(cards)
    random.shuffle(order)
    return tuple(order)


def _hundred_and_ten(
    options: Mapping[str, OptionValue], seats: int, random: Random
) -> Iterator[tuple[Deal, Mapping[int, Cards], list[int]]]:
    rules = rules_of("hundred-and-ten")
    start = rules.start(seats, HundredAndTenOptions(**options))  # type: ignore[arg-type]
    tables = [
        replace(start, dealer=dealer, turn=left_of(dealer, seats), phase=Phase.BIDDING)
        for dealer in range(seats)
    ]
    dealer = 0
    while True:
        order = _shuffled(DECK_WITH_JOKER, random)
        table, dealt = tables[dealer], [PLACES[card] for card in order]
        hands = [tuple(dealt[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]) for seat in range(seats)]
        worths = [sum([WORTHS[place] for place in hand]) for hand in hands]
        points = [0] * seats
        won = end_of_bidding(table, worths)
        if won is not None:
            bidder, bid = won
            trump = best_suit_of(worths[bidder])
            stock = dealt[HAND_SIZE * seats :]
            left = after_discards((hands, worths, stock), trump, discard_order(table))
            cards = trump_cards(trump)
            *_, tricks, _, bonus = play_tricks(
                left, cards, bidder, first_trick(cards, seats, left_of(bidder, seats))
            )
            points = _scored(seats, tricks, bonus, bidder, bid)
        stock_size = len(order) - HAND_SIZE * seats
        yield Deal(0, dealer, (HAND_SIZE,) * seats, stock_size, 0), {0: order}, points
        dealer = left_of(dealer, seats)


def _scored(seats: int, tricks: int, bonus: int, bidder: int, bid: int) -> list[int]:
    """Return the points of a round; `tricks` and `bonus` as in the `Position` of the play-outs."""
    points = [0] * seats
    winners = [tricks >> shift & 3 for shift in range(2 * HAND_SIZE - 2, -1, -2)]
    for trick, winner in enumerate(winners, 1):
        points[winner] += TRICK_POINTS * (1 + (bonus > 0 and bonus.bit_length() // 2 == trick))
    made = all(winner == bidder for winner in winners) if bid == MOON else points[bidder] >= bid
    if not made:
        points[bidder] = -bid
    elif bid == MOON:
        points[bidder] = MOON
    return points


def _oh_hell(
    options: Mapping[str, OptionValue], seats: int, random: Random
) -> Iterator[tuple[Deal, Mapping[int, Cards], list[int]]]:
    carries_over = options.get("reshuffle", "mid_deal") == "mid_deal"
    while True:
        shuffle, orders = 0, {0: _shuffled(FRENCH_DECK, random)}
        deck, pile, dealer = orders[0], Cards(), random.randrange(SEATS)
        for number in range(ROUNDS):
            size = hand_size(number)
            count = SEATS * size
            if len(deck) <= count:
                shuffle += 1
                orders[shuffle] = _shuffled(pile if carries_over else FRENCH_DECK, random)
                deck, pile = deck + orders[shuffle] if carries_over else orders[shuffle], Cards()
            leader = left_of(dealer, SEATS)
            turn_up = deck[count]
            assert turn_up.suit is not None, "the deck has no joker"
            bits = card_bits(turn_up.suit)
            hands = [bits.of(deck[(seat - leader) % SEATS : count : SEATS]) for seat in range(SEATS)]
            seen = bits.of(pile) | bits.bit[turn_up]
            forced = forced_bid(number)
            if forced is not None:
                bids = [forced] * SEATS
            elif number in BLIND_ROUNDS:
                bids = [blind_bid(hands, seat, leader, bits, seen) for seat in range(SEATS)]
            else:
                bids = [expected_bid(hand, bits, seen) for hand in hands]
            wanted = bids[:]
            play_phase(hands, wanted, bits, seen, (leader, 0, 0, 0, 0))
            points = [
                bid - rest + EXACT_BID_POINTS * (not rest) for bid, rest in zip(bids, wanted, strict=True)
            ]
            yield Deal(number, dealer, (size,) * SEATS, len(deck) - count - 1, shuffle), orders, points
            pile, deck, dealer = pile + deck[: count + 1], deck[count + 1 :], leader


def _president(
    options: Mapping[str, OptionValue], seats: int, random: Random
) -> Iterator[tuple[Deal, Mapping[int, Cards], list[int]]]:
    model = luck_model("president", rules_of("president").version)
    assert model is not None, "President has a model"
    around = seating(seats, ClearAfter(str(options["clear_after"])))
    opening, everyone = 1 << NUMBERS[OPENING_CARD.rank], (1 << seats) - 1
    sizes = tuple(len(range((seat - 1) % seats, len(FRENCH_DECK), seats)) for seat in range(seats))
    deal = Deal(0, 0, sizes, 0, 0)
    while True:
        orders = {0: _shuffled(FRENCH_DECK, random)}
        cards = model.dealt(deal, orders)
        assert cards is not None, "the order of the shuffle is known"
        opener = next(seat for seat, hand in enumerate(cards.hands) if OPENING_CARD in hand)
        hands = [hand_of(counts_of(hand)) for hand in cards.hands]
        before = opener, 1, 0, 0, 0, everyone, opener
        position = after_move(hands, around, before, opening, 1)
        ranking = places(hands, around, position)
        points = [0] * seats
        for place, seat in enumerate(ranking, 1):
            points[seat] = -place
        yield deal, orders, points


_PLAYED: Final[Mapping[str, Played]] = {
    "hundred-and-ten": _hundred_and_ten,
    "oh-hell": _oh_hell,
    "president": _president,
}
