"""Decisions on the lobby's commands, which are common to all variants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.lobby_evolvers import player_invited
from domain.machine import has_player
from domain.rules import complete_options, rules_of
from domain.state import Game, Stage

MAX_INVITED = 20
"""The maximum number of open invitations of a game."""
MAX_DECLINED = 2
"""The number of declined invitations to a game after which a player cannot be invited to it again."""

_LOBBY_CLOSED: tuple[type[r.Refusal], ...] = (r.GameAlreadyStarted, r.GameIsOver)
MAY_NOT_INVITE: tuple[type[r.Refusal], ...] = (*_LOBBY_CLOSED, r.NotSeated)
"""The refusals of `require_may_invite`."""

REFUSALS: dict[type[c.Command], tuple[type[r.Refusal], ...]] = {}
"""The refusals of `create` and `decide`, by command."""
_DECISIONS: dict[type[c.Command], Callable[[Game, Any], tuple[e.Event, ...]]] = {}

F = TypeVar("F", bound=Callable[..., tuple[e.Event, ...]])


def _decides(command: type[c.Command], *refusals: type[r.Refusal]) -> Callable[[F], F]:
    """Register the decision on a command, with all the refusals that it may raise."""

    def declare(decision: F) -> F:
        REFUSALS[command], _DECISIONS[command] = refusals, decision
        return decision

    return declare


def create(command: c.CreateGame, secret: str) -> tuple[e.Event, ...]:
    """Return the events that create a game; `secret` is 32 bytes of entropy in hexadecimal."""
    rules = rules_of(command.variant)
    options = complete_options(rules, command.options)
    created = e.GameCreated(
        variant=rules.variant,
        rules_version=rules.version,
        options=options,
        access=command.access,
        organizer=_require_player_id(command.by),
        secret=secret,
    )
    return created, e.PlayerJoined(seat=0, player=command.by)


REFUSALS[c.CreateGame] = r.UnknownVariant, r.UnknownOption, r.InvalidOption, r.InvalidPlayer


def decide(game: Game, command: c.Command) -> tuple[e.Event, ...]:
    """Judge a lobby command: return the events that it leads to, or raise a typed Refusal."""
    decision = _DECISIONS.get(type(command))
    if decision is None:
        raise TypeError(f"{type(command).__name__} is no command to an existing lobby")
    return decision(game, command)


def _require_lobby(game: Game) -> None:
    if game.stage is Stage.PLAYING:
        raise r.GameAlreadyStarted
    require_not_over(game)


def require_not_over(game: Game) -> None:
    """Raise GameIsOver when the game was won or closed."""
    if game.stage in (Stage.WON, Stage.CLOSED):
        raise r.GameIsOver


def require_seat(game: Game, player: e.PlayerId) -> int:
    """Return the player's seat; raises NotSeated."""
    seat = game.seat_of(player)
    if seat is None:
        raise r.NotSeated(player)
    return seat


def _require_organizer(game: Game, player: e.PlayerId) -> None:
    if player != game.organizer:
        raise r.NotOrganizer(game.organizer)


def _require_machine_player(game: Game) -> None:
    if not has_player(game.variant):
        raise r.NoMachinePlayer(game.variant)


def _require_player_id(player: e.PlayerId) -> e.PlayerId:
    if not player.strip():
        raise r.InvalidPlayer(player)
    return player


def require_may_invite(game: Game, player: e.PlayerId) -> None:
    """Check that the player may invite others; raises one of `MAY_NOT_INVITE`."""
    _require_lobby(game)
    require_seat(game, player)


@_decides(
    c.InvitePlayer,
    *MAY_NOT_INVITE,
    r.InvalidPlayer,
    r.AlreadySeated,
    r.AlreadyInvited,
    r.PlayerHasDeclined,
    r.TooManyInvitations,
)
def _invite(game: Game, command: c.InvitePlayer) -> tuple[e.Event, ...]:
    require_may_invite(game, command.by)
    if game.seat_of(_require_player_id(command.player)) is not None:
        raise r.AlreadySeated(command.player)
    if command.player in game.invited:
        raise r.AlreadyInvited(command.player)
    if game.declined.count(command.player) >= MAX_DECLINED:
        raise r.PlayerHasDeclined(command.player)
    if len(game.invited) >= MAX_INVITED:
        raise r.TooManyInvitations(MAX_INVITED)
    return (e.PlayerInvited(player=command.player, inviter=command.by),)


def _invited(game: Game, player: e.PlayerId) -> e.PlayerId:
    _require_lobby(game)
    if player not in game.invited:
        raise r.NotInvited(player)
    return player


@_decides(c.DeclineInvitation, *_LOBBY_CLOSED, r.NotInvited)
def _decline(game: Game, command: c.DeclineInvitation) -> tuple[e.Event, ...]:
    return (e.InvitationDeclined(player=_invited(game, command.by)),)


@_decides(c.WithdrawInvitation, *_LOBBY_CLOSED, r.NotSeated, r.NotInvited)
def _withdraw(game: Game, command: c.WithdrawInvitation) -> tuple[e.Event, ...]:
    _require_lobby(game)
    require_seat(game, command.by)
    return (e.InvitationWithdrawn(player=_invited(game, command.player)),)


@_decides(
    c.JoinGame, *_LOBBY_CLOSED, r.InvalidPlayer, r.AlreadySeated, r.RemovedFromGame, r.NotInvited, r.GameFull
)
def _join(game: Game, command: c.JoinGame) -> tuple[e.Event, ...]:
    _require_lobby(game)
    if game.seat_of(_require_player_id(command.by)) is not None:
        raise r.AlreadySeated(command.by)
    if command.by not in game.invited:
        if command.by in game.removed:
            raise r.RemovedFromGame
        if game.access is e.Access.PRIVATE:
            raise r.NotInvited(command.by)
    _require_free_seat(game)
    return (e.PlayerJoined(seat=len(game.seats), player=command.by),)


@_decides(
    c.AcceptInvitationLink,
    r.InvalidInvitationLink,
    *_LOBBY_CLOSED,
    r.InvalidPlayer,
    r.AlreadySeated,
    r.RemovedFromGame,
    r.GameFull,
)
def _accept(game: Game, command: c.AcceptInvitationLink) -> tuple[e.Event, ...]:
    if game.seat_of(command.inviter) is None:
        raise r.InvalidInvitationLink
    _require_lobby(game)
    if game.seat_of(_require_player_id(command.by)) is not None:
        raise r.AlreadySeated(command.by)
    # The link may be older than the removal of the player, so it does not count as a new invitation.
    if not admits_by_link(game, command.by):
        raise r.RemovedFromGame
    told: tuple[e.Event, ...] = ()
    if game.access is e.Access.PRIVATE and command.by not in game.invited:
        # Not by `_invite`: a player may accept a link no matter how many invitations it has declined.
        invited = e.PlayerInvited(player=command.by, inviter=command.inviter)
        told, game = (invited,), player_invited(game, invited)
    return *told, *_join(game, c.JoinGame(by=command.by))


def admits_by_link(game: Game, player: e.PlayerId | None) -> bool:
    """Return whether a link admits the player: a removed player first needs a new invitation."""
    return player not in game.removed or player in game.invited


def _require_free_seat(game: Game) -> int:
    """Return the number of free seats; raises GameFull when there is none."""
    most = game.rules.seats[-1]
    if len(game.seats) >= most:
        raise r.GameFull(most)
    return most - len(game.seats)


@_decides(c.LeaveGame, *_LOBBY_CLOSED, r.NotSeated)
def _leave(game: Game, command: c.LeaveGame) -> tuple[e.Event, ...]:
    _require_lobby(game)
    return _give_up_seat(game, require_seat(game, command.by), removed=False)


@_decides(c.RemovePlayer, *_LOBBY_CLOSED, r.NotOrganizer, r.CannotRemoveYourself, r.NotSeated)
def _remove(game: Game, command: c.RemovePlayer) -> tuple[e.Event, ...]:
    _require_lobby(game)
    _require_organizer(game, command.by)
    if command.player == command.by:
        raise r.CannotRemoveYourself
    return _give_up_seat(game, require_seat(game, command.player), removed=True)


def _give_up_seat(game: Game, seat: int, *, removed: bool) -> tuple[e.Event, ...]:
    player = game.seats[seat].player
    staying = [other.player for other in game.seats if not other.machine and other.player != player]
    heir = game.organizer if game.organizer != player else next(iter(staying), None)
    left = e.PlayerLeft(seat=seat, player=player, removed=removed, organizer=heir)
    return (left,) if staying else (left, e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT))


@_decides(c.FillSeats, *_LOBBY_CLOSED, r.NotOrganizer, r.NoMachinePlayer, r.GameFull, r.InvalidCount)
def _fill(game: Game, command: c.FillSeats) -> tuple[e.Event, ...]:
    _require_lobby(game)
    _require_organizer(game, command.by)
    _require_machine_player(game)
    free = _require_free_seat(game)
    count = free if command.count is None else command.count
    if not 1 <= count <= free:
        raise r.InvalidCount(count, free)
    taken = {seat.player for seat in game.seats}
    names = (f"machine-{number}" for number in range(1, len(taken) + count + 1))
    players = [name for name in names if name not in taken][:count]
    filled: list[e.Event] = []
    for seat, player in enumerate(players, len(game.seats)):
        filled += e.PlayerJoined(seat=seat, player=player, machine=True), e.SeatAutomated(seat=seat)
    return tuple(filled)


@_decides(c.StartGame, *_LOBBY_CLOSED, r.NotOrganizer, r.WrongNumberOfPlayers)
def _start(game: Game, command: c.StartGame) -> tuple[e.Event, ...]:
    _require_lobby(game)
    _require_organizer(game, command.by)
    seats = game.rules.seats
    if len(game.seats) not in seats:
        raise r.WrongNumberOfPlayers(len(game.seats), seats[0], seats[-1])
    return (e.GameStarted(players=tuple(seat.player for seat in game.seats)),)


@_decides(c.AutomateSeat, r.GameIsOver, r.NotYourSeat, r.NotSeated, r.NoMachinePlayer, r.AlreadyAutomated)
def _automate(game: Game, command: c.AutomateSeat) -> tuple[e.Event, ...]:
    require_not_over(game)
    if command.player not in (None, command.by):
        raise r.NotYourSeat(command.player)
    seat = require_seat(game, command.by)
    _require_machine_player(game)
    if game.seats[seat].automated:
        raise r.AlreadyAutomated(seat)
    return (e.SeatAutomated(seat=seat, reason=e.AutomationReason.OWN_CHOICE),)


@_decides(c.CloseGame, r.GameIsOver)
def _close(game: Game, command: c.CloseGame) -> tuple[e.Event, ...]:
    require_not_over(game)
    return (e.GameClosed(reason=e.CloseReason.CLOSED_BY_OPERATOR),)


@_decides(c.VacateSeat, r.GameIsOver, r.NotSeated, r.AlreadyAutomated)
def _vacate(game: Game, command: c.VacateSeat) -> tuple[e.Event, ...]:
    require_not_over(game)
    waiting = game.stage is Stage.WAITING_FOR_PLAYERS
    if waiting and command.by in game.invited:
        return (e.InvitationDeclined(player=command.by),)
    seat = require_seat(game, command.by)
    if waiting:
        return _give_up_seat(game, seat, removed=False)
    if game.seats[seat].automated:
        raise r.AlreadyAutomated(seat)
    if not has_player(game.variant):
        return (e.GameClosed(reason=e.CloseReason.PLAYER_ERASED),)
    return (e.SeatAutomated(seat=seat, reason=e.AutomationReason.ERASED),)


def with_vouched_seats(events: tuple[e.Event, ...], vouched: frozenset[e.PlayerId]) -> tuple[e.Event, ...]:
    """Return the events with the seats of vouched-for players added to `GameStarted`."""
    return tuple(
        replace(event, vouched=tuple(seat for seat, by in enumerate(event.players) if by in vouched))
        if isinstance(event, e.GameStarted)
        else event
        for event in events
    )
