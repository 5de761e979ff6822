"""The text of Oh Hell: rounds, tricks, points and the worked examples, checked against the rules."""

from __future__ import annotations

import re
from typing import Final

import pytest

from domain import commands as c
from domain import events as e
from domain.cards import Suit
from domain.rules.oh_hell import (
    BLIND_ROUNDS,
    EXACT_BID_POINTS,
    MOST_CARDS,
    RANK_VALUES,
    ROUNDS,
    DeckRanOut,
    OhHellOptions,
    forced_bid,
    hand_size,
)
from tests.domain.given import Log, given
from tests.domain.oh_hell.tables import bidding, last_card, phases, tricks, whole_game
from tests.domain.rules_texts.document import NUMBERS, cards_in, sections_of
from tests.domain.tables import PLAYERS, clockwise

SECTIONS: Final = sections_of("oh-hell")
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")
PLACES: Final = ("1st", "2nd", "3rd", "4th")
(TRICKS,) = SECTIONS["What beats what"].tables
(SPECIAL,) = SECTIONS["Bidding"].tables
EXAMPLE, SCORES = SECTIONS["An example"].tables


def test_ranks_are_shown_in_their_order() -> None:
    (spades,) = SECTIONS["What beats what"].card_rows
    assert {card.suit for card in spades} == {Suit.SPADES}
    assert [RANK_VALUES[card.rank] for card in spades] == list(reversed(range(13)))


@pytest.mark.parametrize("row", TRICKS, ids=lambda row: row["Turned up"] + row["Taken by"])
def test_tricks_are_taken_as_the_text_says(row: dict[str, str]) -> None:
    hands = [str(*cards_in(row[place])) for place in PLACES]
    (top,) = cards_in(row["Turned up"])
    log, command = last_card(tricks(*hands, top=top, phase=1), " ".join(hands))
    (won,) = (event for event in given(*log).when(command).events if isinstance(event, e.TrickWon))
    place, _, reason = row["Taken by"].partition(", ")
    assert place == PLACES[won.seat]
    trumps = [hand for hand in hands if hand[1] == top[1]]
    assert won.card.suit is not None
    led_suit = f"highest {won.card.suit.lower()[:-1]}"
    assert reason == {0: led_suit, 1: "only trump"}.get(len(trumps), "highest trump")


def test_rounds_are_as_long_as_the_text_says() -> None:
    words = SECTIONS["How a round goes"].words
    assert f"There are {ROUNDS} rounds." in words
    assert "In the first you get one card, in the second two" in words
    found = re.findall(r"(\w+) cards? in round (\d+)", words)
    assert [(NUMBERS.index(size), int(number)) for size, number in found] == [
        (hand_size(number - 1), number) for number in (MOST_CARDS, MOST_CARDS + 1, ROUNDS)
    ]
    assert [hand_size(number) for number in (0, 1)] == [1, 2]


def test_special_rounds_are_those_of_the_rules() -> None:
    expected = []
    for number in range(ROUNDS):
        bid = forced_bid(number)
        if number in BLIND_ROUNDS or bid is not None:
            what = "Blind" if bid is None else f"Everyone bids {bid}"
            expected.append((str(number + 1), str(hand_size(number)), what))
    assert [tuple(row.values()) for row in SPECIAL] == expected


def played_example() -> Log:
    """Play the example from the bids to the last card."""
    hands = [" ".join(str(card) for row in EXAMPLE for card in cards_in(row[name])) for name in NAMES]
    ((top,),) = SECTIONS["An example"].card_rows
    log = bidding(*hands, top=top)
    for seat, row in enumerate(SCORES):
        assert row["Player"] == NAMES[seat]
        log += given(*log).when(c.PlaceBid(by=PLAYERS[seat], amount=int(row["Bid"]))).events
    leader = 0
    for row in EXAMPLE:
        for seat in clockwise(leader, len(NAMES)):
            (card,) = cards_in(row[NAMES[seat]])
            played = given(*log).when(c.PlayCard(by=PLAYERS[seat], card=card))
            assert played.refusal is None, played.refusal
            log += played.events
        leader = next(event.seat for event in played.events if isinstance(event, e.TrickWon))
    return log


def test_tricks_of_the_example_are_taken_as_the_text_says() -> None:
    assert "Ann leads the first trick." in SECTIONS["An example"].words
    won = [event.seat for event in played_example() if isinstance(event, e.TrickWon)]
    assert [NAMES[seat] for seat in won] == [row["Taken by"] for row in EXAMPLE]
    assert [str(won.count(seat)) for seat in range(4)] == [row["Tricks"] for row in SCORES]


def test_scores_of_the_example_are_as_the_text_says() -> None:
    *_, scored = (event for event in played_example() if isinstance(event, e.RoundScored))
    assert f"It is round {scored.round + 1}," in SECTIONS["An example"].words
    assert [str(points) for points in scored.scores] == [row["Points"] for row in SCORES]
    assert f"you score {EXACT_BID_POINTS} more" in SECTIONS["Scoring"].words


def test_deck_runs_out_in_the_rounds_that_the_text_says() -> None:
    words = SECTIONS["Questions"].words
    assert "in the rounds 5, 7 to 14, and 16, always in the middle of the deal" in words
    ran_out = {
        number: event.dealt
        for number, phase in enumerate(phases(whole_game()), 1)
        for event in phase
        if isinstance(event, DeckRanOut)
    }
    assert set(ran_out) == {5, *range(7, 15), 16}
    assert all(dealt > 0 for dealt in ran_out.values())


def test_first_dealer_is_the_one_that_the_text_says() -> None:
    assert f"Usually it is {OhHellOptions().first_dealer}, the last seat" in SECTIONS["Options"].words
