"""President, one play: legal plays, refusals, and offers that match them exactly."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from domain import commands as c
from domain import refusals as r
from domain.cards import FRENCH_DECK, Card, Cards, Rank
from domain.commands import PassOffer
from domain.game import Game, fold, judge, legal
from domain.refusals import MoveRefusal
from domain.rules.president import (
    CardsUnequal,
    GroupOffer,
    MustLead,
    NoCards,
    PlayCards,
    TooFewCards,
    ValueTooLow,
)
from tests.domain.given import given
from tests.domain.president.tables import PLAY, beating, leading, pass_, passes, play, plays
from tests.domain.tables import cards

LOW_TO_HIGH = tuple(map(Rank, "23456789TJQKA"))
REST = "6S 8S", "6D 8D"
"""Hands of the two others."""


def group(rank: Rank, count: int) -> str:
    return " ".join(f"{rank}{suit}" for suit in "HCSD"[:count])


# Leading to an empty table.


@pytest.mark.parametrize(
    "led", ["5H", "5H 5C", "5C 5S 5D", "5D 5H 5S 5C", "AH", "KH KC KS KD", "2H 2C", "3H", "3H 3C 3S 3D"]
)
def test_one_or_more_cards_of_any_one_value_may_be_led(led: str) -> None:
    given(*leading(f"{led} 9H", *REST)).when(play("ann", led)).including(
        plays(0, led, again=led.startswith("2"))
    )


def test_a_led_card_moves_from_the_hand_to_the_table() -> None:
    led = given(*leading("9H 5H 5C 7H", *REST)).when(play("ann", "5C 5H")).then(plays(0, "5C 5H"))
    shown = led.waits_for(1, phase=PLAY).game.rules.show(led.game.table)
    assert (shown.to_beat, shown.led_by) == (cards("5C 5H"), 0)
    assert [place.hand for place in shown.places] == [cards("9H 7H"), *map(cards, REST)]


def test_the_leader_may_not_pass() -> None:
    given(*leading("5H 9H", *REST)).when(pass_("ann")).refused(MustLead())


# Beating the cards on the table.


def test_as_many_cards_of_a_higher_value_may_be_played() -> None:
    given(*beating("7H 7C", "8H 8C 9H", *REST)).when(play("ann", "8C 8H")).then(plays(0, "8C 8H"))


def test_as_many_cards_of_an_equal_value_may_be_played() -> None:
    given(*beating("7H 7C", "7S 7D 9H", *REST)).when(play("ann", "7S 7D")).including(plays(0, "7S 7D"))


def test_as_many_cards_of_a_lower_value_are_refused() -> None:
    table = given(*beating("7H 7C", "6H 6C 9H", *REST))
    table.when(play("ann", "6H 6C")).refused(ValueTooLow(Rank.SIX, Rank.SEVEN))


def test_more_cards_may_be_played_at_any_value() -> None:
    table = given(*beating("AH AC", "4H 4C 4S 9H", *REST))
    table.when(play("ann", "4H 4C 4S")).then(plays(0, "4H 4C 4S"))


def test_fewer_cards_are_refused_however_high() -> None:
    table = given(*beating("4H 4C 4S", "AH AC AS AD", *REST))
    table.when(play("ann", "AH AC")).refused(TooFewCards(2, 3))
    table.when(play("ann", "AH")).refused(TooFewCards(1, 3))
    table.when(play("ann", "AH AC AS")).then(plays(0, "AH AC AS"))


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(LOW_TO_HIGH[2:])))
def test_values_go_from_four_up_to_the_king_and_the_ace_is_high(lower: Rank, higher: Rank) -> None:
    given(*beating(f"{lower}S", f"{higher}H 5D", "2D", "3D")).when(play("ann", f"{higher}H")).including()
    table = given(*beating(f"{higher}S", f"{lower}H 5D", "2D", "3D"))
    table.when(play("ann", f"{lower}H")).refused(ValueTooLow(lower, higher))


def test_suits_do_not_matter() -> None:
    for lying, higher in ("7S", "8D"), ("7D", "8S"), ("7H", "8C"), ("7C", "8H"):
        given(*beating(lying, f"{higher} 9D", "6S", "6D")).when(play("ann", higher)).then(plays(0, higher))


@pytest.mark.parametrize("rank", [Rank.TWO, Rank.THREE])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("lying", ["4H", "AH", "AH AC AS", "4H 4C 4S 4D", "AH AC AS AD"])
def test_twos_and_threes_may_always_be_played_any_number_of_them(rank: Rank, count: int, lying: str) -> None:
    special = group(rank, count)
    table = given(*beating(lying, f"{group(rank, 4)} 9H", *REST))
    table.when(play("ann", special)).including(plays(0, special, again=rank is Rank.TWO))


def test_a_two_may_be_played_on_a_three_and_a_three_on_a_two_in_fewer_cards_too() -> None:
    given(*beating("3H 3C 3S", "2H 9H", *REST)).when(play("ann", "2H")).including(plays(0, "2H", again=True))
    given(*beating("2H 2C 2S", "3H 9H", *REST)).when(play("ann", "3H")).including(plays(0, "3H"))


def test_twos_and_threes_on_the_table_count_as_low() -> None:
    given(*beating("2H", "4H 9H", *REST)).when(play("ann", "4H")).then(plays(0, "4H"))
    given(*beating("3H", "4H 9H", *REST)).when(play("ann", "4H")).then(plays(0, "4H"))
    given(*beating("2H 2C", "4H 4C 9H", *REST)).when(play("ann", "4H")).refused(TooFewCards(1, 2))
    given(*beating("3H 3C", "4H 4C 9H", *REST)).when(play("ann", "4C")).refused(TooFewCards(1, 2))
    given(*beating("2H 2C 2S 2D", "4H 4C 4S 9H", *REST)).when(play("ann", "4H 4C 4S")).refused(
        TooFewCards(3, 4)
    )


def test_only_the_cards_of_the_last_play_have_to_be_beaten() -> None:
    table = (
        given(*beating("9H 9C", "TH TC TS 5H", "JH JC JS 5C", "6S")).when(play("ann", "TH TC TS")).including()
    )
    table.when(play("bob", "JH JC")).refused(TooFewCards(2, 3))
    table.when(play("bob", "JH JC JS")).then(plays(1, "JH JC JS"))


def test_passing_is_legal_with_any_hand() -> None:
    for lying in "4H", "2H", "3H 3C", "AH AC AS AD":
        given(*beating(lying, "2S 3S 5H 5C", *REST)).when(pass_("ann")).then(passes(0))


# Invalid plays.


def test_a_play_takes_at_least_one_card() -> None:
    given(*leading("5H 9H", *REST)).when(play("ann", "")).refused(NoCards())
    given(*beating("7H", "5H 9H", *REST)).when(play("ann", "")).refused(NoCards())


@pytest.mark.parametrize("unequal", ["5H 9H", "5H 5C 9H", "2H 3H", "2H 5H", "9H 5C 5H", "5H 9H 5C"])
def test_the_cards_of_a_play_must_be_of_equal_value(unequal: str) -> None:
    for table in leading("5H 5C 9H 2H 3H", *REST), beating("4H", "5H 5C 9H 2H 3H", *REST):
        given(*table).when(play("ann", unequal)).refused(CardsUnequal(cards(unequal)))


@pytest.mark.parametrize("strange", ["5S", "6S", "7H", "4C", "JOKER", "??"])
def test_a_card_that_is_not_in_the_hand_is_refused(strange: str) -> None:
    table = given(*beating("7H", "5H 9H", *REST))
    table.when(play("ann", strange)).refused(r.CardNotHeld(Card(strange)))
    table.when(play("ann", f"9H {strange}")).refused(r.CardNotHeld(Card(strange)))


def test_a_played_card_leaves_the_hand() -> None:
    table = given(*leading("5H 5C 9H", "6S 8S", "6D 8D"), plays(0, "5H"), passes(1), passes(2))
    table.when(play("ann", "5H")).refused(r.CardNotHeld(Card("5H")))


def test_card_named_twice_is_refused() -> None:
    table = given(*beating("7H 7C", "9H 9C 5H", *REST))
    table.when(play("ann", "9H 9H")).refused(r.CardRepeated(Card("9H")))
    table.when(play("ann", "9C 9H 9C")).refused(r.CardRepeated(Card("9C")))


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (NoCards(), "NO_CARDS"),
        (MustLead(), "MUST_LEAD"),
        (TooFewCards(1, 3), "TOO_FEW_CARDS"),
        (ValueTooLow(Rank.SIX, Rank.ACE), "VALUE_TOO_LOW"),
        (CardsUnequal(cards("5H 9H")), "CARDS_UNEQUAL"),
    ],
)
def test_refusal_of_the_game_has_a_code_and_a_message(refusal: MoveRefusal, code: str) -> None:
    assert refusal.code == code
    assert refusal.message.endswith(".")
    assert all(text in refusal.message for texts in refusal.texts.values() for text in texts)


@pytest.mark.parametrize("command", [play("bob", "8S"), pass_("bob"), play("bob", "")])
def test_a_play_or_pass_out_of_turn_is_refused(command: c.Move) -> None:
    given(*leading("5H 9H", *REST)).when(command).refused(r.NotYourTurn(1, (0,)))
    given(*beating("7H", "5H 9H", *REST)).when(command).refused(r.NotYourTurn(1, (0,)))


def test_a_player_without_a_seat_cannot_play() -> None:
    given(*leading("5H 9H", *REST)).when(play("zoe", "5H")).refused(r.NotSeated("zoe"))


def test_moves_of_other_games_are_refused() -> None:
    table = given(*leading("5H 9H", *REST))
    table.when(c.PlayCard(by="ann", card=Card("5H"))).refused(r.MoveNotInGame("playCard", "president"))
    table.when(c.QueuePass(by="ann")).refused(r.MoveNotInGame("queuePass", "president"))


# The offers.


def test_the_offers_are_the_groups_from_the_lowest_and_the_pass() -> None:
    table = fold(beating("7H 7C", "AS 9H 2C 7S 9C KD 6H 3H 7D 9S 2H 6C", *REST))
    assert legal(table, 0) == (
        GroupOffer(value=Rank.TWO, counts=(1, 2), cards=cards("2C 2H")),
        GroupOffer(value=Rank.THREE, counts=(1,), cards=cards("3H")),
        GroupOffer(value=Rank.SEVEN, counts=(2,), cards=cards("7S 7D")),
        GroupOffer(value=Rank.NINE, counts=(2, 3), cards=cards("9H 9C 9S")),
        PassOffer(),
    )
    assert legal(table, 1) == legal(table, 2) == ()


def test_the_leader_is_offered_every_play_and_no_pass() -> None:
    assert legal(fold(leading("9H 5H 9C", *REST)), 0) == (
        GroupOffer(value=Rank.FIVE, counts=(1,), cards=cards("5H")),
        GroupOffer(value=Rank.NINE, counts=(1, 2), cards=cards("9H 9C")),
    )


def test_a_seat_that_can_beat_nothing_is_offered_only_the_pass() -> None:
    assert legal(fold(beating("AH AC", "KH KC 9H", *REST)), 0) == (PassOffer(),)


def test_group_offer_expands_to_every_choice_of_each_size() -> None:
    offer = GroupOffer(value=Rank.NINE, counts=(1, 3), cards=cards("9H 9C 9S 9D"))
    chosen = ["9H", "9C", "9S", "9D", "9H 9C 9S", "9H 9C 9D", "9H 9S 9D", "9C 9S 9D"]
    assert list(offer.moves("ann")) == [play("ann", notations) for notations in chosen]


LAID = [cards(group(rank, count)) for rank in LOW_TO_HIGH for count in range(1, 5)]


def may_be_played(value: str, count: int, laid: Cards) -> bool:
    """The rules: more cards of any value, as many of an equal or higher one, and 2s and 3s always."""
    if not laid or value in "23":
        return True
    high_enough = "23456789TJQKA".index(value) >= "23456789TJQKA".index(laid[0][0])
    return count > len(laid) or (count == len(laid) and high_enough)


def accepted(game: Game, move: PlayCards) -> bool:
    try:
        return bool(judge(game, 0, move))
    except MoveRefusal:
        return False


@pytest.mark.parametrize("laid", [(), *LAID], ids=lambda laid: " ".join(laid) or "nothing")
def test_offered_and_accepted_moves_are_those_that_the_rules_allow(laid: Cards) -> None:
    # The other seats hold one card each, so seat 0 has the rest: nearly every play is possible.
    bobs, cyds = [card for card in cards("6D 9D TD") if card not in laid][:2]
    # The card of the opening has left the hands.
    (opening,) = cards("4C") if not laid else laid[:1]
    held = tuple(card for card in FRENCH_DECK if card not in (*laid, opening, bobs, cyds))
    hands = " ".join(held), bobs, cyds
    game = fold(beating(" ".join(laid), *hands) if laid else leading(*hands))
    plays_of_equals = [
        PlayCards(by="ann", cards=chosen)
        for rank in LOW_TO_HIGH
        for count in range(1, 5)
        for chosen in combinations([card for card in held if card.rank is rank], count)
    ]
    allowed = [move for move in plays_of_equals if may_be_played(move.cards[0][0], len(move.cards), laid)]
    *groups, last = legal(game, 0) if laid else (*legal(game, 0), PassOffer())
    assert last == PassOffer()
    assert [move for offer in groups for move in offer.moves("ann")] == allowed
    assert [move for move in plays_of_equals if accepted(game, move)] == allowed
