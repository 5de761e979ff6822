"""Decisions on the lobby's commands, which are common to all variants."""

from __future__ import annotations

from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.deal import link
from domain.game_start import COMMITMENT_REFUSALS, seed_committed
from domain.lobby_checks import (
    DECISIONS,
    LOBBY_CLOSED,
    REFUSALS,
    decides,
    free_machine_names,
    require_lobby,
    require_not_over,
    require_organizer,
    require_seat,
)
from domain.lobby_evolvers import player_invited
from domain.machine import has_player
from domain.operators.commands import KickPlayer
from domain.options import ClockKind
from domain.rematch.seats import place_of, require_seat_to_spare
from domain.rules import complete_options, rules_of
from domain.state import Game, Stage

MAX_INVITED = 20
"""The maximum number of open invitations of a game."""
MAX_DECLINED = 2
"""The number of declined invitations to a game after which a player cannot be invited to it again."""

MAY_NOT_INVITE: tuple[type[r.Refusal], ...] = (*LOBBY_CLOSED, r.NotSeated)
"""The refusals of `require_may_invite`."""


def create(command: c.CreateGame, secret: str) -> tuple[e.Event, ...]:
    """Return the events that create a game; `secret` is 32 bytes of entropy in hexadecimal."""
    rules = rules_of(command.variant)
    options = complete_options(rules, command.options)
    if options["clock"] != ClockKind.NONE and not has_player(rules.variant):
        reason = f"no machine player of {rules.variant} can move for a seat whose time is over"
        raise r.InvalidOption(option="clock", value=options["clock"], reason=reason)
    _require_reservable(command, rules.seats[-1])
    created = e.GameCreated(
        variant=rules.variant,
        rules_version=rules.version,
        options=options,
        access=command.access,
        organizer=_require_player_id(command.by),
        secret=secret,
        deal=link(secret, 0),
    )
    joined = e.PlayerJoined(seat=0, player=command.by)
    invited = (
        e.PlayerInvited(player=player, inviter=command.by, reserved=True) for player in command.reserved
    )
    return created, joined, *invited


def _require_reservable(command: c.CreateGame, seats: int) -> None:
    """Check that each reserved player is another one, and can have a seat; raises InvalidPlayer."""
    known = {command.by}
    for player in command.reserved:
        if _require_player_id(player) in known or len(known) >= seats:
            raise r.InvalidPlayer(player)
        known.add(player)


REFUSALS[c.CreateGame] = r.UnknownVariant, r.UnknownOption, r.InvalidOption, r.InvalidPlayer


def decide(game: Game, command: c.Command) -> tuple[e.Event, ...]:
    """Judge a lobby command: return the events that it leads to, or raise a typed Refusal."""
    decision = DECISIONS.get(type(command))
    if decision is None:
        raise TypeError(f"{type(command).__name__} is no command to an existing lobby")
    return decision(game, command)


def _require_machine_player(game: Game) -> None:
    if not has_player(game.variant):
        raise r.NoMachinePlayer(game.variant)


def _require_player_id(player: e.PlayerId) -> e.PlayerId:
    if not player.strip():
        raise r.InvalidPlayer(player)
    return player


def require_may_invite(game: Game, player: e.PlayerId) -> None:
    """Check that the player may invite others; raises one of `MAY_NOT_INVITE`."""
    require_lobby(game)
    require_seat(game, player)


@decides(
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
    require_lobby(game)
    if player not in game.invited:
        raise r.NotInvited(player)
    return player


@decides(c.DeclineInvitation, *LOBBY_CLOSED, r.NotInvited)
def _decline(game: Game, command: c.DeclineInvitation) -> tuple[e.Event, ...]:
    return (e.InvitationDeclined(player=_invited(game, command.by)),)


@decides(c.WithdrawInvitation, *LOBBY_CLOSED, r.NotSeated, r.NotInvited)
def _withdraw(game: Game, command: c.WithdrawInvitation) -> tuple[e.Event, ...]:
    require_lobby(game)
    require_seat(game, command.by)
    return (e.InvitationWithdrawn(player=_invited(game, command.player)),)


@decides(
    c.JoinGame,
    *LOBBY_CLOSED,
    r.InvalidPlayer,
    r.AlreadySeated,
    r.RemovedFromGame,
    r.NotInvited,
    r.GameFull,
    r.SeatsReserved,
    *COMMITMENT_REFUSALS,
)
def join(game: Game, command: c.JoinGame) -> tuple[e.Event, ...]:
    """Return the events by which a player takes a seat; raises a refusal declared for JoinGame."""
    require_lobby(game)
    if game.seat_of(_require_player_id(command.by)) is not None:
        raise r.AlreadySeated(command.by)
    if command.by not in game.invited:
        if command.by in game.removed:
            raise r.RemovedFromGame
        if game.access is e.Access.PRIVATE or game.reserved:
            raise r.NotInvited(command.by)
    if not (command.by in game.invited and command.by in game.reserved):
        _require_free_seat(game)
    require_seat_to_spare(game, command.by)
    seat = place_of(game, command.by)
    joined = e.PlayerJoined(seat=seat, player=command.by)
    if command.commitment is None:
        return (joined,)
    return joined, seed_committed(game, seat, command.by, command.commitment)


@decides(
    c.AcceptInvitationLink,
    r.InvalidInvitationLink,
    *LOBBY_CLOSED,
    r.InvalidPlayer,
    r.AlreadySeated,
    r.RemovedFromGame,
    r.GameFull,
    r.SeatsReserved,
)
def _accept(game: Game, command: c.AcceptInvitationLink) -> tuple[e.Event, ...]:
    if game.seat_of(command.inviter) is None:
        raise r.InvalidInvitationLink
    require_lobby(game)
    if game.seat_of(_require_player_id(command.by)) is not None:
        raise r.AlreadySeated(command.by)
    # The link may be older than the removal of the player, so it does not count as a new invitation.
    if not admits_by_link(game, command.by):
        raise r.RemovedFromGame
    told: tuple[e.Event, ...] = ()
    if (game.access is e.Access.PRIVATE or game.reserved) and command.by not in game.invited:
        # Not by `_invite`: a player may accept a link no matter how many invitations it has declined.
        invited = e.PlayerInvited(player=command.by, inviter=command.inviter)
        told, game = (invited,), player_invited(game, invited)
    return *told, *join(game, c.JoinGame(by=command.by))


def admits_by_link(game: Game, player: e.PlayerId | None) -> bool:
    """Return whether a link admits the player: a removed player first needs a new invitation."""
    return player not in game.removed or player in game.invited


def _require_free_seat(game: Game) -> int:
    """Return the number of free seats that are not reserved; raises GameFull when there is none."""
    most = game.rules.seats[-1]
    free = most - len(game.seats) - game.reserved_seats
    if free < 1:
        raise r.GameFull(most)
    return free


@decides(c.LeaveGame, *LOBBY_CLOSED, r.NotSeated)
def _leave(game: Game, command: c.LeaveGame) -> tuple[e.Event, ...]:
    require_lobby(game)
    return _give_up_seat(game, require_seat(game, command.by), removed=False)


@decides(c.RemovePlayer, *LOBBY_CLOSED, r.NotOrganizer, r.CannotRemoveYourself, r.NotSeated)
def _remove(game: Game, command: c.RemovePlayer) -> tuple[e.Event, ...]:
    require_lobby(game)
    require_organizer(game, command.by)
    if command.player == command.by:
        raise r.CannotRemoveYourself
    return _give_up_seat(game, require_seat(game, command.player), removed=True)


def _give_up_seat(game: Game, seat: int, *, removed: bool) -> tuple[e.Event, ...]:
    player = game.seats[seat].player
    staying = [other.player for other in game.seats if not other.machine and other.player != player]
    heir = game.organizer if game.organizer != player else next(iter(staying), None)
    left = e.PlayerLeft(seat=seat, player=player, removed=removed, organizer=heir)
    return (left,) if staying else (left, e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT))


@decides(c.FillSeats, *LOBBY_CLOSED, r.NotOrganizer, r.NoMachinePlayer, r.GameFull, r.InvalidCount)
def _fill(game: Game, command: c.FillSeats) -> tuple[e.Event, ...]:
    require_lobby(game)
    require_organizer(game, command.by)
    _require_machine_player(game)
    free = _require_free_seat(game)
    count = free if command.count is None else command.count
    if not 1 <= count <= free:
        raise r.InvalidCount(count, free)
    filled: list[e.Event] = []
    for seat, player in enumerate(free_machine_names(game, count), len(game.seats)):
        filled += e.PlayerJoined(seat=seat, player=player, machine=True), e.SeatAutomated(seat=seat)
    return tuple(filled)


@decides(c.AutomateSeat, r.GameIsOver, r.NotYourSeat, r.NotSeated, r.NoMachinePlayer, r.AlreadyAutomated)
def _automate(game: Game, command: c.AutomateSeat) -> tuple[e.Event, ...]:
    require_not_over(game)
    player, reason = command.by, e.AutomationReason.OWN_CHOICE
    if command.player not in (None, command.by):
        if command.by != game.organizer:
            raise r.NotYourSeat(command.player)
        # The caller of `decide` has checked that the player is absent: presence is no fact of the log.
        player, reason = command.player, e.AutomationReason.ABSENT
    seat = require_seat(game, player)
    _require_machine_player(game)
    if game.seats[seat].automated:
        raise r.AlreadyAutomated(seat)
    return (e.SeatAutomated(seat=seat, reason=reason),)


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
        return _give_up_seat(game, seat, removed=False)
    return _lose_seat(game, seat, e.AutomationReason.ERASED, e.CloseReason.PLAYER_ERASED)


@decides(KickPlayer, r.GameIsOver, r.NotSeated, r.AlreadyAutomated)
def _kick(game: Game, command: KickPlayer) -> tuple[e.Event, ...]:
    require_not_over(game)
    waiting = game.stage is Stage.WAITING_FOR_PLAYERS
    if waiting and command.player in game.invited:
        return (e.InvitationWithdrawn(player=command.player, removed=True),)
    seat = require_seat(game, command.player)
    if waiting:
        return _give_up_seat(game, seat, removed=True)
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


def with_vouched_seats(events: tuple[e.Event, ...], vouched: frozenset[e.PlayerId]) -> tuple[e.Event, ...]:
    """Return the events with the seats of vouched-for players added to `GameStarted`."""
    return tuple(
        replace(event, vouched=tuple(seat for seat, by in enumerate(event.players) if by in vouched))
        if isinstance(event, e.GameStarted)
        else event
        for event in events
    )
