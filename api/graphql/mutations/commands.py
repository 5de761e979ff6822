"""Executes commands within their rate limits and quotas."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Final

from api.graphql.context import Context
from api.graphql.limits.quotas import RecordGame
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.table_names import sit_down
from application.codec import GameId, Version
from application.games.command_handler import CommandOutcome
from application.moderation.refusals import InvalidReason
from application.refusals import (
    ConfusableName,
    OptionRepeated,
    TooManyMachineGames,
    TooManyOpenTables,
    UnknownPlayer,
)
from domain import commands as c
from domain.commands import KickPlayer
from domain.refusals import Refusal
from domain.rematch.command import Rematch
from domain.rules import all_rules

MUTATION_REFUSALS: Final[Mapping[type[c.Command], tuple[type[Refusal], ...]]] = {
    c.CreateGame: (OptionRepeated, TooManyOpenTables),
    c.InvitePlayer: (UnknownPlayer,),
    c.JoinGame: (ConfusableName,),
    c.AcceptInvitationLink: (ConfusableName,),
    c.FillSeats: (TooManyMachineGames,),
    c.CloseGame: (InvalidReason,),
    KickPlayer: (InvalidReason,),
    Rematch: (ConfusableName, TooManyMachineGames, TooManyOpenTables),
}
"""Refusals of the mutations, in addition to those of their commands."""


def kind_of(command: type[c.Command]) -> CallKind | None:
    """Return the rate limit that counts a command in a game, besides that for mutations."""
    if command in (c.FillSeats, c.AutomateSeat):
        return CallKind.MACHINES
    if command in c.LOBBY_COMMANDS:
        return CallKind.LOBBY
    out_of_turn = {move for rules in all_rules() for move in rules.out_of_turn}
    return CallKind.ANNOUNCEMENTS if command in out_of_turn else None


async def create(context: Context, command: c.CreateGame, command_id: str | None) -> CommandOutcome:
    """Create a game within the quota of open tables; raises a Refusal."""
    games = context.services.games
    try:
        async with context.services.quotas.tables.reserve(command.by, context.account.address) as record:
            return await _recorded(record, games.create(command, command_id))
    except TooManyOpenTables:
        # The first attempt of a repeated command may have used the last free place.
        if (repeated := await games.repeated(None, command, command_id)) is not None:
            return repeated
        raise


def carry_out(
    context: Context, game: GameId, command: c.Command, command_id: str | None, expected: Version | None
) -> Awaitable[CommandOutcome]:
    """Execute a command within the quota of games with machine players; raises a Refusal.

    Not a coroutine of its own: each one around the wait for the log costs every move.
    """
    if isinstance(command, c.JoinGame):
        return sit_down(context, game, command, command_id, expected)
    if isinstance(command, c.FillSeats):
        return _fill_seats(context, game, command, command_id, expected)
    return context.services.games.carry_out(game, command, command_id=command_id, expected=expected)


async def _fill_seats(
    context: Context, game: GameId, command: c.FillSeats, command_id: str | None, expected: Version | None
) -> CommandOutcome:
    games = context.services.games
    try:
        async with context.services.quotas.machines.reserve(command.by, context.account.address) as record:
            return await _recorded(
                record, games.carry_out(game, command, command_id=command_id, expected=expected)
            )
    except TooManyMachineGames:
        if (repeated := await games.repeated(game, command, command_id)) is not None:
            return repeated
        raise


async def _recorded(record: RecordGame, outcome: Awaitable[CommandOutcome]) -> CommandOutcome:
    result = await outcome
    record(result.game)
    return result
