"""Commands of operators in games: permission, and the entry in the audit trail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

import strawberry

from api.graphql.context import NOT_SIGNED_IN, Context
from api.graphql.errors.faults import fault
from application.codec import GameId
from application.moderation.audit_trail import Action, ModerationAction, Operator, checked_reason
from domain import commands as c
from domain.commands import KickPlayer

T = TypeVar("T")

ACTIONS: Final[Mapping[type[c.Command], ModerationAction]] = {
    c.CloseGame: ModerationAction.CLOSE_GAME,
    KickPlayer: ModerationAction.KICK_PLAYER,
}
REASON_TEXT: Final = "The reason, for the audit trail: 1 to 500 characters."


def reason_field(command: type[c.Command]) -> tuple[Any, Any]:
    """Return the type and the field of a command's reason, which `closeGame` did not have at first."""
    if command is c.CloseGame:
        return str | None, strawberry.field(default=None, description=REASON_TEXT)
    return str, strawberry.field(description=REASON_TEXT)


async def operator_of(context: Context) -> Operator:
    """Return the calling operator; any other caller is a top-level error."""
    await context.require_operator()
    found = await context.services.players.get(await context.require_player())
    if found is None:
        raise fault("UNAUTHENTICATED", NOT_SIGNED_IN)
    return Operator(id=found.id, name=found.name)


async def recorded(
    context: Context,
    game: GameId,
    command: c.Command,
    reason: str | None,
    command_id: str | None,
    work: Callable[[], Awaitable[T]],
) -> T:
    """Carry out an operator's command with its entry in the audit trail; raises a Refusal."""
    action = Action(
        action=ACTIONS[type(command)],
        reason=None if reason is None else checked_reason(reason),
        game=game,
        player=command.player if isinstance(command, KickPlayer) else None,
        command_id=command_id,
    )
    return await context.services.moderation.in_game(await operator_of(context), action, work)
