"""The thinker of Hundred and Ten plays whole games, the same ones again, and finds moves that people know."""

from __future__ import annotations

from typing import cast

import pytest

from domain import commands as c
from domain import events as e
from domain.cards import Card, Suit
from domain.game import Game, decide, legal
from domain.machine.thinking import levels_of, thinker_of
from domain.machine.thinking.decision import assess, choose
from domain.machine.thinking.hundred_and_ten import decision, remember
from domain.machine.thinking.hundred_and_ten.bidding import end_of_bidding
from domain.machine.thinking.hundred_and_ten.cards import PLACES, WORTHS
from domain.machine.thinking.hundred_and_ten.memory import Memory
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.hundred_and_ten import HundredAndTenTable
from domain.view import View
from domain.visibility import redact
from tests.domain.given import NOON, Log
from tests.domain.tables import PLAYERS, bidding, cards, discarding, played, trick, tricks, trump_selection
from tests.domain.thinking.hundred_and_ten_games import Moment, moments, thinker
from tests.domain.thinking.moments import Player, mixed, published, random_player

HEARTS, CLUBS, SPADES, DIAMONDS = Suit
OTHERS = {
    "published": published,
    "random": random_player(1),
    "half random": mixed(2),
    "thinking": thinker(3, worlds=2),
}


def moves_of_game(seats: int, other: Player, seed: int, discards: str) -> list[c.Move]:
    players = [thinker(seed, worlds=3), *[other] * (seats - 1)]
    moves: list[c.Move] = []

    def recorded(player: Player) -> Player:
        def choose_and_record(moment: Moment) -> c.Move:
            moves.append(player(moment))
            return moves[-1]

        return choose_and_record

    for _ in moments(*map(recorded, players), seed=seed, rounds=25, discards=discards):
        pass
    return moves


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("other", ["published", "thinking"])
def test_the_same_seeds_lead_to_the_same_game(seats: int, other: str) -> None:
    first, second = (moves_of_game(seats, OTHERS[other], 7, "dealer_first") for _ in range(2))
    assert first == second
    assert len(first) > 10


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("discards", ["dealer_first", "left_of_dealer"])
def test_it_plays_games_with_anybody(seats: int, other: str, discards: str) -> None:
    """An illegal move would be refused."""
    assert len(moves_of_game(seats, OTHERS[other], seats, discards)) > 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_move_can_be_weighed(seats: int) -> None:
    for moment in moments(*[mixed(seats)] * seats, seed=seats, rounds=2):
        moves = [
            move for offer in legal(moment.view, moment.seat) for move in offer.moves(PLAYERS[moment.seat])
        ]
        for also in moves:
            found = decision(moment.view, moment.seat, moment.memory, RandomNumbers(b"x"), also)
            assert also in found.moves
            assert len(set(map(str, found.moves))) == len(found.moves)
            assessed = assess(found, 2)
            assert all(0 <= each.value <= 1 for each in assessed)
        for move in found.moves:
            assert decide(moment.game, move, NOON)


def test_a_pass_that_is_queued_in_turn_is_weighed_as_a_pass() -> None:
    log = bidding("2C 3C 4C 6C 7C", "2S 3S 4S 6S 7S")
    view, memory = seen(log, 1)
    also = c.QueuePass(by=PLAYERS[1])
    found = decision(view, 1, memory, RandomNumbers(b"x"), also)
    assert found.moves == [also, c.PlaceBid(by=PLAYERS[1], amount=15)]
    assert decide(view, also, NOON)


def test_all_levels_are_available() -> None:
    assert thinker_of("hundred-and-ten", 1) is not None
    assert thinker_of("hundred-and-ten", 2) is None
    assert len(levels_of("hundred-and-ten", 1)) == 4


# Moves that a person knows.


def seen(log: Log, seat: int) -> tuple[Game, Memory]:
    """Return a seat's view and memory after a log."""
    return View(viewer=seat).after(log).game, remember(None, [redact(event, seat) for event in log])


def chosen(log: Log, seat: int, worlds: int = 30) -> c.Move:
    view, memory = seen(log, seat)
    move = choose(decision(view, seat, memory, RandomNumbers(b"known")), worlds)
    assert move.by == PLAYERS[seat]
    return move


WEAK = ("TC 9C 8S 9S 7D", "8C 7C TS 7S 6D", "6C 6S 4D 3D 2D")


def test_it_bids_on_the_highest_trumps_and_passes_without_any() -> None:
    strong = "5H JH JOKER AH KH"
    assert chosen(bidding(*WEAK, strong, dealer=2), 3) == c.PlaceBid(by=PLAYERS[3], amount=15)
    assert chosen(bidding(WEAK[0], strong, *WEAK[1:], dealer=3), 0) == c.PassTurn(by=PLAYERS[0])


def test_it_names_the_suit_of_its_trumps() -> None:
    log = trump_selection("5C JC 2C KD QD", *WEAK[1:], bidder=0)
    assert chosen(log, 0) == c.SelectTrump(by=PLAYERS[0], suit=CLUBS)


def test_it_discards_its_low_plain_cards() -> None:
    log = discarding("5H JH JOKER TC 9S", "8C 7C TS 7S 6D", trump=HEARTS, bidder=0)
    move = chosen(log, 0)
    assert isinstance(move, c.DiscardCards)
    assert set(move.cards) == set(cards("TC 9S"))


def test_it_spares_the_highest_trump_when_a_lower_one_wins() -> None:
    hands = "5H AH TC 9C 8C", "KH 2D 3D 4D 6D", "QH 2S 3S 4S 6S", "TH 7S 8S 9S TS"
    log = (*tricks(*hands, trump=HEARTS, bidder=0), *played((1, "KH"), (2, "QH"), (3, "TH")))
    assert chosen(log, 0) == c.PlayCard(by=PLAYERS[0], card=Card.ACE_OF_HEARTS)


def test_it_takes_the_trick_that_wins_the_game() -> None:
    hands = "5H JH JOKER KC QC", "2D 2S 4S 5S 6S", "3D 3S 7S 8S 9S", "4D 3H AS KS QS"
    log = (
        *tricks(*hands, trump=HEARTS, bidder=0, scores=(0, 20, 30, 105)),
        *trick(0, "2D 3D 4D 5H", led_by=1, won_by=0),
        *played((0, "KC"), (1, "2S"), (2, "3S")),
    )
    winning = c.PlayCard(by=PLAYERS[3], card=Card("3H"))
    assert chosen(log, 3) == winning
    view, memory = seen(log, 3)
    values = {each.move: each for each in assess(decision(view, 3, memory, RandomNumbers(b"x")), 20)}
    assert (values[winning].value, values[winning].error) == (1.0, 0.0)
    assert all(each.value < 1 for move, each in values.items() if move != winning)


def test_a_seat_that_queued_a_pass_is_not_expected_to_bid() -> None:
    """With its hand the dealer would steal the bid, but it has queued a pass."""
    hands = "5H JH JOKER AH KH", "2D 3D 4D 6D 7D"
    strong, weak = (sum(WORTHS[PLACES[card]] for card in cards(hand)) for hand in hands)
    free, queued = (
        cast(HundredAndTenTable, seen((*bidding(*hands), *events), 1)[0].table)
        for events in ((), (e.PassQueued(seat=0),))
    )
    assert end_of_bidding(queued, [strong, weak], 15) == (1, 15)
    assert end_of_bidding(free, [strong, weak], 15) == (0, 15)
    assert end_of_bidding(queued, [strong, weak], 0) is None
    assert end_of_bidding(free, [strong, weak], 0) == (0, 15)
