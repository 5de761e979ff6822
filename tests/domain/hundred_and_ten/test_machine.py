"""The machine player of Hundred and Ten: its strategy, from its own hand and the table."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain.cards import Card, Suit
from domain.game import fold
from domain.machine.hundred_and_ten import suggest
from domain.view import View
from tests.domain.given import Log
from tests.domain.tables import (
    PLAYERS,
    bidding,
    cards,
    discarding,
    played,
    trick,
    tricks,
    trump_selection,
)

HEARTS, CLUBS, SPADES, DIAMONDS = Suit
# Hands other than the machine's.
OTHER, ANOTHER = "4C 6C 7C 8S 9S", "6D 4D 8C 9C TS"


def suggested(log: Log, seat: int) -> c.Move:
    move = suggest(View(viewer=seat).after(log).game, seat)
    assert move.by == PLAYERS[seat]
    return move


def bid(by: str, amount: int) -> c.PlaceBid:
    return c.PlaceBid(by=by, amount=amount)


# Bidding.

HANDS = [
    ("5H JH JOKER AH 3H", 60),  # 14 + 13 + 12 + 11 + 1 = 51
    ("5H JH JOKER AH 2H", 30),  # 50
    ("5H JH JOKER 4H 2D", 30),  # 41
    ("5H JH JOKER 3H 2D", 25),  # 40
    ("5H JH 6H 3H 2H", 25),  # 31
    ("5H JH 4H 3H 2H", 20),  # 30
    ("5H JOKER 2H 3D TC", 20),  # 26
    ("5H AH 2H 3D TC", 15),  # 25
    ("5H 7H 6H 2H 2D", 15),  # 21
    ("JH JOKER AH 2H 3D", 20),  # 36 less 10 without the five
    ("AC KC QC JC JOKER", 30),  # 52 less 10 without the five
    ("5C 2C 3C 2D 3D", 20),  # 14 + 7 + 6: black twos are high
]
BELOW = {60: 30, 30: 25, 25: 20, 20: 15}


@pytest.mark.parametrize(("hand", "ceiling"), HANDS)
def test_it_bids_the_lowest_amount_that_is_available_up_to_its_ceiling(hand: str, ceiling: int) -> None:
    table = bidding(OTHER, ANOTHER, hand)
    raised = (*table, e.BidPlaced(seat=1, amount=ceiling))
    assert suggested((*table, e.TurnPassed(seat=1)), 2) == bid("cyd", 15)
    assert suggested(raised, 2) == c.PassTurn(by="cyd")
    if ceiling in BELOW:
        below = (*table, e.BidPlaced(seat=1, amount=BELOW[ceiling]))
        assert suggested(below, 2) == bid("cyd", ceiling)


@pytest.mark.parametrize("hand", ["5H 8H 3H 2H 2D", "KS QS 2S AD KD", "AH KH QH 2D 3D"])
def test_it_passes_with_a_hand_worth_20_or_less(hand: str) -> None:
    assert suggested(bidding(OTHER, hand), 1) == c.PassTurn(by="bob")


def test_as_the_dealer_it_steals_up_to_its_ceiling() -> None:
    table = bidding("5H JOKER 2H 3D TC", OTHER)
    assert suggested((*table, e.BidPlaced(seat=1, amount=20)), 0) == bid("ann", 20)
    assert suggested((*table, e.BidPlaced(seat=1, amount=25)), 0) == c.PassTurn(by="ann")


# Trump.


@pytest.mark.parametrize(
    ("hand", "trump"),
    [
        ("5D KD 2H 3H 4H", DIAMONDS),
        ("5S 2S AC KC QC", SPADES),
        ("AC KC QC JC 5D", CLUBS),
        ("5H 5C 5S 5D JOKER", HEARTS),
        ("5D 5S 5C AH JOKER", CLUBS),
        ("5D 5S AH JOKER 9C", SPADES),
    ],
)
def test_it_names_its_best_suit_and_of_equals_the_first_of_hearts_clubs_spades_diamonds(
    hand: str, trump: Suit
) -> None:
    log = trump_selection(hand, "4C 6C 7C 8S 9S", bidder=0)
    assert suggested(log, 0) == c.SelectTrump(by="ann", suit=trump)


# Discards.


def test_it_discards_all_but_trumps() -> None:
    log = discarding("2C AC JOKER AH KH", OTHER, trump=CLUBS, bidder=1)
    assert suggested(log, 0) == c.DiscardCards(by="ann", cards=cards("KH"))


def test_it_may_discard_everything_or_nothing() -> None:
    none = discarding("2C AC JOKER AH 5C", OTHER, trump=CLUBS, bidder=1)
    everything = discarding("2D AD KD QD 5D", OTHER, trump=CLUBS, bidder=1)
    assert suggested(none, 0) == c.DiscardCards(by="ann", cards=())
    assert suggested(everything, 0) == c.DiscardCards(by="ann", cards=cards("2D AD KD QD 5D"))


# Tricks.


def leads(hand: str, trump: Suit) -> c.Move:
    """Return the card that the seat left of the bidder leads."""
    return suggested(tricks(hand, OTHER, trump=trump, bidder=1), 0)


def leads_as_bidder(hand: str, trump: Suit) -> c.Move:
    """Return the card that the bidder leads after winning the first trick with its first card."""
    log = tricks(hand, OTHER, trump=trump, bidder=0)
    return suggested((*log, *trick(0, f"4C {hand.split()[0]}", led_by=1, won_by=0)), 0)


def follows(hand: str, *laid: str, trump: Suit) -> c.Move:
    """Return the card that a player plays to a trick with one or two cards."""
    others = [f"{card} 7H 8H 9H TH" if n else f"{card} 6C 7C 8C 9C" for n, card in enumerate(laid)]
    seat = len(laid)
    log = tricks(*others, hand, trump=trump, bidder=seat)
    return suggested((*log, *played(*enumerate(laid))), seat)


def card(by: str, notation: str) -> c.PlayCard:
    return c.PlayCard(by=by, card=Card(notation))


@pytest.mark.parametrize(
    ("hand", "lead"),
    [("QC 2D AH JOKER KD", "JOKER"), ("QC 2D 5C JOKER JC", "5C"), ("QC 2D KD AD 3H", "2D")],
)
def test_as_bidder_it_leads_its_highest_trump_else_the_first_card_in_hand(hand: str, lead: str) -> None:
    assert leads_as_bidder(hand, CLUBS) == card("ann", lead)


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("JOKER 3D KD 2H AH", "2H"),
        ("TC 2D KD QH 3H", "TC"),
        ("2D TC KD QH 3H", "2D"),
        ("2C KD QH JH TH", "2C"),
        ("JOKER 5S AH 2S JS", "2S"),
    ],
)
def test_otherwise_it_leads_its_lowest_plain_card_and_of_equals_the_first_else_its_lowest_trump(
    hand: str, lead: str
) -> None:
    assert leads(hand, SPADES) == card("ann", lead)


def test_following_it_plays_the_lowest_card_that_beats_the_winning_one() -> None:
    assert follows("2D KD QD 3S JOKER", "JD", trump=SPADES) == card("bob", "QD")
    assert follows("2D AD KD 3S JOKER", "QD", "4S", trump=HEARTS) == card("cyd", "KD")


def test_it_beats_with_a_plain_card_before_a_trump() -> None:
    assert follows("2D AD 3S 2S JOKER", "KD", trump=SPADES) == card("bob", "AD")


def test_it_beats_with_its_lowest_trump_if_no_plain_card_does() -> None:
    assert follows("2D 3D 3S 2S JOKER", "KD", trump=SPADES) == card("bob", "3S")


def test_if_no_card_beats_it_plays_its_lowest_plain_card() -> None:
    assert follows("AC KC 3D 2H QC", "KD", "AD", trump=SPADES) == card("cyd", "2H")


def test_when_it_is_bled_and_cannot_win_it_plays_its_lowest_trump() -> None:
    assert follows("2D 3D 3S 2S JOKER", "5S", trump=SPADES) == card("bob", "3S")


def test_when_it_is_bled_it_beats_with_the_lowest_trump_that_does() -> None:
    assert follows("2D 3D 3S AS JOKER", "KS", trump=SPADES) == card("bob", "AS")


# No choice.


def test_nothing_is_suggested_between_the_rounds() -> None:
    between = fold((*bidding(OTHER, ANOTHER), e.RoundScored(round=0, awards=(), scores=(0, 0))))
    with pytest.raises(ValueError, match="ROUND_SCORED"):
        suggest(between, 0)
