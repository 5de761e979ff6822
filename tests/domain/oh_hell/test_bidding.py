"""Oh Hell, the bids: secret and simultaneous, and forced in five phases."""

from __future__ import annotations

from itertools import permutations

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import Card
from domain.game import NeedsMove, fold, legal
from domain.rules.oh_hell import (
    BidAlreadyCommitted,
    BidCommitted,
    BidsRevealed,
)
from domain.table import TableView
from domain.visibility import SPECTATOR, Viewer, redact
from tests.domain.given import Log, given, settled
from tests.domain.oh_hell.tables import (
    SEATS,
    SIZES,
    before,
    bidding,
    deal,
    deck,
    phases,
    seen,
    tricks,
    whole_game,
)
from tests.domain.tables import PLAYERS, handed_over, stacked

BIDDING, TRICKS = "BIDDING", "TRICKS"
HANDS = "5H JH KH", "5C JC KC", "5D JD KD", "5S JS KS"
TABLE = bidding(*HANDS, top="9C")
"""A table where seat 3 (dan) has dealt three cards each."""
EVERYONE: tuple[Viewer, ...] = (*SEATS, SPECTATOR)
FORCED = {4: 1, 8: 2, 10: 0, 12: 2, 16: 1}
"""The bid that everyone has to make in each of these phases."""


def bids(seat: int, amount: int) -> BidCommitted:
    return BidCommitted(seat=seat, amount=amount)


def bid(seat: int, amount: int) -> c.PlaceBid:
    return c.PlaceBid(by=PLAYERS[seat], amount=amount)


def known(*amounts: int, forced: bool = False) -> BidsRevealed:
    return BidsRevealed(bids=amounts, forced=forced)


def shown(log: Log, viewer: Viewer) -> TableView:
    game = seen(log, viewer)
    return game.rules.show(game.table)


def by_suits(phase: int) -> tuple[Log, Log]:
    """Return a game before a phase, and its deal: one suit per seat, from the two upwards."""
    hands = [" ".join(f"{rank}{suit}" for rank in "23456789TJ"[: SIZES[phase - 1]]) for suit in "HCSD"]
    return (*before(phase), stacked(deck(*hands, top="AH"))), deal(*hands, top="AH", phase=phase)


# Possible bids.


@pytest.mark.parametrize("amount", range(4))
def test_any_number_of_the_tricks_may_be_bid(amount: int) -> None:
    given(*TABLE).when(bid(2, amount)).then(bids(2, amount))


@pytest.mark.parametrize("amount", [-1, 4, 10])
def test_no_other_number_can_be_bid(amount: int) -> None:
    given(*TABLE).when(bid(2, amount)).refused(r.BidNotAvailable(amount, (0, 1, 2, 3)))


@pytest.mark.parametrize("phase", [2, 3, 5, 6, 7, 9, 11, 13, 14, 15, 17, 18])
def test_free_bids_are_offered_from_zero_to_all_tricks(phase: int) -> None:
    log, dealt = by_suits(phase)
    table = given(*log).follows(*dealt).waits_for(0, 1, 2, 3, phase=BIDDING)
    for seat in SEATS:
        assert legal(table.game, seat) == (c.BidOffer(amounts=tuple(range(SIZES[phase - 1] + 1))),)


# Simultaneous bids.


def test_every_seat_that_has_not_bid_is_to_move() -> None:
    table = given(*TABLE).waits_for(0, 1, 2, 3, phase=BIDDING)
    table = table.when(bid(2, 1)).then(bids(2, 1)).waits_for(0, 1, 3, phase=BIDDING)
    table = table.when(bid(0, 1)).then(bids(0, 1)).waits_for(1, 3, phase=BIDDING)
    table.when(bid(3, 0)).then(bids(3, 0)).waits_for(1, phase=BIDDING)


@pytest.mark.parametrize("order", list(permutations(SEATS)))
def test_bids_are_made_in_any_order_and_revealed_together_after_the_last_one(
    order: tuple[int, ...],
) -> None:
    table = given(*TABLE)
    *first, last = order
    for seat in first:
        table = table.when(bid(seat, 3 - seat)).then(bids(seat, 3 - seat))
    table.when(bid(last, 3 - last)).then(bids(last, 3 - last), known(3, 2, 1, 0)).waits_for(0, phase=TRICKS)


@pytest.mark.parametrize("dealer", SEATS)
def test_seat_left_of_the_dealer_leads_after_the_bids(dealer: int) -> None:
    table = given(*bidding(*HANDS, top="9C", dealer=dealer), *(bids(seat, 1) for seat in range(3)))
    table.when(bid(3, 1)).then(bids(3, 1), known(1, 1, 1, 1)).waits_for((dealer + 1) % 4, phase=TRICKS)


@pytest.mark.parametrize("amount", [0, 1, 7])
def test_bid_cannot_be_changed(amount: int) -> None:
    table = given(*TABLE, bids(1, 1))
    table.when(bid(1, amount)).refused(BidAlreadyCommitted(1))
    assert legal(table.game, 1) == ()


def test_no_bid_is_accepted_after_the_bids_are_revealed() -> None:
    table = given(*tricks(*HANDS, top="9C", bids=(1, 1, 1, 0)))
    table.when(bid(0, 1)).refused(r.WrongPhase("placeBid", TRICKS))
    table.when(bid(1, 1)).refused(r.NotYourTurn(1, (0,)))


# Secrecy.


def test_bid_is_public_and_its_amount_is_private_to_the_seat() -> None:
    log = (*TABLE, bids(1, 3), bids(2, 0))
    for viewer in EVERYONE:
        places = shown(log, viewer).places
        assert [place.committed for place in places] == [False, True, True, False]
        expected = (None, 3 if viewer == 1 else None, 0 if viewer == 2 else None, None)
        assert tuple(place.bid for place in places) == expected


def test_the_amount_of_a_committed_bid_stays_private_in_its_event() -> None:
    for viewer in EVERYONE:
        read = redact(bids(1, 3), viewer, frozenset({0}))
        assert read == (bids(1, 3) if viewer == 1 else BidCommitted(seat=1, amount=None))


def test_all_bids_are_public_after_the_last_one() -> None:
    log = (*TABLE, bids(1, 3), bids(2, 0), bids(0, 1), bids(3, 2), known(1, 3, 0, 2))
    for viewer in EVERYONE:
        places = shown(log, viewer).places
        assert [place.bid for place in places] == [1, 3, 0, 2]
        assert not any(place.committed for place in places)


# Forced bids.


@pytest.mark.parametrize(("phase", "amount"), FORCED.items())
def test_forced_phases_bid_a_fair_share_or_nothing_and_start_at_once(phase: int, amount: int) -> None:
    log, dealt = by_suits(phase)
    bids_known = known(*[amount] * 4, forced=True)
    table = given(*log).follows(*dealt, bids_known).waits_for(0, phase=TRICKS)
    assert [place.bid for place in shown(table.log, SPECTATOR).places] == [amount] * 4


@pytest.mark.parametrize("phase", FORCED)
def test_bid_in_a_forced_phase_is_refused(phase: int) -> None:
    log, dealt = by_suits(phase)
    table = given(*log).follows(*dealt, known(*[FORCED[phase]] * 4, forced=True))
    table.when(bid(0, FORCED[phase])).refused(r.WrongPhase("placeBid", TRICKS))
    for seat in range(1, 4):
        table.when(bid(seat, FORCED[phase])).refused(r.NotYourTurn(seat, (0,)))


def test_bids_are_not_forced_in_other_phases() -> None:
    for number, phase in enumerate(phases(whole_game()), 1):
        committed = [event for event in phase if isinstance(event, BidCommitted)]
        (revealed_bids,) = (event for event in phase if isinstance(event, BidsRevealed))
        assert revealed_bids.forced is (number in FORCED)
        assert len(committed) == (0 if number in FORCED else 4)


# Other moves, and the machine.


def test_other_moves_are_refused_while_bids_are_made() -> None:
    table = given(*TABLE, bids(1, 1))
    table.when(c.PlayCard(by="ann", card=Card("5H"))).refused(r.WrongPhase("playCard", BIDDING))
    table.when(c.PlayCard(by="bob", card=Card("5C"))).refused(r.NotYourTurn(1, (0, 2, 3)))
    table.when(c.PassTurn(by="ann")).refused(r.MoveNotInGame("passTurn", "oh-hell"))
    table.when(c.PlaceBid(by="zoe", amount=1)).refused(r.NotSeated("zoe"))


@pytest.mark.parametrize("seat", SEATS)
def test_an_automated_seat_bids_at_once(seat: int) -> None:
    handing_over = given(*TABLE).when(c.AutomateSeat(by=PLAYERS[seat])).and_needs(NeedsMove(seat))
    handing_over.then(handed_over(seat))


def test_seat_automated_after_its_bid_keeps_the_bid() -> None:
    table = given(*TABLE, bids(2, 3)).when(c.AutomateSeat(by="cyd")).then(handed_over(2))
    table.waits_for(0, 1, 3, phase=BIDDING)
    table.when(bid(2, 1)).refused(r.SeatIsAutomated(2))


def test_machines_bid_one_after_the_other_right_after_the_deal() -> None:
    automated = tuple(e.SeatAutomated(seat=seat) for seat in (1, 3))
    start = len(before(3))
    log = (*TABLE[:start], *automated, *TABLE[start:])
    assert settled(fold(log)) == ((), NeedsMove(1))
    assert settled(fold((*log, bids(1, 1)))) == ((), NeedsMove(3))
    given(*log, bids(1, 1), bids(3, 1)).waits_for(0, 2, phase=BIDDING)
