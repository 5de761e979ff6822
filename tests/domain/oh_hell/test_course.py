"""Oh Hell: tricks and scores from the test cases of the original course."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain.cards import FRENCH_DECK, Card
from domain.rules import rules_of
from domain.rules.oh_hell import BidsRevealed, TrumpTurned
from tests.domain.given import Log, given
from tests.domain.tables import PLAYERS, cards, lobby, played, stacked, started, trick

OH_HELL = rules_of("oh-hell")
SEATS = range(4)


def bids_known(*hands: str, top: str, bids: tuple[int, ...]) -> Log:
    """Return a table after the bids, at which seat 0 is to lead."""
    dealt = [cards(hand) for hand in hands]
    size = len(dealt[0])
    in_turn = (*(hand[place] for place in range(size) for hand in dealt), Card(top))
    order = (*in_turn, *(card for card in FRENCH_DECK if card not in in_turn))
    return (
        *lobby(OH_HELL, 4),
        started(4),
        stacked(order),
        e.RoundDealt(round=size - 1, dealer=3, hands=(size,) * 4, stock=52 - len(in_turn)),
        *(e.HandDealt(seat=seat, cards=hand, shuffle=0) for seat, hand in enumerate(dealt)),
        TrumpTurned(card=Card(top)),
        BidsRevealed(bids=bids, forced=False),
    )


def last_of(notations: str) -> tuple[Log, c.PlayCard]:
    """Return the first three plays of a trick that seat 0 leads, and the command for the last."""
    *first, last = notations.split()
    return played(*zip(SEATS, first, strict=False)), c.PlayCard(by=PLAYERS[3], card=Card(last))


@pytest.mark.parametrize(
    ("laid", "top", "winner"),
    [
        pytest.param("9D 9S 3S TD", "2D", 3, id="of the suit led, which is trump, the highest"),
        pytest.param("9D 9S 3S TD", "2S", 1, id="of two trumps the higher"),
        pytest.param("5D 8D 5S TD", "TS", 2, id="the only trump, however low"),
        pytest.param("5D 8D QH TD", "TS", 3, id="without a trump the highest of the suit led"),
    ],
)
def test_a_trick_is_won_by_the_highest_trump_or_else_the_highest_of_the_suit_led(
    laid: str, top: str, winner: int
) -> None:
    before, command = last_of(laid)
    table = given(*bids_known(*laid.split(), top=top, bids=(0, 0, 0, 0)), *before)
    won = e.TrickWon(seat=winner, trick=0, card=cards(laid)[winner])
    table.when(command).including(*played((3, laid.split()[3])), won)


def test_a_failed_bid_of_zero_scores_its_trick_and_the_others_score_ten() -> None:
    laid = "9D 9S 3S TD"
    before, command = last_of(laid)
    table = given(*bids_known(*laid.split(), top="2D", bids=(0, 0, 0, 0)), *before)
    table.when(command).including(scored(0, (10, 10, 10, 1), made=(True, True, True, False)))


def test_two_tricks_for_a_bid_of_one_are_two_points() -> None:
    hands = ("9D 8S", "9S AS", "3S JS", "TD 3D")
    table = given(
        *bids_known(*hands, top="2D", bids=(1, 0, 0, 1)),
        *trick(0, "9D 9S 3S TD", led_by=0, won_by=3),
        *played((3, "3D"), (0, "8S"), (1, "AS")),
    )
    table.when(c.PlayCard(by=PLAYERS[2], card=Card("JS"))).including(
        e.TrickWon(seat=3, trick=1, card=Card("3D")),
        scored(1, (0, 10, 10, 2), made=(False, True, True, False)),
    )


def scored(number: int, points: tuple[int, ...], *, made: tuple[bool, ...]) -> e.RoundScored:
    """Return the score of the first phase that counted."""
    awards = tuple(e.Award(seat=seat, points=points[seat]) for seat in SEATS)
    return e.RoundScored(round=number, awards=awards, scores=points, bids_made=made)
