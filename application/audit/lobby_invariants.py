"""Lobby invariants that hold in every log, whichever permission rules applied."""

from __future__ import annotations

from datetime import datetime

import msgspec

from application.audit.rematch_invariants import NOTHING_RESERVED, may_take, release_fault, rematch_fault
from application.audit.seed_invariants import seed_fault, start_fault
from domain import events as e
from domain.game import NEW, Game, Stage
from domain.lobby.evolvers import GIVEN_UP
from domain.lobby.seats import is_open_to
from domain.refusals import UnknownRules, UnknownVariant
from domain.rules import rules_of
from domain.state import BEFORE_START, OVER


def lobby_fault(game: Game, event: e.Event, at: datetime) -> str | None:
    """Return why a lobby event, recorded then, cannot come next, None if it can."""
    if game == NEW:
        if not isinstance(event, e.GameCreated):
            return "a game begins with its creation"
        return _creation_fault(event)
    over = game.stage in OVER
    match event:
        case (
            e.PlayerInvited()
            | e.InvitationDeclined()
            | e.InvitationWithdrawn()
            | e.PlayerJoined()
            | e.PlayerLeft()
            | e.MissingPlayersChosen()
            | e.SeatsReleased()
            | e.SeedCommitted()
            | e.SeatsClosed()
        ) if game.stage is not Stage.WAITING_FOR_PLAYERS:
            return f"{type(event).__name__} is possible only while the seats are open"
        case e.GameStarted() if game.stage not in BEFORE_START:
            return "GameStarted is possible before the start alone"
        case e.SeedRevealed() if game.stage is not Stage.WAITING_FOR_SEEDS:
            return "SeedRevealed is possible only once the seats are closed"
        case e.SeedCommitted() | e.SeatsClosed() | e.SeedRevealed():
            return seed_fault(game, event, at)
        case e.PlayerInvited():
            return _invitation_fault(game, event)
        case e.InvitationDeclined() | e.InvitationWithdrawn():
            return None if event.player in game.invited else "the player is not invited"
        case e.PlayerJoined():
            return _join_fault(game, event)
        case e.MissingPlayersChosen():
            return None if game.rematch is not None and game.rematch.until is not None else NOTHING_RESERVED
        case e.SeatsReleased():
            return release_fault(game, at)
        case e.PlayerLeft():
            return _leave_fault(game, event)
        case e.GameStarted():
            return _start_fault(game, event) or start_fault(game, event, at)
        case (
            e.GameCreated()
            | e.SeatAutomated()
            | e.SeatReclaimed()
            | e.AbandonVoted()
            | e.AbandonVoteWithdrawn()
            | e.GameClosed()
        ) if over:
            return "the game is over"
        case e.GameCreated():
            return "a game is created once"
        case e.SeatAutomated():
            return _automation_fault(game, event)
        case e.SeatReclaimed():
            return _reclaim_fault(game, event)
        case e.AbandonVoted():
            return _vote_fault(game, event)
        case e.AbandonVoteWithdrawn():
            return None if event.seat in game.votes else f"seat {event.seat} has not voted"
        case e.GameClosed():
            return _close_fault(game, event.reason)
        case _:
            return f"no command leads to {type(event).__name__}"


def _creation_fault(event: e.GameCreated) -> str | None:
    try:
        rules = rules_of(event.variant, event.rules_version)
        msgspec.convert(event.options, rules.options)
    except (UnknownVariant, UnknownRules, msgspec.ValidationError) as error:
        return f"the game cannot be played: {error}"
    return rematch_fault(event)


def _invitation_fault(game: Game, event: e.PlayerInvited) -> str | None:
    if game.seat_of(event.inviter) is None:
        return "the inviter has no seat"
    return _newcomer_fault(game, event.player) or (
        "the player is invited already" if event.player in game.invited else None
    )


def _join_fault(game: Game, event: e.PlayerJoined) -> str | None:
    if not may_take(game, event):
        return f"seat {event.seat} is not the one that the player has to take"
    if len(game.seats) >= game.rules.seats[-1]:
        return "no seat is free"
    if not (event.machine or event.player in game.invited or is_open_to(game, event.player)):
        return "the player is not invited"
    return _newcomer_fault(game, event.player)


def _newcomer_fault(game: Game, player: e.PlayerId) -> str | None:
    return None if game.seat_of(player) is None else "the player has a seat already"


def _leave_fault(game: Game, event: e.PlayerLeft) -> str | None:
    if game.seat_of(event.player) != event.seat:
        return f"the player does not sit at seat {event.seat}"
    staying = [seat.player for seat in game.seats if not seat.machine and seat.player != event.player]
    heir = game.organizer if game.organizer != event.player else next(iter(staying), None)
    return None if event.organizer == heir else "the organizer is not the player who has to be"


def _start_fault(game: Game, event: e.GameStarted) -> str | None:
    if event.players != tuple(seat.player for seat in game.seats):
        return "the players are not those who have the seats"
    if len(event.players) not in game.rules.seats:
        return "the game cannot be played by so many"
    return None if set(event.vouched) <= set(range(len(event.players))) else "there is no such seat"


def _automation_fault(game: Game, event: e.SeatAutomated) -> str | None:
    if not 0 <= event.seat < len(game.seats):
        return f"there is no seat {event.seat}"
    if event.reason is e.AutomationReason.CLOCK:
        return f"the clock of seat {event.seat} has not run out"
    if event.reason is e.AutomationReason.RESIGNED and game.stage is not Stage.PLAYING:
        return "nobody can resign before the start"
    if event.reason in GIVEN_UP and event.seat not in game.given_up:
        # A seat that its player could have taken back is given up for good.
        return None
    return f"seat {event.seat} is automated already" if game.seats[event.seat].automated else None


def _close_fault(game: Game, reason: e.CloseReason) -> str | None:
    match reason:
        case e.CloseReason.EVERYONE_LEFT:
            # This close is not a command of its own: it is a consequence of the last player's departure.
            return "players stay"
        case e.CloseReason.ABANDONED:
            return "not everyone has voted"
        case e.CloseReason.LOBBY_EXPIRED if game.stage is not Stage.WAITING_FOR_PLAYERS:
            return "the seats are closed"
        case e.CloseReason.NOBODY_RETURNED if game.has_deadline or game.stage in BEFORE_START:
            return "the game does not wait for somebody to return"
        case _:
            return None


def _reclaim_fault(game: Game, event: e.SeatReclaimed) -> str | None:
    if game.seat_of(event.player) != event.seat:
        return f"the player does not sit at seat {event.seat}"
    if game.seats[event.seat].machine:
        return f"seat {event.seat} is a machine player's"
    if event.seat in game.given_up:
        return f"seat {event.seat} was given up for good"
    return None if game.seats[event.seat].automated else f"the machine does not play seat {event.seat}"


def _vote_fault(game: Game, event: e.AbandonVoted) -> str | None:
    if game.stage is not Stage.PLAYING or event.seat not in game.people_playing:
        return f"no person plays seat {event.seat}"
    return f"seat {event.seat} has voted already" if event.seat in game.votes else None
