"""Decisions on people who leave a game in progress, return to it, or agree to end it."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.clocks import NothingDue
from domain.lobby_checks import decides, require_not_over, require_seat
from domain.machine import has_player
from domain.state import Game, Stage


@decides(c.ReclaimSeat, r.GameIsOver, r.NotSeated, r.SeatNotAutomated, r.SeatGivenUp)
def _reclaim(game: Game, command: c.ReclaimSeat) -> tuple[e.Event, ...]:
    require_not_over(game)
    seat = require_seat(game, command.by)
    if not game.seats[seat].automated:
        raise r.SeatNotAutomated(seat)
    if seat in game.given_up:
        raise r.SeatGivenUp(seat)
    reclaimed = e.SeatReclaimed(seat=seat, player=command.by)
    return (reclaimed, e.GameResumed()) if game.is_paused else (reclaimed,)


@decides(c.Resign, r.GameIsOver, r.NotSeated, r.GameNotStarted, r.SeatGivenUp, r.NoMachinePlayer)
def _resign(game: Game, command: c.Resign) -> tuple[e.Event, ...]:
    seat = _require_own_seat(game, command.by)
    if seat in game.given_up:
        raise r.SeatGivenUp(seat)
    return _resigned(game, seat)


def _resigned(game: Game, seat: int) -> tuple[e.Event, ...]:
    if not has_player(game.variant):
        raise r.NoMachinePlayer(game.variant)
    return (e.SeatAutomated(seat=seat, reason=e.AutomationReason.RESIGNED),)


@decides(
    c.VoteToAbandon,
    r.GameIsOver,
    r.NotSeated,
    r.GameNotStarted,
    r.SeatIsAutomated,
    r.AlreadyVoted,
    r.NoMachinePlayer,
)
def _vote(game: Game, command: c.VoteToAbandon) -> tuple[e.Event, ...]:
    seat = _require_own_seat(game, command.by)
    if game.seats[seat].automated:
        raise r.SeatIsAutomated(seat)
    if seat in game.votes:
        raise r.AlreadyVoted(seat)
    voters = {*game.votes, seat}
    if voters == {seat} == set(game.people_playing):
        return _resigned(game, seat)
    voted = e.AbandonVoted(seat=seat)
    if voters < set(game.people_playing):
        return (voted,)
    return voted, e.GameClosed(reason=e.CloseReason.ABANDONED)


@decides(c.WithdrawVote, r.GameIsOver, r.NotSeated, r.GameNotStarted, r.NotVoted)
def _withdraw_vote(game: Game, command: c.WithdrawVote) -> tuple[e.Event, ...]:
    seat = _require_own_seat(game, command.by)
    if seat not in game.votes:
        raise r.NotVoted(seat)
    return (e.AbandonVoteWithdrawn(seat=seat),)


def _require_own_seat(game: Game, player: e.PlayerId) -> int:
    """Return the player's seat in a game in progress; raises GameIsOver, NotSeated or GameNotStarted."""
    require_not_over(game)
    seat = require_seat(game, player)
    if game.stage is not Stage.PLAYING:
        raise r.GameNotStarted
    return seat


def close_idle(game: Game) -> tuple[e.Event, ...]:
    """Return the close of a game that nobody attends; raises GameIsOver, or NothingDue while a clock runs.

    The time without a person is judged by the caller: it is no fact of the log.
    """
    require_not_over(game)
    if game.stage is Stage.WAITING_FOR_PLAYERS:
        return (e.GameClosed(reason=e.CloseReason.LOBBY_EXPIRED),)
    if game.stage is Stage.WAITING_FOR_SEEDS or (game.clocks is not None and game.clocks.running):
        raise NothingDue
    return (e.GameClosed(reason=e.CloseReason.NOBODY_RETURNED),)
