"""The thinker of Oh Hell plays whole games, the same again from the same seeds, and finds plain moves."""

from __future__ import annotations

import pickle

import pytest

from domain import commands as c
from domain.cards import Card
from domain.commands import Move
from domain.game import legal
from domain.machine.thinking import thinker_of
from domain.machine.thinking.decision import assess, choose
from domain.machine.thinking.oh_hell import decision, remember
from domain.machine.thinking.oh_hell.winning_chance import odds, winning_chance
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.view import View
from domain.visibility import redact
from tests.domain.given import Log
from tests.domain.oh_hell.tables import SEATS, bidding, tricks
from tests.domain.tables import PLAYERS, played
from tests.domain.thinking.moments import mixed
from tests.domain.thinking.oh_hell_games import Moment, moments

WORLDS = 4


def thought(moment: Moment, worlds: int = WORLDS) -> Move:
    numbers = RandomNumbers(f"{len(moment.log)} {moment.seat}".encode())
    return choose(decision(moment.view, moment.seat, moment.memory, numbers), worlds)


def moves_of_game(seed: int, thinkers: frozenset[int], **options: str | int) -> list[Move]:
    """Play a game with thinkers at some seats and others who make half of their moves at random."""
    moves: list[Move] = []
    other = mixed(seed)

    def choose_move(moment: Moment) -> Move:
        moves.append(thought(moment) if moment.seat in thinkers else other(moment))
        return moves[-1]

    for moment in moments(choose_move, seed, **options):
        assert len(moment.log) > 0
    return moves


@pytest.mark.parametrize(
    ("thinkers", "options"),
    [
        pytest.param(frozenset(SEATS), {}, id="four thinkers"),
        pytest.param(frozenset({0, 2}), {"reshuffle": "before_deal", "first_dealer": 1}, id="two thinkers"),
    ],
)
def test_thinkers_play_whole_games_and_the_same_moves_again(
    thinkers: frozenset[int], options: dict[str, str | int]
) -> None:
    moves = moves_of_game(3, thinkers, **options)
    assert len(moves) == 400 + 4 * 14
    assert moves_of_game(3, thinkers, **options) == moves


def test_all_legal_moves_are_weighed_and_every_value_is_a_chance() -> None:
    for moment in moments(mixed(4), 4):
        numbers = RandomNumbers(f"{len(moment.log)}".encode())
        weighed = decision(moment.view, moment.seat, moment.memory, numbers)
        (offer,) = legal(moment.game, moment.seat)
        assert list(weighed.moves) == list(offer.moves(PLAYERS[moment.seat]))
        for each in assess(weighed, 2):
            assert 0 <= each.value <= 1
        assert len(pickle.dumps(moment.memory)) < 4_000


def chosen(log: Log, seat: int, worlds: int = 30) -> Move:
    view = View(viewer=seat).after(log).game
    memory = remember(None, [redact(event, seat) for event in log])
    thinker = thinker_of("oh-hell", 1)
    assert thinker is not None
    return choose(thinker.decision(view, seat, memory, RandomNumbers(b"person")), worlds)


@pytest.mark.parametrize(
    ("hand", "amount"), [("AH KH QH", 3), ("2C 3D 2S", 0)], ids=["the highest trumps", "the lowest cards"]
)
def test_a_bid_is_what_the_hand_is_sure_to_win(hand: str, amount: int) -> None:
    log = bidding(hand, "4C 5C 6C", "4D 5D 6D", "4S 5S 6S", top="2H", phase=3)
    assert chosen(log, 0) == c.PlaceBid(by=PLAYERS[0], amount=amount)


@pytest.mark.parametrize(
    ("others", "amount"),
    [(("2C", "2D", "2S"), 1), (("KH", "QC", "QS"), 0)],
    ids=["low cards", "the highest trump"],
)
@pytest.mark.parametrize("phase", [1, 19])
def test_a_blind_bid_goes_by_the_cards_of_the_others(
    others: tuple[str, str, str], amount: int, phase: int
) -> None:
    log = bidding("7C", *others, top="AH", phase=phase)
    assert chosen(log, 0) == c.PlaceBid(by=PLAYERS[0], amount=amount)


@pytest.mark.parametrize(("bid", "card"), [(0, "2C"), (1, "AC")], ids=["no trick", "one trick"])
def test_the_last_seat_takes_the_trick_if_it_wants_one_and_leaves_it_if_not(bid: int, card: str) -> None:
    log = tricks("3C 4D", "4C 5D", "5C 6D", "AC 2C", top="9H", bids=(0, 1, 0, bid), phase=2)
    log = (*log, *played((0, "3C"), (1, "4C"), (2, "5C")))
    assert chosen(log, 3) == c.PlayCard(by=PLAYERS[3], card=Card(card))


def test_the_chances_of_all_seats_to_win_add_up_to_one() -> None:
    for scores in ((0, 0, 0, 0), (100, 90, 85, 20), (300, 0, 0, 1)):
        for left in range(19):
            assert sum(winning_chance(scores, seat, left) for seat in SEATS) == pytest.approx(1)


def test_a_lead_counts_for_more_with_fewer_rounds_left() -> None:
    chances = [winning_chance((110, 100, 100, 100), 0, left) for left in range(19)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1
    assert winning_chance((7, 7, 3, 1), 1, 0) == 0.5
    assert winning_chance((7, 7, 3, 1), 2, 0) == 0


def test_the_odds_of_a_lead_and_of_the_same_deficit_are_inverse() -> None:
    table = odds(4)
    for lead in range(1, 290):
        assert table[lead] * table[-lead] == pytest.approx(1)
        assert table[lead] > table[lead - 1]
