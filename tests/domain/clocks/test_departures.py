"""People who hand over their seats, come back, resign, or agree to abandon the game."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.game import NeedsMove
from tests.domain.clocks.tables import BANK, PER_MOVE, after, started_clock, stopped_clock, table
from tests.domain.given import given
from tests.domain.tables import HUNDRED_AND_TEN, filled, handed_over, lobby

Reason = e.AutomationReason


def away(seat: int, reason: Reason) -> e.SeatAutomated:
    return e.SeatAutomated(seat=seat, reason=reason)


@pytest.mark.parametrize("reason", [Reason.OWN_CHOICE, Reason.CLOCK, Reason.ABSENT])
def test_a_player_takes_its_seat_back_once(reason: Reason) -> None:
    back = (
        table(PER_MOVE, 3, away(2, reason))
        .when(c.ReclaimSeat(by="cyd"))
        .then(e.SeatReclaimed(seat=2, player="cyd"))
    )
    back.when(c.ReclaimSeat(by="cyd")).refused(r.SeatNotAutomated(2))
    assert back.game.people_playing == (0, 1, 2)


@pytest.mark.parametrize("reason", [Reason.RESIGNED, Reason.ERASED])
def test_a_seat_that_was_given_up_is_not_taken_back(reason: Reason) -> None:
    table(PER_MOVE, 3, away(2, reason)).when(c.ReclaimSeat(by="cyd")).refused(r.SeatGivenUp(2))


def test_a_seat_is_taken_back_before_the_start_too() -> None:
    waiting = given(*lobby(HUNDRED_AND_TEN, 2), handed_over(1))
    waiting.when(c.ReclaimSeat(by="bob")).then(e.SeatReclaimed(seat=1, player="bob"))
    waiting.when(c.ReclaimSeat(by="zoe")).refused(r.NotSeated("zoe"))


@pytest.mark.parametrize("command", [c.ReclaimSeat, c.Resign, c.VoteToAbandon, c.WithdrawVote])
def test_a_machine_player_has_no_seat_to_take_back_or_give_up(command: type[c.Command]) -> None:
    waiting = given(*lobby(HUNDRED_AND_TEN, 2), *filled(2))
    waiting.when(command(by="machine-1")).refused(r.NotSeated("machine-1"))


def test_a_player_resigns_also_while_the_machine_plays_its_seat() -> None:
    resigned = table(PER_MOVE).when(c.Resign(by="bob")).and_needs(NeedsMove(1))
    resigned.then(away(1, Reason.RESIGNED), stopped_clock(1))
    gone = table(PER_MOVE, 3, away(2, Reason.CLOCK)).when(c.Resign(by="cyd")).then(away(2, Reason.RESIGNED))
    gone.when(c.Resign(by="cyd")).refused(r.SeatGivenUp(2))
    given(*lobby(HUNDRED_AND_TEN, 2)).when(c.Resign(by="bob")).refused(r.GameNotStarted())


def test_a_game_is_abandoned_when_all_people_who_play_agree() -> None:
    voted = table(PER_MOVE).when(c.VoteToAbandon(by="ann")).then(e.AbandonVoted(seat=0))
    voted.when(c.VoteToAbandon(by="ann")).refused(r.AlreadyVoted(0))
    voted = voted.when(c.VoteToAbandon(by="cyd")).then(e.AbandonVoted(seat=2))
    closed = voted.when(c.VoteToAbandon(by="bob")).including(
        e.AbandonVoted(seat=1), e.GameClosed(reason=e.CloseReason.ABANDONED)
    )
    assert isinstance(closed.log[-1], e.DeckRevealed), "closing opens the decks"
    closed.when(c.VoteToAbandon(by="bob")).refused(r.GameIsOver())


def test_a_vote_can_be_withdrawn_and_begins_anew_when_people_leave_or_return() -> None:
    voted = table(PER_MOVE, 3, e.AbandonVoted(seat=0))
    voted.when(c.WithdrawVote(by="ann")).then(e.AbandonVoteWithdrawn(seat=0))
    voted.when(c.WithdrawVote(by="bob")).refused(r.NotVoted(1))
    left = voted.when(c.AutomateSeat(by="cyd")).then(handed_over(2))
    assert left.game.votes == ()
    left.when(c.VoteToAbandon(by="cyd")).refused(r.SeatIsAutomated(2))


def test_the_only_person_who_abandons_a_game_resigns() -> None:
    alone = table(PER_MOVE, 3, away(0, Reason.CLOCK), away(2, Reason.CLOCK))
    alone.when(c.VoteToAbandon(by="bob")).and_needs(NeedsMove(1)).then(
        away(1, Reason.RESIGNED), stopped_clock(1)
    )


def test_a_person_who_returns_in_its_turn_has_a_new_clock() -> None:
    # The machine has queued nothing: the seat that is to move is automated only within a commit.
    seated = given(*table(PER_MOVE, 3, away(2, Reason.CLOCK)).log)
    back = seated.when(c.ReclaimSeat(by="cyd")).including()
    back.when(c.PassTurn(by="bob"), after(7)).including(e.TurnPassed(seat=1), started_clock(2, 37))


def test_a_lobby_that_nobody_attends_is_closed() -> None:
    given(*lobby(HUNDRED_AND_TEN, 2)).when(c.CloseIdleGame()).then(
        e.GameClosed(reason=e.CloseReason.LOBBY_EXPIRED)
    )


def test_a_seat_that_is_handed_over_keeps_what_is_left_of_its_bank() -> None:
    handed = table(BANK).when(c.AutomateSeat(by="bob"), after(50)).and_needs(NeedsMove(1))
    handed.then(handed_over(1), stopped_clock(1, 20_000))
    others = table(BANK, 3, stopped_clock(1), e.TurnPassed(seat=1), started_clock(2, 70, 60_000))
    gone = others.when(c.AutomateSeat(by="cyd"), after(50)).and_needs(NeedsMove(2))
    assert gone.then(handed_over(2), stopped_clock(2, 20_000)).game.clocks.seats[2].bank == 20_000  # type: ignore[union-attr]
