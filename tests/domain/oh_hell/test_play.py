"""Oh Hell, the tricks: leading, following suit, and winning."""

from __future__ import annotations

from itertools import combinations

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import FRENCH_DECK, Card, Suit, face_down
from domain.game import Game, NeedsMove, fold, legal
from domain.visibility import SPECTATOR
from tests.domain.given import given
from tests.domain.oh_hell.tables import SEATS, hands_seen, tricks
from tests.domain.tables import PLAYERS, cards, clockwise, handed_over, played, trick

TRICKS = "TRICKS"
HANDS = "5H JH 2C", "QC 3H KC", "5D 4D 3D", "9S JS KH"
TABLE = tricks(*HANDS, top="9C")
"""A table where clubs are trump and seat 0 (ann) is to lead."""


def play(seat: int, card: str) -> c.PlayCard:
    return c.PlayCard(by=PLAYERS[seat], card=Card(card))


# Leading, and the turn.


@pytest.mark.parametrize("dealer", SEATS)
def test_the_left_of_the_dealer_leads_the_first_trick(dealer: int) -> None:
    given(*tricks(*HANDS, top="9C", dealer=dealer)).waits_for((dealer + 1) % 4, phase=TRICKS)


def test_the_turn_goes_left_and_the_winner_leads_the_next_trick() -> None:
    table = given(*TABLE)
    for seat, card in (0, "5H"), (1, "3H"), (2, "5D"):
        table = table.waits_for(seat, phase=TRICKS).when(play(seat, card)).then(*played((seat, card)))
    won = e.TrickWon(seat=3, trick=0, card=Card("KH"))
    table = table.waits_for(3, phase=TRICKS).when(play(3, "KH")).then(*played((3, "KH")), won)
    table = table.waits_for(3, phase=TRICKS).when(play(3, "9S")).then(*played((3, "9S")))
    table.waits_for(0, phase=TRICKS)


@pytest.mark.parametrize("winner", SEATS)
def test_the_winner_of_a_trick_leads(winner: int) -> None:
    hands = [f"{'AH' if seat == winner else f'{seat + 2}H'} {seat + 2}S" for seat in SEATS]
    laid = [hand.split()[0] for hand in hands]
    table = given(*tricks(*hands, top="9C"), *trick(0, " ".join(laid), led_by=0, won_by=winner))
    table.waits_for(winner, phase=TRICKS)


def test_any_card_of_the_hand_may_be_led_trumps_too() -> None:
    assert legal(fold(TABLE), 0) == (c.PlayOffer(cards=cards(HANDS[0])),)
    for card in HANDS[0].split():
        given(*TABLE).when(play(0, card)).then(*played((0, card)))


def test_a_play_out_of_turn_is_refused() -> None:
    given(*TABLE).when(play(1, "3H")).refused(r.NotYourTurn(1, (0,)))
    assert [legal(fold(TABLE), seat) for seat in (1, 2, 3)] == [(), (), ()]


@pytest.mark.parametrize("card", ["3H", "9C", "AS", "??", "JOKER"])
def test_a_card_that_is_not_held_cannot_be_played(card: str) -> None:
    given(*TABLE).when(play(0, card)).refused(r.CardNotHeld(Card(card)))


def test_a_card_that_was_played_is_no_longer_held() -> None:
    table = given(*TABLE, *trick(0, "JH 3H 5D 9S", led_by=0, won_by=0))
    table.when(play(0, "JH")).refused(r.CardNotHeld(Card("JH")))
    table.when(play(0, "5H")).then(*played((0, "5H")))


# Following suit.


@pytest.mark.parametrize(
    ("led", "hand", "following"),
    [
        ("5H", "QC 3H KC", "3H"),
        ("5H", "QC 3H AH", "3H AH"),
        ("2C", "QC 3H KC", "QC KC"),
        ("2C", "3C AC QC", "3C AC QC"),
    ],
)
def test_a_seat_must_follow_suit_with_any_card_of_it(led: str, hand: str, following: str) -> None:
    table = given(*tricks(f"{led} 4S 5S", hand, "5D 4D 3D", "9S JS KH", top="9C"), *played((0, led)))
    assert legal(table.game, 1) == (c.PlayOffer(cards=cards(following)),)
    for card in hand.split():
        if card in following.split():
            table.when(play(1, card)).then(*played((1, card)))
        else:
            table.when(play(1, card)).refused(r.MustFollow(Card(card), cards(following), led=Card(led)))


@pytest.mark.parametrize("led", ["5H", "2C"])
def test_a_seat_that_cannot_follow_may_play_any_card(led: str) -> None:
    hand = "5D 9C 3S" if led == "5H" else "5D AH 3S"
    table = given(*tricks(f"{led} 4S 6S", hand, "6D 4D 3D", "9S JS KH", top="TC"), *played((0, led)))
    assert legal(table.game, 1) == (c.PlayOffer(cards=cards(hand)),)
    for card in hand.split():
        table.when(play(1, card)).then(*played((1, card)))


def test_led_suit_must_be_followed_even_after_a_trump() -> None:
    table = given(*tricks("5H 4S", "2C 4D", "3C 6H", "9S JS", top="9C"), *played((0, "5H"), (1, "2C")))
    table.when(play(2, "3C")).refused(r.MustFollow(Card("3C"), cards("6H"), led=Card("5H")))
    table.when(play(2, "6H")).then(*played((2, "6H")))


def test_each_trick_has_its_own_led_suit() -> None:
    hands = "AH 4S", "2H 4D", "6H 7S", "9H 8S"
    table = given(*tricks(*hands, top="9C"), *trick(0, "AH 2H 6H 9H", led_by=0, won_by=0))
    given(*table.log, *played((0, "4S"))).when(play(1, "4D")).then(*played((1, "4D")))


# Winner of a trick.


def wins(table: Game, card: Card, other: Card) -> bool:
    """Return whether a card wins against another, whether it is led or follows."""
    led = fold(played((0, card), (1, other)), table)
    followed = fold(played((0, other), (1, card)), table)
    return (table.rules.show(led.table).winning, table.rules.show(followed.table).winning) == (0, 1)


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("top", ["9C", "9D"])
def test_the_ace_is_high_and_the_two_low_in_trumps_and_all_other_suits(top: str, suit: Suit) -> None:
    table = fold(tricks(*HANDS, top=top))
    order = cards(" ".join(f"{rank}{suit[0]}" for rank in "AKQJT98765432"))
    assert all(wins(table, high, low) for high, low in combinations(order, 2))


@pytest.mark.parametrize("top", ["6C", "6D", "6H", "6S"])
def test_the_lowest_trump_beats_every_card_of_another_suit(top: str) -> None:
    table = fold(tricks(*HANDS, top=top))
    two = Card(f"2{top[1]}")
    plain = [card for card in FRENCH_DECK if card.suit is not two.suit]
    assert len(plain) == 39
    assert all(wins(table, two, card) for card in plain)


def test_a_card_that_is_neither_trump_nor_of_the_suit_led_never_wins() -> None:
    table = fold(tricks(*HANDS, top="9C"))
    for led in (card for card in FRENCH_DECK if card.rank == "2" and card.suit is not Suit.CLUBS):
        for other in FRENCH_DECK:
            if other.suit not in (led.suit, Suit.CLUBS):
                trick_of_two = fold(played((0, led), (1, other)), table)
                assert table.rules.show(trick_of_two.table).winning == 0


@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize(
    ("laid", "place"),
    [
        ("5D 8D 2D AD", 3),
        ("5D AH AS KH", 0),
        ("5D KD AS 2C", 3),
        ("2C AD AH AS", 0),
        ("5D 4C AC 3C", 2),
        ("TC JC QC 8C", 2),
        ("AD 2C KD 3C", 3),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(laid: str, place: int, leader: int) -> None:
    order = clockwise(leader, 4)
    seats = dict(zip(order, laid.split(), strict=True))
    spare = "3H", "4H", "6H", "7H"
    hands = [f"{seats[seat]} {spare[seat]}" for seat in SEATS]
    table = given(*tricks(*hands, top="9C", dealer=(leader - 1) % 4), *played(*list(seats.items())[:3]))
    last = order[3]
    won = e.TrickWon(seat=order[place], trick=0, card=Card(laid.split()[place]))
    table.when(play(last, seats[last])).then(*played((last, seats[last])), won)


# Table view.


def test_the_table_shows_both_tricks_and_the_tricks_won() -> None:
    log = (*TABLE, *trick(0, "5H 3H 5D KH", led_by=0, won_by=3), *played((3, "JS"), (0, "2C"), (1, "KC")))
    game = fold(log)
    shown = game.rules.show(game.table)
    assert [(laid.seat, laid.card) for laid in shown.trick] == [(3, "JS"), (0, "2C"), (1, "KC")]
    assert [(laid.seat, laid.card) for laid in shown.last_trick] == [
        (0, "5H"),
        (1, "3H"),
        (2, "5D"),
        (3, "KH"),
    ]
    assert shown.winning == 1
    assert [place.tricks for place in shown.places] == [0, 0, 0, 1]
    assert shown.pile == 4
    assert shown.stock == 52 - 13


def test_played_card_is_public_and_leaves_a_hidden_hand() -> None:
    log = (*TABLE, *played((0, "JH")))
    assert hands_seen(log, 1) == (face_down(2), cards(HANDS[1]), face_down(3), face_down(3))
    assert hands_seen(log, SPECTATOR) == (face_down(2), *[face_down(3)] * 3)
    assert hands_seen(log, 0)[0] == cards("5H 2C")


# Other moves, and the machine.


def test_other_moves_are_refused_while_tricks_are_played() -> None:
    table = given(*TABLE)
    table.when(c.PlaceBid(by="ann", amount=0)).refused(r.WrongPhase("placeBid", TRICKS))
    table.when(c.PassTurn(by="ann")).refused(r.MoveNotInGame("passTurn", "oh-hell"))
    table.when(c.PlayCard(by="zoe", card=Card("5H"))).refused(r.NotSeated("zoe"))


def test_machine_plays_for_an_automated_seat() -> None:
    table = given(*TABLE).when(c.AutomateSeat(by="bob")).then(handed_over(1))
    table.when(play(0, "5H")).and_needs(NeedsMove(1)).then(*played((0, "5H")))
    given(*TABLE).when(c.AutomateSeat(by="ann")).and_needs(NeedsMove(0))
