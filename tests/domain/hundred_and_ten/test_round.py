"""Hundred and Ten, from naming trump through the discards to the last trick."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import DECK_WITH_JOKER, Card, Cards, Suit
from domain.game import Game, fold, legal
from tests.domain.given import Given, given
from tests.domain.tables import PLAYERS, bidding, cards, discarding, played, trick, tricks, trump_selection

HANDS = "5H JH KH QH 2S", "5C JC KC QC 3S", "5D JD KD QD 4S"
HEARTS, CLUBS, SPADES, DIAMONDS = Suit


def play(by: str, card: str) -> c.PlayCard:
    return c.PlayCard(by=by, card=Card(card))


def discard(by: str, notations: str) -> c.DiscardCards:
    return c.DiscardCards(by=by, cards=cards(notations))


def discards(seat: int, notations: str) -> e.CardsDiscarded:
    return e.CardsDiscarded(seat=seat, cards=cards(notations), shuffle=0)


def draws(seat: int, notations: str) -> e.CardsDrawn:
    return e.CardsDrawn(seat=seat, cards=cards(notations), shuffle=0)


def hand(table: Given, seat: int) -> Cards:
    return table.game.rules.show(table.game.table).places[seat].hand


# Trump.


@pytest.mark.parametrize("suit", Suit)
def test_the_bidder_names_one_of_the_four_suits(suit: Suit) -> None:
    table = given(*trump_selection(*HANDS, bidder=2)).waits_for(2, phase="TRUMP_SELECTION")
    named = table.when(c.SelectTrump(by="cyd", suit=suit)).then(e.TrumpSelected(seat=2, suit=suit))
    assert named.game.rules.show(named.game.table).trump is suit


def test_only_the_bidder_names_trump() -> None:
    table = given(*trump_selection(*HANDS, bidder=2))
    table.when(c.SelectTrump(by="ann", suit=HEARTS)).refused(r.NotYourTurn(0, (2,)))


# Discards.


def test_the_dealer_discards_first() -> None:
    table = given(*discarding(*HANDS, trump=HEARTS, bidder=1, dealer=2))
    for seat in 2, 0, 1:
        table.waits_for(seat, phase="DISCARD")
        table = table.when(discard(PLAYERS[seat], "")).then(discards(seat, ""))
    table.waits_for(2, phase="TRICKS")


def test_by_option_the_left_of_the_dealer_discards_first_and_the_dealer_last() -> None:
    option = {"discards": "left_of_dealer"}
    table = given(*discarding(*HANDS, trump=HEARTS, bidder=1, dealer=2, options=option))
    for seat in 0, 1, 2:
        table.waits_for(seat, phase="DISCARD")
        table = table.when(discard(PLAYERS[seat], "")).then(discards(seat, ""))
    table.waits_for(2, phase="TRICKS")


def test_discarding_draws_as_many_cards_from_the_stock() -> None:
    table = given(*discarding(*HANDS, trump=HEARTS, bidder=0, stock="9H 8H 7H"))
    first = table.when(discard("ann", "2S QH")).then(discards(0, "2S QH"), draws(0, "9H 8H"))
    second = first.when(discard("bob", "JC")).then(discards(1, "JC"), draws(1, "7H"))
    assert second.game.rules.show(second.game.table).stock == 53 - 15 - 3


def test_kept_cards_stay_in_their_old_order_and_drawn_ones_follow() -> None:
    table = given(*discarding(*HANDS, trump=HEARTS, bidder=0, stock="9H 8H"))
    drawn = table.when(discard("ann", "2S JH")).including()
    assert hand(drawn, 0) == cards("5H KH QH 9H 8H")


def test_any_part_of_the_hand_may_be_discarded() -> None:
    table = given(*discarding(*HANDS, trump=HEARTS, bidder=0))
    held = cards(HANDS[0])
    parts = [part for size in range(6) for part in combinations(held, size)]
    assert len(parts) == 32
    for part in parts:
        after = table.when(c.DiscardCards(by="ann", cards=part)).including()
        assert len(hand(after, 0)) == 5
        assert not set(part) & set(hand(after, 0))


def test_a_card_that_is_not_in_the_hand_cannot_be_discarded() -> None:
    table = given(*discarding(*HANDS, trump=HEARTS, bidder=0))
    table.when(discard("ann", "2S 5C")).refused(r.CardNotHeld(Card("5C")))
    table.when(discard("ann", "AS 5C")).refused(r.CardNotHeld(Card("AS")))
    table.when(discard("ann", "??")).refused(r.CardNotHeld(Card.FACE_DOWN))


def test_the_same_card_cannot_be_discarded_twice() -> None:
    table = given(*discarding(*HANDS, trump=HEARTS, bidder=0))
    table.when(discard("ann", "2S QH 2S")).refused(r.CardRepeated(Card("2S")))


def test_discarded_cards_leave_the_hand() -> None:
    table = given(*discarding(*HANDS[:2], trump=HEARTS, bidder=1, stock="9H"))
    discarded = table.when(discard("ann", "2S")).including().when(discard("bob", "")).including()
    discarded.when(play("ann", "2S")).refused(r.CardNotHeld(Card("2S")))
    discarded.when(play("ann", "9H")).then(*played((0, "9H")))


def test_a_discard_out_of_turn_is_refused() -> None:
    table = given(*discarding(*HANDS, trump=HEARTS, bidder=1))
    table.when(discard("bob", "")).refused(r.NotYourTurn(1, (0,)))


# Leading and following.


@pytest.mark.parametrize(("bidder", "leader"), [(0, 1), (1, 2), (2, 0)])
def test_the_left_of_the_bidder_leads(bidder: int, leader: int) -> None:
    given(*tricks(*HANDS, trump=SPADES, bidder=bidder)).waits_for(leader, phase="TRICKS")


def test_the_turn_goes_clockwise_and_the_winner_leads_the_next_trick() -> None:
    table = given(*tricks(*HANDS, trump=CLUBS, bidder=0)).waits_for(1, phase="TRICKS")
    second = table.when(play("bob", "3S")).then(*played((1, "3S"))).waits_for(2, phase="TRICKS")
    third = second.when(play("cyd", "4S")).then(*played((2, "4S"))).waits_for(0, phase="TRICKS")
    won = e.TrickWon(seat=0, trick=0, card=Card("2S"))
    third.when(play("ann", "2S")).then(*played((0, "2S")), won).waits_for(0, phase="TRICKS")


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    table = given(*tricks(*HANDS, trump=CLUBS, bidder=0))
    table.when(play("bob", "5H")).refused(r.CardNotHeld(Card("5H")))
    again = given(*table.log, *trick(0, "3S 4S 2S", led_by=1, won_by=0))
    again.when(play("ann", "2S")).refused(r.CardNotHeld(Card("2S")))


def test_a_play_out_of_turn_is_refused() -> None:
    given(*tricks(*HANDS, trump=CLUBS, bidder=0)).when(play("ann", "5H")).refused(r.NotYourTurn(0, (1,)))


@pytest.mark.parametrize("led", ["9C", "JOKER", "AH"])
def test_when_a_trump_is_led_a_trump_must_be_played(led: str) -> None:
    hands = f"{led} 2D 3D 4D 6D", "TS AS 5S 2C JC"
    table = given(*tricks(*hands, trump=CLUBS, bidder=1)).when(play("ann", led)).including()
    assert table.game.rules.show(table.game.table).bleeding
    for plain in "TS", "AS", "5S":
        refusal = r.MustFollow(Card(plain), cards("2C JC"), led=Card(led), trump_led=True)
        table.when(play("bob", plain)).refused(refusal)
    table.when(play("bob", "2C")).including()


@pytest.mark.parametrize("bled", ["JOKER", "AH"])
def test_joker_and_ace_of_hearts_bleed_whatever_is_trump(bled: str) -> None:
    table = given(*tricks("9C 2D 3D 4D 6D", f"TS AS 5S KH {bled}", trump=CLUBS, bidder=1))
    following = table.when(play("ann", "9C")).including()
    refusal = r.MustFollow(Card("KH"), cards(bled), led=Card("9C"), trump_led=True)
    following.when(play("bob", "KH")).refused(refusal)
    following.when(play("bob", bled)).including()


def test_without_a_trump_any_card_may_be_played_to_a_trump_lead() -> None:
    table = given(*tricks("9C 2D 3D 4D 6D", "TS AS 5S KH 9H", trump=CLUBS, bidder=1))
    following = table.when(play("ann", "9C")).including()
    for card in "TS", "AS", "5S", "KH", "9H":
        following.when(play("bob", card)).including()


def test_there_is_no_duty_to_follow_suit() -> None:
    table = given(*tricks("9S 2D 3D 4D 6D", "TS AS 5C KH JOKER", trump=CLUBS, bidder=1))
    following = table.when(play("ann", "9S")).including()
    (offer,) = legal(following.game, 1)
    assert list(offer.moves("bob")) == [play("bob", card) for card in hand(table, 1)]


def test_a_trick_that_was_not_led_with_a_trump_does_not_bleed_though_one_was_played() -> None:
    log = tricks("9S 2D 3D 4D 6D", "5C AS TS KH 9H", "2C 8S 7S 6S 4S", trump=CLUBS, bidder=2)
    table = given(*log, *played((0, "9S"), (1, "5C")))
    table.when(play("cyd", "8S")).including(e.TrickWon(seat=1, trick=0, card=Card("5C")))


# Winner of a trick.

TRUMP_ORDERS = {
    HEARTS: "5H JH JOKER AH KH QH TH 9H 8H 7H 6H 4H 3H 2H",
    DIAMONDS: "5D JD JOKER AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D",
    CLUBS: "5C JC JOKER AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC",
    SPADES: "5S JS JOKER AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS",
}
PLAIN_ORDERS = {
    HEARTS: "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    DIAMONDS: "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    CLUBS: "AC KC QC JC 2C 3C 4C 5C 6C 7C 8C 9C TC",
    SPADES: "AS KS QS JS 2S 3S 4S 5S 6S 7S 8S 9S TS",
}


def wins(table: Game, card: Card, other: Card) -> bool:
    """Return whether a card wins a trick of two, whether it is led or follows."""
    led = fold(played((1, card), (0, other)), table)
    followed = fold(played((1, other), (0, card)), table)
    return (table.rules.show(led.table).winning, table.rules.show(followed.table).winning) == (1, 0)


@pytest.mark.parametrize("trump", Suit)
def test_trumps_rank_as_the_rules_list_them_and_beat_every_plain_card(trump: Suit) -> None:
    table = fold(tricks(*HANDS[:2], trump=trump, bidder=0))
    order = cards(TRUMP_ORDERS[trump])
    assert len(order) == (14 if trump is HEARTS else 15)
    assert all(wins(table, high, low) for high, low in combinations(order, 2))
    plain = [card for card in DECK_WITH_JOKER if card not in order]
    assert all(wins(table, order[-1], card) for card in plain)


@pytest.mark.parametrize("trump", Suit)
def test_without_trumps_the_highest_card_of_the_led_suit_wins(trump: Suit) -> None:
    table = fold(tricks(*HANDS[:2], trump=trump, bidder=0))
    orders = [cards(PLAIN_ORDERS[suit]) for suit in Suit if suit is not trump]
    for order in orders:
        assert all(wins(table, high, low) for high, low in combinations(order, 2))
        for other in (card for others in orders if others is not order for card in others):
            off_suit = fold(played((1, order[-1]), (0, other)), table)
            assert table.rules.show(off_suit.table).winning == 1


@pytest.mark.parametrize(
    ("laid", "winner"),
    [
        ("9D TD QS", 1),
        ("TS 9S 8S", 2),
        ("KS AC QS", 0),
        ("KD 2H AD", 1),
        ("AD KD JOKER", 2),
        ("AD AH 5D", 1),
        ("JOKER AH KH", 0),
        ("JH 5H JOKER", 1),
        ("5D 6D 4C", 1),
        ("AH JOKER JH", 2),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_led_suit(laid: str, winner: int) -> None:
    first, second, third = laid.split()
    rest = "7C 8C 9C TC", "3C 2C 6C 7S", "5S 6S 4S 3S"
    hands = [f"{card} {more}" for card, more in zip((first, second, third), rest, strict=True)]
    table = given(*tricks(*hands, trump=HEARTS, bidder=2), *played((0, first), (1, second)))
    won = e.TrickWon(seat=winner, trick=0, card=Card(laid.split()[winner]))
    table.when(play("cyd", third)).then(*played((2, third)), won).waits_for(winner, phase="TRICKS")


def test_the_table_shows_the_trick_and_the_one_before() -> None:
    log = (*tricks(*HANDS, trump=CLUBS, bidder=0), *trick(0, "3S 4S 2S", led_by=1, won_by=0))
    table = given(*log, *played((0, "5H"), (1, "KC")))
    shown = table.game.rules.show(table.game.table)
    assert [(laid.seat, laid.card) for laid in shown.trick] == [(0, "5H"), (1, "KC")]
    assert [(laid.seat, laid.card) for laid in shown.last_trick] == [(1, "3S"), (2, "4S"), (0, "2S")]
    assert (shown.winning, shown.bleeding, shown.places[0].tricks) == (1, False, 1)


# Moves in the wrong phase.

MOVES: dict[str, c.Move] = {
    "BIDDING": c.PlaceBid(by="", amount=15),
    "TRUMP_SELECTION": c.SelectTrump(by="", suit=HEARTS),
    "DISCARD": c.DiscardCards(by="", cards=()),
    "TRICKS": c.PlayCard(by="", card=Card("5C")),
}
TABLES = {
    "BIDDING": bidding(*HANDS),
    "TRUMP_SELECTION": trump_selection(*HANDS, bidder=1),
    "DISCARD": discarding(*HANDS, trump=HEARTS, bidder=0, dealer=1),
    "TRICKS": tricks(*HANDS, trump=HEARTS, bidder=0),
}


@pytest.mark.parametrize("phase", TABLES)
def test_a_move_of_another_phase_is_refused(phase: str) -> None:
    table = given(*TABLES[phase]).waits_for(1, phase=phase)
    moves = {**MOVES, "PASS": c.PassTurn(by="")}
    for of, move in moves.items():
        if of != phase and (of, phase) != ("PASS", "BIDDING"):
            table.when(replace(move, by="bob")).refused(r.WrongPhase(c.command_name(type(move)), phase))
