"""Lobby invariants that hold in every log, whichever permission rules applied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from domain import events as e
from domain.game import NEW, Game, Stage
from domain.refusals import UnknownRules, UnknownVariant
from domain.rules import rules_of


def lobby_fault(game: Game, event: e.Event) -> str | None:
    """Return why a lobby event cannot come next, None if it can."""
    if game == NEW:
        return _created(event) if isinstance(event, e.GameCreated) else "a game begins with its creation"
    check = _IN_LOBBY.get(type(event))
    if check is not None:
        if game.stage is not Stage.WAITING_FOR_PLAYERS:
            return f"{type(event).__name__} is possible before the start alone"
        return check(game, event)
    check = _WHILE_IT_LASTS.get(type(event))
    if check is None:
        return f"no command leads to {type(event).__name__}"
    return "the game is over" if game.stage in (Stage.WON, Stage.CLOSED) else check(game, event)


def _created(event: e.GameCreated) -> str | None:
    try:
        rules = rules_of(event.variant, event.rules_version)
        msgspec.convert(event.options, rules.options)
    except (UnknownVariant, UnknownRules, msgspec.ValidationError) as error:
        return f"the game cannot be played: {error}"
    return None


def _created_again(_game: Game, _event: e.Event) -> str:
    return "a game is created once"


def _invited(game: Game, event: e.PlayerInvited) -> str | None:
    if game.seat_of(event.inviter) is None:
        return "the inviter has no seat"
    return _newcomer_fault(game, event.player) or (
        "the player is invited already" if event.player in game.invited else None
    )


def _uninvited(game: Game, event: e.InvitationDeclined | e.InvitationWithdrawn) -> str | None:
    return None if event.player in game.invited else "the player is not invited"


def _joined(game: Game, event: e.PlayerJoined) -> str | None:
    if event.seat != len(game.seats):
        return f"seat {event.seat} is not the next free one"
    if len(game.seats) >= game.rules.seats[-1]:
        return "no seat is free"
    if not (event.machine or game.access is e.Access.PUBLIC or event.player in game.invited):
        return "the player is not invited"
    return _newcomer_fault(game, event.player)


def _newcomer_fault(game: Game, player: e.PlayerId) -> str | None:
    return None if game.seat_of(player) is None else "the player has a seat already"


def _left(game: Game, event: e.PlayerLeft) -> str | None:
    if game.seat_of(event.player) != event.seat:
        return f"the player does not sit at seat {event.seat}"
    staying = [seat.player for seat in game.seats if not seat.machine and seat.player != event.player]
    heir = game.organizer if game.organizer != event.player else next(iter(staying), None)
    return None if event.organizer == heir else "the organizer is not the player who has to be"


def _started(game: Game, event: e.GameStarted) -> str | None:
    if event.players != tuple(seat.player for seat in game.seats):
        return "the players are not those who have the seats"
    if len(event.players) not in game.rules.seats:
        return "the game cannot be played by so many"
    return None if set(event.vouched) <= set(range(len(event.players))) else "there is no such seat"


def _automated(game: Game, event: e.SeatAutomated) -> str | None:
    if not 0 <= event.seat < len(game.seats):
        return f"there is no seat {event.seat}"
    return f"seat {event.seat} is automated already" if game.seats[event.seat].automated else None


def _closed(game: Game, event: e.GameClosed) -> str | None:
    # This close is not a command of its own: it is a consequence of the last player's departure.
    return "players stay" if event.reason is e.CloseReason.EVERYONE_LEFT else None


_IN_LOBBY: dict[type[e.Event], Callable[[Game, Any], str | None]] = {
    e.PlayerInvited: _invited,
    e.InvitationDeclined: _uninvited,
    e.InvitationWithdrawn: _uninvited,
    e.PlayerJoined: _joined,
    e.PlayerLeft: _left,
    e.GameStarted: _started,
}
_WHILE_IT_LASTS: dict[type[e.Event], Callable[[Game, Any], str | None]] = {
    e.GameCreated: _created_again,
    e.SeatAutomated: _automated,
    e.GameClosed: _closed,
}
