"""The play-out of Oh Hell on bits equals the rules and the published player.

Only ties are broken otherwise: between cards of equal rank of plain suits, and between leads that are equally
likely to win, the published player goes by the order of the hand. So its hand is sorted before each move.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain import commands as c
from domain.cards import Card, Cards, Suit
from domain.game import Game, decide, fold
from domain.machine.oh_hell import suggest
from domain.machine.thinking.oh_hell.cards import card_bits
from domain.machine.thinking.oh_hell.play_out import blind_bid, expected_bid, play_out, trick_of
from domain.rules.oh_hell import BLIND_ROUNDS, RANK_VALUES, OhHellTable, Phase, playable, strengths, winning
from domain.rules.seating import left_of, with_place
from tests.domain.given import NOON
from tests.domain.oh_hell.tables import SEATS, table_of
from tests.domain.thinking.moments import Player, mixed, published, random_player
from tests.domain.thinking.oh_hell_games import Moment, moments


def sorted_by_cost(cards: Cards, trump: Suit, *, highest_first: bool) -> Cards:
    return tuple(sorted(cards, key=card_bits(trump).bit.__getitem__, reverse=highest_first))


def sorted_for_move(table: OhHellTable, seat: int) -> Cards:
    """Return the hand with the card first that the play-out takes of equal ones."""
    hand, trump = table.hands[seat], table.trump
    assert trump is not None
    wants_more = (table.bids[seat] or 0) > table.tricks[seat]
    if not table.trick:
        if not wants_more:
            return sorted_by_cost(hand, trump, highest_first=False)
        suits = list(Suit)
        return tuple(
            sorted(hand, key=lambda card: (suits.index(card.suit or trump), -RANK_VALUES[card.rank]))
        )
    standing = strengths(trump, table.trick[0].card.suit)
    best = standing[winning(table).card]
    takes_the_highest = not wants_more and (
        len(table.trick) == 3 or any(standing[card] < best for card in playable(table, seat))
    )
    return sorted_by_cost(hand, trump, highest_first=takes_the_highest)


def points_by_rules(game: Game) -> tuple[int, ...]:
    """Let the published player play the round to its end on the rules, and return the scores."""
    number = table_of(game).round
    while True:
        table = table_of(game)
        if table.phase is Phase.ROUND_SCORED or table.round > number:
            return table.scores
        seat = table.turn
        if len(table.trick) < 4 and any(table.hands):
            hands = with_place(table.hands, seat, sorted_for_move(table, seat))
            sorted_game = replace(game, table=replace(table, hands=hands))
            game = fold(decide(game, suggest(sorted_game, seat), NOON), game)
        else:
            follows = game.rules.settle(table)
            assert isinstance(follows, tuple)
            game = fold(follows, game)


def points_on_bits(table: OhHellTable) -> tuple[int, ...]:
    assert table.trump is not None
    bits = card_bits(table.trump)
    bids = [bid or 0 for bid in table.bids]
    wanted = [bid - won for bid, won in zip(bids, table.tricks, strict=True)]
    hands = [bits.of(hand) for hand in table.hands]
    play_out(hands, wanted, bits, bits.of(seen_by_all(table)), trick_of(table, bits))
    assert hands == [0, 0, 0, 0]
    return tuple(table.scores[seat] + bids[seat] - wanted[seat] + 10 * (wanted[seat] == 0) for seat in SEATS)


def seen_by_all(table: OhHellTable) -> Cards:
    assert table.turn_up is not None
    return (*table.pile, table.turn_up, *(played.card for played in table.trick))


GAMES = [
    pytest.param(published, 1, {}, id="published"),
    pytest.param(random_player(2), 2, {"first_dealer": 1}, id="random"),
    pytest.param(mixed(3), 3, {"reshuffle": "before_deal"}, id="half random"),
]


@pytest.mark.parametrize(("player", "seed", "options"), GAMES)
def test_from_every_decision_the_round_ends_as_by_the_rules_and_the_published_player(
    player: Player, seed: int, options: dict[str, str | int]
) -> None:
    decisions = 0
    for moment in moments(player, seed, **options):
        if moment.table.phase is Phase.TRICKS:
            assert points_on_bits(moment.table) == points_by_rules(moment.game)
            decisions += 1
    assert decisions == 400


@pytest.mark.parametrize(("player", "seed", "options"), GAMES)
def test_every_bid_is_that_of_the_published_player(
    player: Player, seed: int, options: dict[str, str | int]
) -> None:
    bids = 0
    for moment in moments(player, seed + 10, **options):
        if moment.table.phase is Phase.BIDDING:
            move = suggest(moment.view, moment.seat)
            assert isinstance(move, c.PlaceBid)
            assert bid_on_bits(moment) == move.amount
            bids += 1
    assert bids == 4 * 14


def bid_on_bits(moment: Moment) -> int:
    table, seat = moment.table, moment.seat
    assert table.trump is not None
    bits = card_bits(table.trump)
    hands, seen = [bits.of(hand) for hand in table.hands], bits.of(seen_by_all(table))
    if table.round in BLIND_ROUNDS:
        return blind_bid(hands, seat, left_of(table.dealer, 4), bits, seen)
    return expected_bid(hands[seat], bits, seen)


@pytest.mark.parametrize("trump", list(Suit))
def test_a_card_is_beaten_by_what_stands_higher_in_its_trick(trump: Suit) -> None:
    bits = card_bits(trump)
    for card, bit in bits.bit.items():
        standing = strengths(trump, trump if card.suit is trump else card.suit)
        better = [other for other in bits.bit if standing[other] > standing[card]]
        assert bits.beaten_by[bit] == bits.of(better)
        assert bits.card[bit] is card
    assert bits.of([Card.FACE_DOWN]) == 0
