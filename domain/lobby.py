"""Decisions on the lobby's commands, which are common to all variants."""

from __future__ import annotations

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


def create(command: c.CreateGame, secret: str) -> tuple[e.Event, ...]:
    """Return the events that create a game; `secret` is 32 bytes of entropy in hexadecimal.

    Raises UnknownVariant, UnknownOption, InvalidOption, InvalidPlayer.
    """
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


def decide(game: Game, command: c.Command) -> tuple[e.Event, ...]:
    """Judge a lobby command: return the events that it leads to, or raise a typed Refusal."""
    match command:
        case c.InvitePlayer():
            return _invite(game, command)
        case c.DeclineInvitation():
            return _decline(game, command)
        case c.WithdrawInvitation():
            return _withdraw(game, command)
        case c.JoinGame():
            return _join(game, command)
        case c.AcceptInvitation():
            return _accept(game, command)
        case c.LeaveGame():
            return _leave(game, command)
        case c.RemovePlayer():
            return _remove(game, command)
        case c.FillSeats():
            return _fill(game, command)
        case c.StartGame():
            return _start(game, command)
        case c.AutomateSeat():
            return _automate(game, command)
        case c.CloseGame():
            return _close(game, command)
        case c.VacateSeat():
            return _vacate(game, command)
        case _:
            raise TypeError(f"{type(command).__name__} is no command to an existing lobby")


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
    """Check that the player may invite others; raises GameAlreadyStarted, GameIsOver and NotSeated."""
    _require_lobby(game)
    require_seat(game, player)


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


def _decline(game: Game, command: c.DeclineInvitation) -> tuple[e.Event, ...]:
    return (e.InvitationDeclined(player=_invited(game, command.by)),)


def _withdraw(game: Game, command: c.WithdrawInvitation) -> tuple[e.Event, ...]:
    _require_lobby(game)
    require_seat(game, command.by)
    return (e.InvitationWithdrawn(player=_invited(game, command.player)),)


def _join(game: Game, command: c.JoinGame) -> tuple[e.Event, ...]:
    _require_lobby(game)
    if game.seat_of(_require_player_id(command.by)) is not None:
        raise r.AlreadySeated(command.by)
    if command.by not in game.invited:
        if command.by in game.removed:
            raise r.RemovedFromGame
        if game.access is e.Access.PRIVATE:
            raise r.NotInvited(command.by)
    _require_free_seats(game, 1)
    return (e.PlayerJoined(seat=len(game.seats), player=command.by),)


def _accept(game: Game, command: c.AcceptInvitation) -> tuple[e.Event, ...]:
    if game.seat_of(command.inviter) is None:
        raise r.InvalidInvitation
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


def _require_free_seats(game: Game, more: int) -> None:
    most = game.rules.seats[-1]
    if len(game.seats) + more > most:
        raise r.GameFull(most)


def _leave(game: Game, command: c.LeaveGame) -> tuple[e.Event, ...]:
    _require_lobby(game)
    return _give_up_seat(game, require_seat(game, command.by), removed=False)


def _remove(game: Game, command: c.RemovePlayer) -> tuple[e.Event, ...]:
    _require_lobby(game)
    _require_organizer(game, command.by)
    return _give_up_seat(game, require_seat(game, command.player), removed=True)


def _give_up_seat(game: Game, seat: int, *, removed: bool) -> tuple[e.Event, ...]:
    player = game.seats[seat].player
    staying = [other.player for other in game.seats if not other.machine and other.player != player]
    heir = game.organizer if game.organizer != player else next(iter(staying), None)
    left = e.PlayerLeft(seat=seat, player=player, removed=removed, organizer=heir)
    return (left,) if staying else (left, e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT))


def _fill(game: Game, command: c.FillSeats) -> tuple[e.Event, ...]:
    _require_lobby(game)
    _require_organizer(game, command.by)
    _require_machine_player(game)
    free = game.rules.seats[-1] - len(game.seats)
    count = free if command.count is None else command.count
    _require_free_seats(game, max(count, 1))
    if count < 1:
        raise r.InvalidCount(count)
    taken = {seat.player for seat in game.seats}
    names = (f"machine-{number}" for number in range(1, len(taken) + count + 1))
    players = [name for name in names if name not in taken][:count]
    filled: list[e.Event] = []
    for seat, player in enumerate(players, len(game.seats)):
        filled += e.PlayerJoined(seat=seat, player=player, machine=True), e.SeatAutomated(seat=seat)
    return tuple(filled)


def _start(game: Game, command: c.StartGame) -> tuple[e.Event, ...]:
    _require_lobby(game)
    _require_organizer(game, command.by)
    seats = game.rules.seats
    if len(game.seats) not in seats:
        raise r.WrongNumberOfPlayers(len(game.seats), seats[0], seats[-1])
    return (e.GameStarted(players=tuple(seat.player for seat in game.seats)),)


def _automate(game: Game, command: c.AutomateSeat) -> tuple[e.Event, ...]:
    require_not_over(game)
    if command.player not in (None, command.by):
        raise r.NotYourSeat(command.player)
    seat = require_seat(game, command.by)
    _require_machine_player(game)
    if game.seats[seat].automated:
        raise r.AlreadyAutomated(seat)
    return (e.SeatAutomated(seat=seat, reason=e.AutomationReason.OWN_CHOICE),)


def _close(game: Game, command: c.CloseGame) -> tuple[e.Event, ...]:
    require_not_over(game)
    return (e.GameClosed(reason=e.CloseReason.CLOSED_BY_OPERATOR),)


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
