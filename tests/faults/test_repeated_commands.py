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
    """A log at which something else happens just after it was asked for a command that it does not know."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: list[Callable[[], Awaitable[object]]] = []

    async def command(self, scope: str, caller: PlayerId, command_id: str) -> CommandRow | None:
        found = await super().command(scope, caller, command_id)
        if self.meanwhile:
            await self.meanwhile.pop()()
        return found


async def test_the_other_process_is_quicker_between_the_look_for_the_id_and_the_look_at_the_game() -> None:
    store = Interrupted()
    here, there = (CommandHandler(store, Croupier(seeded_entropy(seed))) for seed in range(2))
    game = (await here.create(CreateGame(by="ann", variant="hundred-and-ten"), "create")).game
    join = JoinGame(by="bob")
    # Not in the memory of `there`, so it is read after the other one has carried the command out.
    store.meanwhile = [lambda: here.carry_out(game, join, command_id="join")]
    answer = await there.carry_out(game, join, command_id="join")
    assert answer == await here.carry_out(game, join, command_id="join")
    assert await store.version(game) == answer.version
