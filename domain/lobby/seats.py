"""Decisions on the seats of a lobby: players join and leave, and machine players fill seats."""

from __future__ import annotations

from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.lobby.checks import (
    LOBBY_CLOSED,
    decides,
    free_machine_names,
    require_lobby,
    require_machine_player,
    require_organizer,
    require_player_id,
    require_seat,
)
from domain.lobby.evolvers import player_invited
from domain.lobby.start import COMMITMENT_REFUSALS, seed_committed
from domain.machine.thinking import thinker_version
from domain.rematch.seats import belongs, machine_joined, place_of
from domain.state import Game


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
    if game.seat_of(require_player_id(command.by)) is not None:
        raise r.AlreadySeated(command.by)
    if command.by not in game.invited:
        if command.by in game.removed:
            raise r.RemovedFromGame
        if game.access is e.Access.PRIVATE:
            raise r.NotInvited(command.by)
        if not is_open_to(game, command.by):
            raise r.SeatsReserved(None if game.rematch is None else game.rematch.until)
    if not has_reserved_seat(game, command.by):
        _require_free_seat(game)
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
)
def _accept(game: Game, command: c.AcceptInvitationLink) -> tuple[e.Event, ...]:
    if game.seat_of(command.inviter) is None:
        raise r.InvalidInvitationLink
    require_lobby(game)
    if game.seat_of(require_player_id(command.by)) is not None:
        raise r.AlreadySeated(command.by)
    # The link may be older than the removal of the player, so it does not count as a new invitation.
    if not admits_by_link(game, command.by):
        raise r.RemovedFromGame
    told: tuple[e.Event, ...] = ()
    if command.by not in game.invited and not is_open_to(game, command.by):
        # Not by `_invite`: a player may accept a link no matter how many invitations it has declined.
        invited = e.PlayerInvited(player=command.by, inviter=command.inviter)
        told, game = (invited,), player_invited(game, invited)
    return *told, *join(game, c.JoinGame(by=command.by))


def is_open_to(game: Game, player: e.PlayerId) -> bool:
    """Return whether a player may join without an invitation."""
    return game.access is e.Access.PUBLIC and (not game.reserved or belongs(game, player))


def admits_by_link(game: Game, player: e.PlayerId | None) -> bool:
    """Return whether a link admits the player: a removed player first needs a new invitation."""
    return player not in game.removed or player in game.invited


def has_reserved_seat(game: Game, player: e.PlayerId) -> bool:
    """Return whether a free seat is reserved for a player."""
    return player in game.invited and player in game.reserved


def _require_free_seat(game: Game) -> int:
    """Return the number of free seats that are reserved for nobody; raises GameFull when there is none."""
    most = game.rules.seats[-1]
    free = most - len(game.seats) - game.reserved_seats
    if free < 1:
        raise r.GameFull(most)
    return free


@decides(c.LeaveGame, *LOBBY_CLOSED, r.NotSeated)
def _leave(game: Game, command: c.LeaveGame) -> tuple[e.Event, ...]:
    require_lobby(game)
    return give_up_seat(game, require_seat(game, command.by), removed=False)


@decides(c.RemovePlayer, *LOBBY_CLOSED, r.NotOrganizer, r.CannotRemoveYourself, r.NotSeated)
def _remove(game: Game, command: c.RemovePlayer) -> tuple[e.Event, ...]:
    require_lobby(game)
    require_organizer(game, command.by)
    if command.player == command.by:
        raise r.CannotRemoveYourself
    return give_up_seat(game, require_seat(game, command.player), removed=True)


def give_up_seat(game: Game, seat: int, *, removed: bool) -> tuple[e.Event, ...]:
    """Return the departure of a player from the lobby, which closes a game that nobody stays in."""
    player = game.seats[seat].player
    staying = [other.player for other in game.seats if not other.machine and other.player != player]
    heir = game.organizer if game.organizer != player else next(iter(staying), None)
    left = e.PlayerLeft(seat=seat, player=player, removed=removed, organizer=heir)
    return (left,) if staying else (left, e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT))


@decides(
    c.FillSeats,
    *LOBBY_CLOSED,
    r.NotOrganizer,
    r.NoMachinePlayer,
    r.LevelNotAvailable,
    r.GameFull,
    r.InvalidCount,
)
def _fill(game: Game, command: c.FillSeats) -> tuple[e.Event, ...]:
    require_lobby(game)
    require_organizer(game, command.by)
    require_machine_player(game, command.level)
    free = _require_free_seat(game)
    count = free if command.count is None else command.count
    if not 1 <= count <= free:
        raise r.InvalidCount(count, free)
    thinker = thinker_version(game.variant, game.rules_version, command.level)
    filled: list[e.Event] = []
    for seat, player in enumerate(free_machine_names(game, count), len(game.seats)):
        filled += machine_joined(seat, player, command.level, thinker)
    return tuple(filled)


def with_vouched_seats(events: tuple[e.Event, ...], vouched: frozenset[e.PlayerId]) -> tuple[e.Event, ...]:
    """Return the events with the seats of vouched-for players added to `GameStarted`."""
    return tuple(
        replace(event, vouched=tuple(seat for seat, by in enumerate(event.players) if by in vouched))
        if isinstance(event, e.GameStarted)
        else event
        for event in events
    )
