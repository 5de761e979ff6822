"""Games with a clock on a log, and processes whose clocks the test turns."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from application.codec import GameId, RecordedEvent
from application.deadlines.game_time import GameTimes
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.port import Store
from domain import commands as c
from domain.events import OptionValue

NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
PLAYERS = ("ann", "bob", "cyd")
OPTIONS: dict[str, OptionValue] = {"clock": "per_move", "move_seconds": 30, "timeouts_in_a_row": 2}


class Clocks:
    """The clocks of a process; each can be turned."""

    def __init__(self, wall: datetime = NOON) -> None:
        self.wall = wall
        self.monotonic = 1000.0

    def times(self) -> GameTimes:
        """Return times that follow these clocks."""
        return GameTimes(lambda: self.wall, lambda: self.monotonic)

    def pass_(self, seconds: float) -> None:
        """Let time pass on both clocks."""
        self.wall += timedelta(seconds=seconds)
        self.monotonic += seconds

    def set(self, seconds: float) -> None:
        """Turn the clock on the wall alone."""
        self.wall += timedelta(seconds=seconds)


def process(store: Store, clocks: Clocks, *, resident: int = 100, seed: int = 1) -> CommandHandler:
    """Return the command handler of a process with these clocks."""
    return CommandHandler(store, Croupier(seeded_entropy(seed)), times=clocks.times(), resident=resident)


async def timed_game(
    games: CommandHandler, options: dict[str, OptionValue] = OPTIONS, *, commits: bool = False
) -> GameId:
    """Return a game of three, in which bob is to bid first; with `commits`, one that waits for seeds."""
    created = await games.create(c.CreateGame(by="ann", variant="hundred-and-ten", options=options))
    for player in PLAYERS[1:]:
        await games.carry_out(created.game, c.JoinGame(by=player))
    if commits:
        await games.carry_out(created.game, c.CommitSeed(by="bob", commitment="5e" * 32))
    await games.carry_out(created.game, c.StartGame(by="ann"))
    return created.game


async def tail(store: Store, game: GameId, after: int) -> list[RecordedEvent]:
    """Return the events of a game after a version."""
    return await store.read(game, after)


def kinds(recorded: list[RecordedEvent]) -> list[str]:
    """Return the names of events."""
    return [type(each.event).__name__ for each in recorded]
