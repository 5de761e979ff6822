"""Hundred and Ten, the bidding: raising, stealing, the moon, passing, passing ahead, dealing again."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import DECK_WITH_JOKER
from domain.game import NeedsMove, fold
from domain.rules import NeedsShuffle
from domain.rules.hundred_and_ten import (
    BIDS,
    BidWon,
    HundredAndTenTable,
    Phase,
    RoundPassedOut,
    available_bids,
)
from tests.domain.given import Log, given
from tests.domain.tables import (
    HUNDRED_AND_TEN,
    PLAYERS,
    bidding,
    deal,
    deck,
    handed_over,
    lobby,
    passed_out,
    revealed,
    stacked,
    started,
)

BIDDING = "BIDDING"
HANDS = "5H JH KH QH 2S", "5C JC KC QC 3S", "5D JD KD QD 4S"
TWO, THREE = bidding(*HANDS[:2]), bidding(*HANDS)
"""Tables where seat 0 (ann) has dealt, so that seat 1 (bob) bids first; at the second, cyd sits at seat 2."""


def bids(seat: int, amount: int) -> e.BidPlaced:
    return e.BidPlaced(seat=seat, amount=amount)


def passes(seat: int, *, automatic: bool = False) -> e.TurnPassed:
    return e.TurnPassed(seat=seat, automatic=automatic)


def queues(seat: int) -> e.PassQueued:
    return e.PassQueued(seat=seat)


def bid(by: str, amount: int) -> c.PlaceBid:
    return c.PlaceBid(by=by, amount=amount)


def pass_(by: str) -> c.PassTurn:
    return c.PassTurn(by=by)


def pre_pass(by: str) -> c.QueuePass:
    return c.QueuePass(by=by)


def available(log: Log, seat: int) -> tuple[int, ...]:
    table = fold(log).table
    assert isinstance(table, HundredAndTenTable)
    return available_bids(table, seat)


# The deal.


def test_each_seat_is_dealt_its_run_of_five_from_the_top_seat_0_first() -> None:
    order = deck(*HANDS)
    table = given(*lobby(HUNDRED_AND_TEN, 3), started(3), stacked(order))
    dealt = table.follows(*deal(*HANDS))
    assert [place.hand for place in dealt.game.rules.show(dealt.game.table).places] == [
        order[0:5],
        order[5:10],
        order[10:15],
    ]


def test_all_fifty_three_cards_are_shuffled() -> None:
    starting = given(*lobby(HUNDRED_AND_TEN, 2)).when(c.StartGame(by="ann"))
    starting.and_needs(NeedsShuffle(DECK_WITH_JOKER))


def test_the_left_of_the_dealer_bids_first() -> None:
    given(*THREE).waits_for(1, phase=BIDDING)
    given(*bidding(*HANDS, dealer=2)).waits_for(0, phase=BIDDING)


# Bidding.


@pytest.mark.parametrize("amount", BIDS)
def test_any_of_the_bids_opens_and_the_turn_goes_left(amount: int) -> None:
    given(*THREE).when(bid("bob", amount)).then(bids(1, amount)).waits_for(2, phase=BIDDING)


@pytest.mark.parametrize("amount", [0, -15, 1, 14, 16, 35, 45, 59, 61, 120])
def test_no_other_amount_can_be_bid(amount: int) -> None:
    given(*THREE).when(bid("bob", amount)).refused(r.BidNotAvailable(amount, BIDS))


def test_a_bid_must_be_higher_than_the_high_bid() -> None:
    table = given(*THREE, bids(1, 20))
    for amount in 15, 20:
        table.when(bid("cyd", amount)).refused(r.BidNotAvailable(amount, (25, 30, 60)))
    table.when(bid("cyd", 25)).then(bids(2, 25))


def test_a_bidder_raises_again_when_the_turn_returns() -> None:
    table = given(*THREE, bids(1, 15), bids(2, 20), passes(0)).waits_for(1, phase=BIDDING)
    table.when(bid("bob", 25)).then(bids(1, 25)).waits_for(2, phase=BIDDING)


def test_the_dealer_may_steal_at_the_same_amount_and_no_lower() -> None:
    table = given(*THREE, bids(1, 20), passes(2))
    table.when(bid("ann", 15)).refused(r.BidNotAvailable(15, (20, 25, 30, 60)))
    table.when(bid("ann", 20)).then(bids(0, 20)).waits_for(1, phase=BIDDING)


def test_the_dealer_may_steal_each_time() -> None:
    stolen = given(*THREE, bids(1, 20), passes(2), bids(0, 20), bids(1, 25)).when(bid("ann", 25))
    stolen.then(bids(0, 25)).waits_for(1, phase=BIDDING)


def test_only_the_dealer_may_steal() -> None:
    table = given(*THREE, bids(1, 20), passes(2), bids(0, 20))
    table.when(bid("bob", 20)).refused(r.BidNotAvailable(20, (25, 30, 60)))


def test_the_dealers_own_leading_amount_counts_as_available_too() -> None:
    log = (*THREE, bids(1, 20), bids(2, 25), bids(0, 25))
    assert available(log, 0) == (25, 30, 60)
    assert available(log, 1) == available(log, 2) == (30, 60)


def test_other_players_still_pass_in_turn_after_a_moon() -> None:
    table = given(*THREE, bids(1, 60)).waits_for(2, phase=BIDDING)
    table.when(bid("cyd", 60)).refused(r.BidNotAvailable(60, ()))
    passed = table.when(pass_("cyd")).then(passes(2)).waits_for(0, phase=BIDDING)
    passed.when(pass_("ann")).then(passes(0), BidWon(seat=1, amount=60))


def test_the_dealer_may_take_over_a_bid_to_shoot_the_moon() -> None:
    stolen = given(*THREE, bids(1, 60), passes(2)).when(bid("ann", 60)).then(bids(0, 60))
    stolen.when(bid("bob", 60)).refused(r.BidNotAvailable(60, ()))
    stolen.when(pass_("bob")).then(passes(1), BidWon(seat=0, amount=60))


def test_bidding_ends_when_one_bidder_remains() -> None:
    table = given(*THREE, bids(1, 15), passes(2)).when(pass_("ann"))
    table.then(passes(0), BidWon(seat=1, amount=15)).waits_for(1, phase="TRUMP_SELECTION")


def test_a_pass_is_final_for_the_round() -> None:
    table = given(*THREE, passes(1), bids(2, 15), bids(0, 20)).waits_for(2, phase=BIDDING)
    table.when(bid("bob", 25)).refused(r.NotYourTurn(1, (2,)))
    assert available(table.log, 1) == ()


def test_the_last_player_still_chooses_between_a_bid_and_a_pass() -> None:
    table = given(*THREE, passes(1), passes(2)).waits_for(0, phase=BIDDING)
    table.when(bid("ann", 15)).then(bids(0, 15), BidWon(seat=0, amount=15))
    table.when(pass_("ann")).including(RoundPassedOut(round=0))


# Everyone passes.


def test_when_everyone_passes_the_round_ends_without_score_and_its_deck_is_revealed() -> None:
    last = given(*THREE, passes(1), passes(2)).when(pass_("ann")).and_needs(NeedsShuffle(DECK_WITH_JOKER))
    table = last.then(passes(0), RoundPassedOut(round=0), revealed(deck(*HANDS))).game.table
    assert isinstance(table, HundredAndTenTable)
    assert (table.phase, table.scores) == (Phase.ROUND_PASSED_OUT, (0, 0, 0))


def test_the_same_player_deals_again_up_to_three_rounds_in_a_row_then_the_deal_passes_left() -> None:
    log: Log = (*lobby(HUNDRED_AND_TEN, 3), started(3))
    for round, dealer in enumerate((0, 0, 0, 1, 1, 1, 2, 2, 2, 0)):
        table = given(*log, stacked(deck(*HANDS), round))
        table.follows(*deal(*HANDS, dealer=dealer, round=round, shuffle=round))
        log += passed_out(*HANDS, dealer=dealer, round=round, shuffle=round)


def test_after_a_played_round_the_deal_passes_left_however_often_the_dealer_dealt() -> None:
    log: Log = (*lobby(HUNDRED_AND_TEN, 3), started(3))
    for rounds in range(3):
        scored = e.RoundScored(round=rounds, awards=(), scores=(0, 0, 0))
        again = stacked(deck(*HANDS), rounds + 1)
        here = (stacked(deck(*HANDS), rounds), *deal(*HANDS, round=rounds, shuffle=rounds))
        over = (*log, *here, scored, revealed(deck(*HANDS), rounds), again)
        given(*over).follows(*deal(*HANDS, dealer=1, round=rounds + 1, shuffle=rounds + 1))
        log += passed_out(*HANDS, dealer=0, round=rounds, shuffle=rounds)


# Queued passes.


def test_queued_pass_happens_when_the_turn_comes() -> None:
    table = given(*THREE).when(pre_pass("cyd")).then(queues(2)).waits_for(1, phase=BIDDING)
    table.when(bid("bob", 15)).then(bids(1, 15), passes(2, automatic=True)).waits_for(0, phase=BIDDING)


def test_queued_passes_happen_one_after_the_other() -> None:
    table = given(*THREE, queues(2), queues(0)).when(bid("bob", 15))
    table.then(bids(1, 15), passes(2, automatic=True), passes(0, automatic=True), BidWon(seat=1, amount=15))


def test_every_seat_may_queue_a_pass() -> None:
    table = given(*THREE, queues(2), queues(0)).when(pass_("bob"))
    table.including(passes(2, automatic=True), passes(0, automatic=True), RoundPassedOut(round=0))


def test_queuing_a_pass_on_your_turn_passes() -> None:
    given(*THREE).when(pre_pass("bob")).then(queues(1), passes(1, automatic=True))


def test_queued_pass_may_be_withdrawn() -> None:
    table = given(*THREE, queues(2)).when(c.UnqueuePass(by="cyd")).then(e.PassUnqueued(seat=2))
    table.when(bid("bob", 15)).then(bids(1, 15)).waits_for(2, phase=BIDDING)
    table.when(pre_pass("cyd")).then(queues(2))


def test_leading_bidder_may_queue_a_pass_and_passes_if_raised() -> None:
    table = given(*THREE, bids(1, 15)).when(pre_pass("bob")).then(queues(1))
    raised = table.when(bid("cyd", 20)).then(bids(2, 20)).waits_for(0, phase=BIDDING)
    raised.when(bid("ann", 25)).then(bids(0, 25), passes(1, automatic=True)).waits_for(2, phase=BIDDING)


def test_the_leading_bidder_with_a_queued_pass_keeps_an_unraised_bid() -> None:
    table = given(*THREE, bids(1, 15), queues(1), passes(2)).when(pass_("ann"))
    won = table.then(passes(0), BidWon(seat=1, amount=15)).waits_for(1, phase="TRUMP_SELECTION")
    assert not won.game.rules.show(won.game.table).places[1].pass_queued


def test_queued_passes_end_with_the_round() -> None:
    log = (*THREE, queues(2), passes(1), passes(2, automatic=True), passes(0))
    over = (*log, RoundPassedOut(round=0), revealed(deck(*HANDS)), stacked(deck(*HANDS), 1))
    table = given(*over, *deal(*HANDS, round=1, shuffle=1)).game
    assert not any(place.pass_queued or place.passed for place in table.rules.show(table.table).places)


def test_queued_pass_is_public() -> None:
    game = fold((*THREE, queues(2)))
    assert [place.pass_queued for place in game.rules.show(game.table).places] == [False, False, True]


# Refusals.


def test_pass_can_be_queued_only_once() -> None:
    given(*THREE, queues(2)).when(pre_pass("cyd")).refused(r.PassAlreadyQueued(2))


def test_a_seat_that_passed_cannot_queue_or_withdraw_a_pass() -> None:
    table = given(*THREE, passes(1))
    table.when(pre_pass("bob")).refused(r.AlreadyPassed(1))
    table.when(c.UnqueuePass(by="bob")).refused(r.NoPassQueued(1))


def test_only_a_queued_pass_can_be_withdrawn() -> None:
    given(*THREE).when(c.UnqueuePass(by="cyd")).refused(r.NoPassQueued(2))


def test_passes_can_be_queued_only_during_the_bidding() -> None:
    table = given(*THREE, bids(1, 15), passes(2), passes(0), BidWon(seat=1, amount=15))
    for player in PLAYERS[:3]:
        table.when(pre_pass(player)).refused(r.WrongPhase("queuePass", "TRUMP_SELECTION"))
        unqueue = c.UnqueuePass(by=player)
        table.when(unqueue).refused(r.WrongPhase("unqueuePass", "TRUMP_SELECTION"))


@pytest.mark.parametrize("command", [bid("cyd", 15), pass_("cyd")], ids=["a bid", "a pass"])
def test_a_bid_or_pass_out_of_turn_is_refused(command: c.Move) -> None:
    given(*THREE).when(command).refused(r.NotYourTurn(2, (1,)))


def test_a_player_without_a_seat_cannot_bid() -> None:
    given(*THREE).when(bid("zoe", 15)).refused(r.NotSeated("zoe"))


def test_automated_seat_refuses_moves_of_its_player() -> None:
    table = given(*THREE, e.SeatAutomated(seat=2))
    table.when(pre_pass("cyd")).refused(r.SeatIsAutomated(2))


def test_handing_a_seat_over_on_its_turn_asks_the_machine_for_a_move() -> None:
    handing_over = given(*TWO).when(c.AutomateSeat(by="bob")).and_needs(NeedsMove(1))
    handing_over.then(handed_over(1))
