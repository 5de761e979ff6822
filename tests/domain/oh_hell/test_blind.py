"""Oh Hell, the blind phases: seats see all hands except their own until the bids are revealed."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import Card, face_down
from domain.game import legal
from domain.rules.oh_hell import BidCommitted, BidsRevealed, BlindHandDealt, HandShown, TrumpTurned
from domain.table import TableView
from domain.view import View
from domain.visibility import SPECTATOR, Viewer
from tests.domain.given import Log, given
from tests.domain.oh_hell.tables import (
    SEATS,
    before,
    bidding,
    deck,
    hands_seen,
    phases,
    seen,
    taken_up,
    whole_game,
)
from tests.domain.tables import PLAYERS, cards, stacked

BIDDING, TRICKS = "BIDDING", "TRICKS"
EVERYONE: tuple[Viewer, ...] = (*SEATS, SPECTATOR)
HANDS = "5H", "JC", "KD", "2S"
DEALT = bidding(*HANDS, top="9C", phase=1), bidding(*HANDS, top="9C", phase=19)
blind = pytest.mark.parametrize("log", DEALT, ids=["phase 1", "phase 19"])


def bids(seat: int, amount: int) -> BidCommitted:
    return BidCommitted(seat=seat, amount=amount)


def bid(seat: int, amount: int) -> c.PlaceBid:
    return c.PlaceBid(by=PLAYERS[seat], amount=amount)


def known(*amounts: int) -> BidsRevealed:
    return BidsRevealed(bids=amounts, forced=False)


def shown(log: Log, viewer: Viewer) -> TableView:
    game = seen(log, viewer)
    return game.rules.show(game.table)


def as_seen(viewer: Viewer) -> tuple[tuple[Card, ...], ...]:
    """Return the blind hands as seen by a seat that first saw only the other hands."""
    if viewer is SPECTATOR:
        return (face_down(1),) * 4
    return tuple(face_down(1) if seat == viewer else cards(HANDS[seat]) for seat in SEATS)


@pytest.mark.parametrize("phase", [1, 19])
def test_in_the_first_phase_and_the_last_the_hands_are_dealt_blind(phase: int) -> None:
    log = (*before(phase), stacked(deck(*HANDS, top="9C")))
    dealt = given(*log).follows(
        e.RoundDealt(round=phase - 1, dealer=3, hands=(1, 1, 1, 1), stock=47),
        *(BlindHandDealt(seat=seat, cards=cards(HANDS[seat]), shuffle=0) for seat in SEATS),
        TrumpTurned(card=Card("9C")),
    )
    dealt.waits_for(0, 1, 2, 3, phase=BIDDING)


def test_hands_are_not_blind_in_other_phases() -> None:
    for number, phase in enumerate(phases(whole_game()), 1):
        is_blind = number in (1, 19)
        assert any(isinstance(event, BlindHandDealt | HandShown) for event in phase) is is_blind
        assert any(isinstance(event, e.HandDealt) for event in phase) is not is_blind


@blind
@pytest.mark.parametrize("viewer", EVERYONE)
def test_blind_seats_see_all_other_hands_and_spectators_see_none(log: Log, viewer: Viewer) -> None:
    for bids_made in (), (bids(0, 1),), tuple(bids(seat, 1) for seat in range(3)):
        assert hands_seen((*log, *bids_made), viewer) == as_seen(viewer)
        table = shown((*log, *bids_made), viewer)
        assert (table.blind, table.turn_up) == (True, Card("9C"))


@blind
def test_seats_take_up_their_hands_after_the_blind_bids(log: Log) -> None:
    table = given(*log, bids(3, 0), bids(0, 1), bids(2, 0))
    table.when(bid(1, 1)).then(bids(1, 1), known(1, 1, 0, 0), *taken_up(*HANDS)).waits_for(0, phase=TRICKS)


@blind
@pytest.mark.parametrize("viewer", EVERYONE)
def test_after_the_reveal_a_seat_sees_its_own_hand_and_a_spectator_none(log: Log, viewer: Viewer) -> None:
    log = (*log, *(bids(seat, 1) for seat in SEATS), known(1, 1, 1, 1), *taken_up(*HANDS))
    hidden = (face_down(1),) * 4
    assert hands_seen(log, viewer) == (hidden if viewer is SPECTATOR else tuple(map(cards, HANDS)))
    assert not shown(log, viewer).blind


@blind
def test_a_replay_shows_blind_hands_to_all_once_their_deck_is_open(log: Log) -> None:
    opened = View(viewer=SPECTATOR, revealed=frozenset({0})).after(log).game
    table = opened.rules.show(opened.table)
    assert [place.hand for place in table.places] == list(map(cards, HANDS))


@blind
@pytest.mark.parametrize("amount", [-1, 2])
def test_blind_bid_is_one_or_zero(log: Log, amount: int) -> None:
    given(*log).when(bid(0, amount)).refused(r.BidNotAvailable(amount, (0, 1)))
    assert legal(seen(log, 0), 0) == (c.BidOffer(amounts=(0, 1)),)


def test_seat_sees_only_its_own_hand_in_other_phases() -> None:
    hands = "5H JH KH", "5C JC KC", "5D JD KD", "5S JS KS"
    table = bidding(*hands, top="9C")
    for viewer in EVERYONE:
        expected = tuple(cards(hands[seat]) if seat == viewer else face_down(3) for seat in SEATS)
        assert hands_seen(table, viewer) == expected
        assert not shown(table, viewer).blind
