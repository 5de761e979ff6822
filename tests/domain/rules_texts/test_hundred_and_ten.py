"""The text of Hundred and Ten: orders, bids, points and the worked example, checked against the rules."""

from __future__ import annotations

import re
from typing import Final

import pytest

from domain import commands as c
from domain import events as e
from domain.cards import Card, Cards, Suit
from domain.rules.hundred_and_ten import (
    BIDS,
    MAX_DEALS_IN_A_ROW,
    MOON,
    PLAIN_VALUES,
    TARGET,
    TRUMP_VALUES,
    HundredAndTenTable,
    bleeding,
    playable,
)
from tests.domain.given import Log, given
from tests.domain.rules_texts.document import NUMBERS, cards_in, sections_of
from tests.domain.tables import PLAYERS, clockwise, tricks

SECTIONS: Final = sections_of("hundred-and-ten")
FIXED: Final = {Card.JOKER, Card.ACE_OF_HEARTS}
"""Trumps of every suit."""
NAMES: Final = ("Ann", "Ben", "Cleo")
(EXAMPLE,) = SECTIONS["An example"].tables
HANDS: Final = tuple(" ".join(card for row in EXAMPLE for card in cards_in(row[name])) for name in NAMES)


def by_value(values: dict[Card, int]) -> Cards:
    return tuple(sorted(values, key=lambda card: -values[card]))


def in_suit(cards: Cards, suit: Suit) -> Cards:
    """Return cards with those of their suit in another one."""
    return tuple(card if card in FIXED else Card(card[0] + suit[0]) for card in cards)


def test_trumps_are_shown_in_their_order() -> None:
    diamonds, clubs, hearts = SECTIONS["Trumps"].card_rows
    assert diamonds == by_value(TRUMP_VALUES[Suit.DIAMONDS])
    assert clubs == by_value(TRUMP_VALUES[Suit.CLUBS])
    assert in_suit(clubs, Suit.SPADES) == by_value(TRUMP_VALUES[Suit.SPADES])
    assert hearts == by_value(TRUMP_VALUES[Suit.HEARTS])


def test_other_suits_are_shown_in_their_order() -> None:
    diamonds, clubs = SECTIONS["Other suits"].card_rows
    plain = by_value(PLAIN_VALUES)
    order = {suit: tuple(card for card in plain if card.suit is suit) for suit in Suit}
    assert diamonds == order[Suit.DIAMONDS]
    # Without the ace.
    assert in_suit(diamonds, Suit.HEARTS)[1:] == order[Suit.HEARTS]
    assert clubs == order[Suit.CLUBS]
    assert in_suit(clubs, Suit.SPADES) == order[Suit.SPADES]


def test_bids_and_target_are_those_of_the_rules() -> None:
    *amounts, moon = map(int, re.findall(r"\d+", SECTIONS["Bidding"].words)[: len(BIDS)])
    assert (*amounts, moon) == BIDS
    assert f"for {MOON}, which means all five tricks" in SECTIONS["Bidding"].words
    assert f"reaches {TARGET} points" in SECTIONS["How it ends"].words


def test_deal_moves_after_as_many_passed_deals_as_the_rules_have() -> None:
    assert (
        f"After {NUMBERS[MAX_DEALS_IN_A_ROW]} such deals in a row, the deal moves"
        in SECTIONS["Bidding"].words
    )


def example(bid: int) -> tuple[list[HundredAndTenTable], Log]:
    """Play the tricks of the example; returns the table before each card, and all events.

    The bidder is Ann, in the first seat.
    """
    log = tricks(*HANDS, trump=Suit.SPADES, bidder=0, bid=bid)
    leader, tables = 1, list[HundredAndTenTable]()
    for row in EXAMPLE:
        for seat in clockwise(leader, len(NAMES)):
            table = given(*log)
            assert isinstance(table.game.table, HundredAndTenTable)
            tables.append(table.game.table)
            (card,) = cards_in(row[NAMES[seat]])
            played = table.when(c.PlayCard(by=PLAYERS[seat], card=card))
            assert played.refusal is None, played.refusal
            log = (*log, *played.events)
        leader = next(event.seat for event in played.events if isinstance(event, e.TrickWon))
    return tables, log


def scored(log: Log) -> e.RoundScored:
    return next(event for event in log if isinstance(event, e.RoundScored))


def test_tricks_of_the_example_are_taken_as_the_text_says() -> None:
    assert "Ann bid 20 and named spades. Ben, to her left, leads" in SECTIONS["An example"].words
    _, log = example(bid=20)
    takers = [NAMES[event.seat] for event in log if isinstance(event, e.TrickWon)]
    assert takers == [row["Taken by"] for row in EXAMPLE]
    points = {award.trick: award.points for award in scored(log).awards}
    assert [points[trick] for trick in range(5)] == [int(row["Points"]) for row in EXAMPLE]


def test_remarks_on_the_example_name_who_leads_and_whether_it_is_a_trump() -> None:
    tables, _ = example(bid=20)
    remarks = re.findall(r"\d\. (\w+) leads ([^.]+)\.", SECTIONS["An example"].words)
    assert [leader for leader, _ in remarks] == [NAMES[table.turn] for table in tables[:: len(NAMES)]]
    is_bleeding = [bleeding(table) for table in tables[1 :: len(NAMES)]]
    assert is_bleeding == ["a trump" in rest and "no trump" not in rest for _, rest in remarks]


def test_trumps_that_the_example_forces_are_forced() -> None:
    assert "Ann leads a trump, so Ben and Cleo must play theirs." in SECTIONS["An example"].words
    assert "Ben has only the joker left" in SECTIONS["An example"].words
    tables, _ = example(bid=20)
    # The second trick, led by Ann, and then the third.
    assert playable(tables[4], 1) == cards_in("[2S] [JOKER]")
    assert playable(tables[5], 2) == cards_in("[TS] [QS]")
    assert playable(tables[7], 1) == (Card.JOKER,)


@pytest.mark.parametrize(("bid", "ann"), [(20, 25), (30, -30)])
def test_scores_of_the_example_are_as_the_text_says(bid: int, ann: int) -> None:
    words = SECTIONS["An example"].words
    assert "her bid of 20: she scores 25, Ben 5 and Cleo 0" in words
    assert "With a bid of 30 she would have lost 30, and Ben would still have scored 5" in words
    _, log = example(bid)
    assert scored(log).scores == (ann, 5, 0)
