"""Decisions on people who leave a game, return to it, agree to end it, or lose their seats."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.deadlines import NothingDue
from domain.lobby.checks import decides, require_machine_player, require_not_over, require_seat
from domain.lobby.seats import give_up_seat
from domain.machine import has_player
from domain.machine.thinking import thinker_version
from domain.state import Game, Stage


@decides(
    c.AutomateSeat,
    r.GameIsOver,
    r.NotYourSeat,
    r.NotSeated,
    r.NoMachinePlayer,
    r.LevelNotAvailable,
    r.AlreadyAutomated,
)
def _automate(game: Game, command: c.AutomateSeat) -> tuple[e.Event, ...]:
    require_not_over(game)
    player, reason = command.by, e.AutomationReason.OWN_CHOICE
    if command.player not in (None, command.by):
        if command.by != game.organizer or not plays(game, command.by):
            raise r.NotYourSeat(command.player)
        # The caller of `decide` has checked that the player is absent: presence is no fact of the log.
        player, reason = command.player, e.AutomationReason.ABSENT
    seat = require_seat(game, player)
    require_machine_player(game, command.level)
    if game.seats[seat].automated:
        raise r.AlreadyAutomated(seat)
    thinker = thinker_version(game.variant, game.rules_version, command.level)
    return (e.SeatAutomated(seat=seat, reason=reason, level=command.level, thinker=thinker),)


def plays(game: Game, player: e.PlayerId) -> bool:
    """Return whether a game is being played, and the player plays its seat in person."""
    return game.stage is Stage.PLAYING and game.seat_of(player) in game.people_playing


@decides(c.CloseGame, r.GameIsOver)
def _close(game: Game, command: c.CloseGame) -> tuple[e.Event, ...]:
    require_not_over(game)
    return (e.GameClosed(reason=e.CloseReason.CLOSED_BY_OPERATOR),)


@decides(c.VacateSeat, r.GameIsOver, r.NotSeated, r.AlreadyAutomated)
def _vacate(game: Game, command: c.VacateSeat) -> tuple[e.Event, ...]:
    require_not_over(game)
    waiting = game.stage is Stage.WAITING_FOR_PLAYERS
    if waiting and command.by in game.invited:
        return (e.InvitationDeclined(player=command.by),)
    seat = require_seat(game, command.by)
    if waiting:
        return give_up_seat(game, seat, removed=False)
    return _lose_seat(game, seat, e.AutomationReason.ERASED, e.CloseReason.PLAYER_ERASED)


@decides(c.KickPlayer, r.GameIsOver, r.NotSeated, r.AlreadyAutomated)
def _kick(game: Game, command: c.KickPlayer) -> tuple[e.Event, ...]:
    require_not_over(game)
    waiting = game.stage is Stage.WAITING_FOR_PLAYERS
    if waiting and command.player in game.invited:
        return (e.InvitationWithdrawn(player=command.player, removed=True),)
    seat = require_seat(game, command.player)
    if waiting:
        return give_up_seat(game, seat, removed=True)
    return _lose_seat(game, seat, e.AutomationReason.KICKED, e.CloseReason.CLOSED_BY_OPERATOR)


def _lose_seat(
    game: Game, seat: int, automation: e.AutomationReason, close: e.CloseReason
) -> tuple[e.Event, ...]:
    """Hand a seat to the machine after the seats are closed, or close a game that cannot go on with it."""
    if game.seats[seat].machine or seat in game.given_up:
        raise r.AlreadyAutomated(seat)
    stays = any(not other.automated for number, other in enumerate(game.seats) if number != seat)
    nobody_starts = game.stage is Stage.WAITING_FOR_SEEDS and not stays
    if nobody_starts or not has_player(game.variant):
        return (e.GameClosed(reason=close),)
    return (e.SeatAutomated(seat=seat, reason=automation),)


@decides(c.ReclaimSeat, r.GameIsOver, r.NotSeated, r.SeatNotAutomated, r.SeatGivenUp)
def _reclaim(game: Game, command: c.ReclaimSeat) -> tuple[e.Event, ...]:
    require_not_over(game)
    seat = _require_person(game, command.by)
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
    seat = _require_person(game, player)
    if game.stage is not Stage.PLAYING:
        raise r.GameNotStarted
    return seat


def _require_person(game: Game, player: e.PlayerId) -> int:
    """Return the player's seat; raises NotSeated, for a machine player too."""
    seat = require_seat(game, player)
    if game.seats[seat].machine:
        raise r.NotSeated(player)
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
