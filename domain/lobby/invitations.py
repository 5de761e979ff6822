"""Decisions on invitations to a game."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.lobby.checks import LOBBY_CLOSED, decides, require_lobby, require_player_id, require_seat
from domain.state import Game

MAX_INVITED = 20
"""The maximum number of open invitations of a game."""
MAX_DECLINED = 2
"""The number of declined invitations to a game after which a player cannot be invited to it again."""

MAY_NOT_INVITE: tuple[type[r.Refusal], ...] = (*LOBBY_CLOSED, r.NotSeated)
"""The refusals of `require_may_invite`."""


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
    if game.seat_of(require_player_id(command.player)) is not None:
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
