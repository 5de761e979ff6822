"""Repeated commands: a command id that was used before returns the first outcome again."""

from __future__ import annotations

from application.codec import GameId, Version
from application.games.command_digest import digest, is_digest
from application.games.command_outcome import CommandOutcome, command_outcome
from application.refusals import CommandIdReused
from application.store.port import CommandRow, Store
from application.watching.view_folding import fold_player_view
from domain.commands import Command
from domain.events import Event


class RepeatedCommands:
    """Finds the first outcomes of commands in the log."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, scope: str, command: Command, command_id: str | None) -> CommandOutcome | None:
        """Return the first outcome of a repeated command, else None; raises CommandIdReused.

        `scope` is that of `CommandRow`.
        """
        if command_id is None:
            return None
        row = await self._store.command(scope, command.by, command_id)
        return None if row is None else await self.outcome(row, command)

    async def outcome(self, row: CommandRow, command: Command) -> CommandOutcome:
        """Return the outcome of a recorded command; raises CommandIdReused if it is another one."""
        if not is_digest(row.digest, command):
            raise CommandIdReused(row.command_id)
        recorded = await self._store.read(row.game, upto=row.last)
        view = await fold_player_view(command.by, recorded)
        return command_outcome(row.game, row.last, view, recorded[row.first - 1 :])


def command_row(
    scope: str,
    command: Command,
    command_id: str | None,
    game: GameId,
    after: Version,
    events: tuple[Event, ...],
) -> CommandRow | None:
    """Return the record of a command whose events come after a version; None for one without an id."""
    if command_id is None:
        return None
    return CommandRow(
        scope=scope,
        caller=command.by,
        command_id=command_id,
        digest=digest(command),
        game=game,
        first=after + 1,
        last=after + len(events),
    )
