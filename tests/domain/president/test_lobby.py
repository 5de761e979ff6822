"""President before the first move: seats, options, the deal and the four of clubs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import FRENCH_DECK, Card, Cards
from domain.game import fold, settle
from domain.rules import NeedsShuffle, complete_options
from domain.rules.president import ClearAfter, PresidentTable
from tests.domain.given import given
from tests.domain.president.tables import ALL_OTHERS, PLAY, PRESIDENT, play, plays, skips
from tests.domain.tables import lobby, revealed, stacked, started

FOUR_OF_CLUBS = Card("4C")
OTHERS = tuple(card for card in FRENCH_DECK if card is not FOUR_OF_CLUBS)

DEAL_SIZES = [
    (3, (17, 18, 17)),
    (4, (13, 13, 13, 13)),
    (5, (10, 11, 11, 10, 10)),
    (6, (8, 9, 9, 9, 9, 8)),
    (7, (7, 8, 8, 8, 7, 7, 7)),
    (8, (6, 7, 7, 7, 7, 6, 6, 6)),
]


def one_at_a_time(order: Cards, players: int) -> list[Cards]:
    """Deal one card at a time, starting left of the dealer."""
    hands: list[Cards] = [()] * players
    seat = 0
    for card in order:
        seat = (seat + 1) % players
        hands[seat] = (*hands[seat], card)
    return hands


def opening() -> Iterator[tuple[int, int, Cards]]:
    """Yield each number of players, each seat that can hold the four of clubs, and a deck that deals it."""
    for players in PRESIDENT.seats:
        for opener in range(players):
            place = (opener - 1) % players
            yield players, opener, (*OTHERS[:place], FOUR_OF_CLUBS, *OTHERS[place:])


# Seats.


@pytest.mark.parametrize("players", range(3, 9))
def test_three_to_eight_can_play(players: int) -> None:
    starting = given(*lobby(PRESIDENT, players)).when(c.StartGame(by="ann"))
    starting.and_needs(NeedsShuffle(FRENCH_DECK)).then(started(players))


@pytest.mark.parametrize("players", [1, 2])
def test_fewer_than_three_cannot_play(players: int) -> None:
    table = given(*lobby(PRESIDENT, players))
    table.when(c.StartGame(by="ann")).refused(r.WrongNumberOfPlayers(players, 3, 8))


def test_ninth_player_cannot_join() -> None:
    given(*lobby(PRESIDENT, 8)).when(c.JoinGame(by="zoe")).refused(r.GameFull(8))


def test_the_deck_has_fifty_two_cards_and_no_joker() -> None:
    assert len(set(FRENCH_DECK)) == 52
    assert Card.JOKER not in FRENCH_DECK


# The options.


def test_a_full_circle_of_passes_clears_the_table_unless_all_others_is_chosen() -> None:
    assert complete_options(PRESIDENT, {})["clear_after"] == ClearAfter.FULL_CIRCLE
    chosen = given(*lobby(PRESIDENT, 3, options=ALL_OTHERS), started(3)).game.table
    assert isinstance(chosen, PresidentTable)
    assert chosen.options.clear_after is ClearAfter.ALL_OTHERS


def test_unknown_clearing_option_is_refused() -> None:
    with pytest.raises(r.InvalidOption) as refused:
        complete_options(PRESIDENT, {"clear_after": "one_pass"})
    assert (refused.value.option, refused.value.value) == ("clear_after", "one_pass")


# The deal.


@pytest.mark.parametrize(("players", "sizes"), DEAL_SIZES)
def test_all_cards_are_dealt_one_at_a_time_from_seat_1_as_evenly_as_possible(
    players: int, sizes: tuple[int, ...]
) -> None:
    order = FRENCH_DECK[::-1]
    hands = one_at_a_time(order, players)
    opener = next(seat for seat, hand in enumerate(hands) if FOUR_OF_CLUBS in hand)
    table = given(*lobby(PRESIDENT, players), started(players), stacked(order))
    dealt = table.follows(
        e.RoundDealt(round=0, dealer=0, hands=sizes, stock=0),
        *(e.HandDealt(seat=seat, cards=hand, shuffle=0) for seat, hand in enumerate(hands)),
        plays(opener, "4C", automatic=True),
    )
    shown = dealt.game.rules.show(dealt.game.table)
    assert (shown.stock, shown.round, shown.dealer) == (0, 0, 0)
    assert [len(place.hand) for place in shown.places] == [
        size - (seat == opener) for seat, size in enumerate(sizes)
    ]


@pytest.mark.parametrize(("players", "sizes"), DEAL_SIZES)
def test_all_cards_are_dealt_as_evenly_as_possible(players: int, sizes: tuple[int, ...]) -> None:
    assert sum(sizes) == 52
    assert max(sizes) - min(sizes) <= 1


# The start.


@pytest.mark.parametrize(("players", "opener", "order"), list(opening()))
def test_the_four_of_clubs_is_played_automatically_and_the_left_seat_follows(
    players: int, opener: int, order: Cards
) -> None:
    fresh = fold((*lobby(PRESIDENT, players), started(players), stacked(order)))
    events = settle(fresh)
    assert isinstance(events, tuple)
    assert events[-1] == plays(opener, "4C", automatic=True)
    table = given(*lobby(PRESIDENT, players), started(players), stacked(order), *events)
    shown = table.waits_for((opener + 1) % players, phase=PLAY).game.rules.show(table.game.table)
    assert (shown.to_beat, shown.led_by) == ((FOUR_OF_CLUBS,), opener)
    assert (shown.clockwise, shown.passes) == (True, 0)
    assert FOUR_OF_CLUBS not in shown.places[opener].hand
    assert settle(table.game) == ()


def test_four_on_the_four_of_clubs_skips_like_any_equal_value() -> None:
    # Seat 1 is dealt the first card of the deck, seat 2 the second.
    order = (FOUR_OF_CLUBS, Card("4H"), *(card for card in OTHERS if card is not Card("4H")))
    opened = fold((*lobby(PRESIDENT, 4), started(4), stacked(order)))
    events = settle(opened)
    assert isinstance(events, tuple)
    table = given(*lobby(PRESIDENT, 4), started(4), stacked(order), *events).waits_for(2, phase=PLAY)
    table.when(play("cyd", "4H")).then(plays(2, "4H"), skips(3)).waits_for(0, phase=PLAY)


def test_deck_stays_sealed_during_the_game() -> None:
    order = FRENCH_DECK
    opened = fold((*lobby(PRESIDENT, 3), started(3), stacked(order)))
    events = settle(opened)
    assert isinstance(events, tuple)
    assert revealed(order) not in events
    assert [sealed.order for sealed in fold(events, opened).sealed] == [order]


def test_only_the_four_of_clubs_is_played_automatically_for_a_machine() -> None:
    order = (FOUR_OF_CLUBS, *OTHERS)
    log = (*lobby(PRESIDENT, 3), e.SeatAutomated(seat=1), started(3), stacked(order))
    events = settle(fold(log))
    assert isinstance(events, tuple)
    given(*log, *events).waits_for(2, phase=PLAY)
    assert settle(fold((*log, *events))) == ()
