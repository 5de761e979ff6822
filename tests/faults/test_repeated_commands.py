"""A command sent to two processes at once is executed once, and both acknowledge it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.memory import MemoryStore
from application.store.port import CommandRow
from domain.commands import CreateGame, JoinGame
from domain.events import PlayerId


class Interrupted(MemoryStore):
    """A store that runs a hook after the next lookup of a command id."""

    def __init__(self) -> None:
        super().__init__()
        self.after_lookup: list[Callable[[], Awaitable[object]]] = []

    async def command(self, scope: str, caller: PlayerId, command_id: str) -> CommandRow | None:
        found = await super().command(scope, caller, command_id)
        if self.after_lookup:
            await self.after_lookup.pop()()
        return found


async def test_command_executed_elsewhere_between_the_id_lookup_and_the_read_is_found() -> None:
    store = Interrupted()
    here, there = (CommandHandler(store, Croupier(seeded_entropy(seed))) for seed in range(2))
    game = (await here.create(CreateGame(by="ann", variant="hundred-and-ten"), "create")).game
    join = JoinGame(by="bob")
    # The game is not resident in `there`, so it is read after `here` has executed the command.
    store.after_lookup = [lambda: here.carry_out(game, join, command_id="join")]
    answer = await there.carry_out(game, join, command_id="join")
    assert answer == await here.carry_out(game, join, command_id="join")
    assert await store.version(game) == answer.version
