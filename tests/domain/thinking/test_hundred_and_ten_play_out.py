"""The play-out of Hundred and Ten on bits equals the rules and the published player.

Only ties are broken otherwise: of plain cards that cost the same, and when a bidder without trumps leads, the
published player goes by the order of the hand. So each hand is sorted before it moves.
"""

from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain.cards import DECK_WITH_JOKER, Suit
from domain.game import Game, decide, fold
from domain.machine.hundred_and_ten import suggest
from domain.machine.thinking.hundred_and_ten.cards import (
    PLACES,
    WORTHS,
    best_suit_of,
    ceiling_of,
    trump_cards,
)
from domain.machine.thinking.hundred_and_ten.decisions import after_discards, discard_order
from domain.machine.thinking.hundred_and_ten.play_out import Position, play_out, position_of
from domain.machine.thinking.hundred_and_ten.winning_chance import COEFFICIENTS, WinningChance, weights
from domain.rules import NeedsShuffle
from domain.rules.hundred_and_ten import HundredAndTenTable, Phase, available_bids
from domain.rules.seating import with_place
from tests.domain.given import NOON
from tests.domain.tables import PLAYERS
from tests.domain.thinking.hundred_and_ten_games import moments
from tests.domain.thinking.moments import Player, mixed, published, random_player

GAMES = [
    pytest.param(seats, player, seed, discards, id=f"{seats} {name} {discards}")
    for seats in (2, 3, 4)
    for name, player, seed, discards in (
        ("published", published, seats, "dealer_first"),
        ("random", random_player(seats), 10 + seats, "left_of_dealer"),
        ("half random", mixed(seats), 20 + seats, "dealer_first"),
    )
]
ROUNDS = 12


def table_of(game: Game) -> HundredAndTenTable:
    assert isinstance(game.table, HundredAndTenTable)
    return game.table


def with_sorted_hand(game: Game) -> Game:
    """Return the game with the cards of the seat to move in the order of the bits."""
    table = table_of(game)
    assert table.trump is not None
    hand = tuple(sorted(table.hands[table.turn], key=trump_cards(table.trump).bit_of.__getitem__))
    return replace(game, table=replace(table, hands=with_place(table.hands, table.turn, hand)))


def round_by_rules(game: Game) -> tuple[Game, tuple[e.Event, ...]]:
    """Let the published player play the tricks to the end on the rules; return the game and the events."""
    events: list[e.Event] = []
    while True:
        follows = game.rules.settle(table_of(game))
        if isinstance(follows, NeedsShuffle):
            return game, tuple(events)
        if not follows:
            sorted_game = with_sorted_hand(game)
            follows = decide(game, suggest(sorted_game, table_of(game).turn), NOON)
        events += follows
        game = fold(follows, game)
        if any(isinstance(event, e.GameWon) for event in follows):
            return game, tuple(events)


def round_on_bits(table: HundredAndTenTable) -> Position:
    assert table.trump is not None
    assert table.bidder is not None
    cards = trump_cards(table.trump)
    hands = [cards.set_of(hand) for hand in table.hands]
    position = play_out(hands, cards, table.bidder, position_of(table, cards))
    assert not any(hands)
    return position


def winners(won: int) -> list[int]:
    return [won >> shift & 3 for shift in (8, 6, 4, 2, 0)]


@pytest.mark.parametrize(("seats", "player", "seed", "discards"), GAMES)
def test_from_every_play_the_round_ends_as_by_the_rules_and_the_published_player(
    seats: int, player: Player, seed: int, discards: str
) -> None:
    decisions = 0
    for moment in moments(*[player] * seats, seed=seed, rounds=ROUNDS, discards=discards):
        table = moment.table
        if table.phase is not Phase.TRICKS:
            continue
        decisions += 1
        *_, won, _, bonus = round_on_bits(table)
        end, events = round_by_rules(moment.game)
        tricks = [*table.won, *(event for event in events if isinstance(event, e.TrickWon))]
        assert winners(won) == [trick.seat for trick in tricks]
        trumps = trump_cards(cast(Suit, table.trump)).bit_of
        best = max(tricks, key=lambda trick: trumps[trick.card])
        in_trumps = trumps[best.card] & trump_cards(cast(Suit, table.trump)).trumps
        assert bonus.bit_length() // 2 == (best.trick + 1 if in_trumps else 0)
        check_chances(table, end, won, bonus)
    assert decisions >= 5 * seats * 2


def check_chances(table: HundredAndTenTable, end: Game, won: int, bonus: int) -> None:
    """Check that the chances after a round are those of the scores by the rules, and sum to 1."""
    chances = [
        WinningChance(table.scores, seat).after_round(won, bonus, cast(int, table.bidder), table.bid)
        for seat in range(table.seats)
    ]
    if end.outcome is not None:
        [winner] = end.outcome.winners
        assert chances == [float(seat == winner) for seat in range(table.seats)]
    else:
        scores = table_of(end).scores
        expected = [WinningChance(scores, seat).now() for seat in range(table.seats)]
        assert chances == expected
        assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize(("seats", "player", "seed", "discards"), GAMES)
def test_the_hands_after_the_discards_are_those_by_the_rules_and_the_published_player(
    seats: int, player: Player, seed: int, discards: str
) -> None:
    decisions = 0
    for moment in moments(*[player] * seats, seed=seed, rounds=ROUNDS, discards=discards):
        table, game = moment.table, moment.game
        if table.phase is not Phase.TRUMP_SELECTION:
            continue
        decisions += 1
        for suit in Suit:
            after = fold(decide(game, c.SelectTrump(by=PLAYERS[moment.seat], suit=suit), NOON), game)
            while table_of(after).phase is Phase.DISCARD:
                after = fold(decide(after, suggest(after, table_of(after).turn), NOON), after)
            hands = [tuple(PLACES[card] for card in hand) for hand in table.hands]
            deal = hands, worths_of(table), [PLACES[card] for card in table.stock]
            expected = [trump_cards(suit).set_of(hand) for hand in table_of(after).hands]
            assert after_discards(deal, suit, discard_order(table)) == expected
    assert decisions >= 2


def worths_of(table: HundredAndTenTable) -> list[int]:
    return [sum(WORTHS[PLACES[card]] for card in hand) for hand in table.hands]


@pytest.mark.parametrize(("seats", "player", "seed", "discards"), GAMES)
def test_every_bid_and_trump_on_bits_is_that_of_the_published_player(
    seats: int, player: Player, seed: int, discards: str
) -> None:
    bids = 0
    for moment in moments(*[player] * seats, seed=seed, rounds=ROUNDS, discards=discards):
        table, move = moment.table, suggest(moment.view, moment.seat)
        worths = worths_of(table)[moment.seat]
        if table.phase is Phase.BIDDING:
            bids += 1
            possible = [b for b in available_bids(table, moment.seat) if b <= ceiling_of(worths)]
            assert move == (
                c.PlaceBid(by=move.by, amount=possible[0]) if possible else c.PassTurn(by=move.by)
            )
        elif table.phase is Phase.TRUMP_SELECTION:
            assert move == c.SelectTrump(by=move.by, suit=best_suit_of(worths))
    assert bids >= seats


@pytest.mark.parametrize("seats", COEFFICIENTS)
def test_a_higher_score_has_a_higher_weight(seats: int) -> None:
    found = weights(seats)
    assert list(found.values()) == sorted(found.values())
    assert found[0] == 1.0


def test_every_card_has_a_place_and_a_bit() -> None:
    for suit in Suit:
        cards = trump_cards(suit)
        assert sorted(cards.card_of) == [1 << place for place in range(53)]
        assert [cards.bits[PLACES[card]] for card in DECK_WITH_JOKER] == [
            *map(cards.bit_of.get, DECK_WITH_JOKER)
        ]
