"""Executes commands within their rate limits and quotas."""

from __future__ import annotations

from collections.abc import Awaitable

from api.graphql.context import Context
from api.graphql.limits.quotas import Hold
from api.graphql.limits.rates import Kind
from api.graphql.operations.table_names import sit_down
from application.codec import GameId, Version
from application.games.command_handler import CommandOutcome
from application.refusals import TooManyMachineGames, TooManyOpenTables
from domain import commands as c
from domain.rules import all_rules


def kind_of(command: type[c.Command]) -> Kind | None:
    """Return the rate limit that counts a command in a game, besides that for mutations."""
    if command in (c.FillSeats, c.AutomateSeat):
        return Kind.MACHINES
    if command in c.LOBBY_COMMANDS:
        return Kind.LOBBY
    out_of_turn = {move for rules in all_rules() for move in rules.out_of_turn}
    return Kind.ANNOUNCEMENTS if command in out_of_turn else None


async def create(context: Context, command: c.CreateGame, command_id: str | None) -> CommandOutcome:
    """Create a game within the quota of open tables; raises a Refusal."""
    games = context.services.games
    try:
        async with context.services.quotas.tables.one_more(command.by, context.account.address) as hold:
            return await _held(hold, games.create(command, command_id))
    except TooManyOpenTables:
        # The first attempt of a repeated command may have used the last free place.
        if (repeated := await games.repeated(None, command, command_id)) is not None:
            return repeated
        raise


async def carry_out(
    context: Context, game: GameId, command: c.Command, command_id: str | None, expected: Version | None
) -> CommandOutcome:
    """Execute a command within the quota of games with machine players; raises a Refusal."""
    games = context.services.games
    if isinstance(command, c.JoinGame):
        return await sit_down(context, game, command, command_id, expected)
    if not isinstance(command, c.FillSeats):
        return await games.carry_out(game, command, command_id=command_id, expected=expected)
    try:
        async with context.services.quotas.machines.one_more(command.by, context.account.address) as hold:
            return await _held(hold, games.carry_out(game, command, command_id=command_id, expected=expected))
    except TooManyMachineGames:
        if (repeated := await games.repeated(game, command, command_id)) is not None:
            return repeated
        raise


async def _held(hold: Hold, outcome: Awaitable[CommandOutcome]) -> CommandOutcome:
    carried_out = await outcome
    hold(carried_out.game)
    return carried_out
