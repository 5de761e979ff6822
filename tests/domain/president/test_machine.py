"""The machine player of President: its strategy, from its own hand and the table."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain.cards import face_down
from domain.game import NeedsMove, fold, settle
from domain.machine.president import suggest
from domain.view import View
from tests.domain.given import Log, given
from tests.domain.president.tables import beating, goes_out, leading, pass_, play, plays
from tests.domain.tables import PLAYERS, cards

OTHERS = "JS QS", "JD QD"
"""Hands that the machine does not have."""


def suggested(log: Log, seat: int = 0) -> c.Move:
    move = suggest(View(viewer=seat).after(log).game, seat)
    assert move.by == PLAYERS[seat]
    assert given(*log).when(move).refusal is None
    return move


def leads(hand: str) -> c.Move:
    """Return its lead to an empty table."""
    return suggested(leading(hand, *OTHERS))


def beats(laid: str, hand: str) -> c.Move:
    """Return its move against the cards on the table."""
    return suggested(beating(laid, hand, *OTHERS))


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("9H 5C 9C KD", "5C"),
        ("AH KH KC", "KH KC"),
        ("9H 5C 9C 5S KD 5D", "5C 5S 5D"),
        ("4D 4S 4H 5D 5H", "4D 4S 4H"),
        ("AC", "AC"),
    ],
)
def test_it_leads_its_lowest_whole_group(hand: str, lead: str) -> None:
    assert leads(hand) == play("ann", lead)


@pytest.mark.parametrize(
    ("laid", "hand", "group"),
    [
        ("8H", "5C 9C TD", "9C"),
        ("8H", "5C 9C 9D TD", "9C 9D"),
        ("8H", "8C KC", "8C"),
        ("8H", "TD 5C 5D 9C", "5C 5D"),
        ("8H 8C", "5D 9C TD TC", "TD TC"),
        ("8H 8C", "5C 5D 9C TD TC", "TD TC"),
        ("8H 8C", "5C 5D 5H TD TC", "5C 5D 5H"),
        ("8H 8C", "9C 9D 9H 9S TC", "9C 9D 9H 9S"),
        ("2H", "4C 9C", "4C"),
        ("2H 2C", "4C 9C 9D", "9C 9D"),
        ("KH", "5C AC", "AC"),
    ],
)
def test_it_plays_the_lowest_whole_group_that_is_legal(laid: str, hand: str, group: str) -> None:
    assert beats(laid, hand) == play("ann", group)


def test_it_plays_all_the_cards_that_it_holds_of_a_value_never_a_part() -> None:
    assert beats("8H", "9C 9D 9S") == play("ann", "9C 9D 9S")


@pytest.mark.parametrize(
    ("laid", "hand", "group"), [("8H", "2C 3C 9C", "9C"), ("8H", "3C 3D AC", "AC"), ("2H", "2C 3C 4C", "4C")]
)
def test_it_keeps_its_twos_and_threes_while_another_play_is_legal(laid: str, hand: str, group: str) -> None:
    assert beats(laid, hand) == play("ann", group)
    assert leads(hand) == play("ann", group)


@pytest.mark.parametrize(
    ("laid", "hand", "special"),
    [
        ("AH", "3C 2C KC", "2C"),
        ("AH", "KC 2S 2C 3C", "2S"),
        ("AH AC", "AS 2S 2D 3C", "2S"),
        ("AH", "3C KC", "3C"),
        ("AH AC", "3S 3C 3D AS", "3S"),
        ("2H 2C", "2S AS", "2S"),
        ("3H 3C", "3S AS", "3S"),
    ],
)
def test_without_another_legal_play_it_plays_one_two_or_else_one_three(
    laid: str, hand: str, special: str
) -> None:
    assert beats(laid, hand) == play("ann", special)


def test_it_leads_one_two_or_three_if_it_holds_nothing_else() -> None:
    assert leads("3H 2H 2C") == play("ann", "2H")
    assert leads("3H 3C") == play("ann", "3H")


@pytest.mark.parametrize(("laid", "hand"), [("AH", "4C KC QC"), ("5H 5C", "4C 4D AC"), ("5H 5C 5S", "AC AD")])
def test_it_passes_without_a_legal_play(laid: str, hand: str) -> None:
    assert beats(laid, hand) == pass_("ann")


def test_after_its_own_two_it_plays_the_lowest_group_of_sufficient_size_or_passes() -> None:
    two = (*beating("AH", "2H 9H 4C", *OTHERS), plays(0, "2H", again=True))
    assert suggested(two) == play("ann", "4C")
    twos = (*beating("AH", "2H 2C 9H 4C", *OTHERS), plays(0, "2H 2C", again=True))
    assert suggested(twos) == pass_("ann")


def test_suggestion_depends_only_on_what_the_seat_sees() -> None:
    for others in OTHERS, ("2S 2D", "3S 3D"), ("9S KC", "9D KD"), ("4S", "AS AD"):
        log = beating("8H", "5H 9H 9C", *others)
        assert suggested(log) == play("ann", "9H 9C")
        seen = View(viewer=0).after(log).game
        hands = [place.hand for place in seen.rules.show(seen.table).places]
        assert hands[1:] == [face_down(len(cards(other))) for other in others]


def test_automated_seat_moves_again_after_a_two_unless_it_is_out() -> None:
    two = (*beating("AH", "2H KH", *OTHERS), e.SeatAutomated(seat=0), plays(0, "2H", again=True))
    assert settle(fold(two)) == NeedsMove(0)
    gone = (*beating("AH", "2H", *OTHERS), e.SeatAutomated(seat=0), plays(0, "2H"), goes_out(0))
    assert settle(fold(gone)) == ()
