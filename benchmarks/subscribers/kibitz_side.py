"""The measured side: groups of games on Kibitz, with their followers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from random import Random
from urllib.parse import urlsplit

from benchmarks.raw_connection import RequestConnection, connect
from benchmarks.scripted_games import ScriptedGame, ScriptedMove, make_move, start_games
from benchmarks.server_processes import Running
from benchmarks.subscribers.followers import Deliveries, GameFollower, connect_all
from benchmarks.subscribers.phases import GroupSize, Order, Phase, at_rate, until


class Group:
    """The games of a group on Kibitz, with their followers."""

    def __init__(self, host: str, games: Sequence[ScriptedGame], followers: int) -> None:
        self.deliveries = Deliveries()
        self._games = games
        self._versions = [game.version for game in games]
        self._moves = [iter(game.moves) for game in games]
        self._turns = cycle(range(len(games)))
        self._followers = [
            [GameFollower(host, game.id, token, self.deliveries) for token in _tokens(game, followers)]
            for game in games
        ]
        for several in self._followers:
            if several:
                # A spectator's messages, since most followers are spectators.
                several[-1].texts = {}

    @property
    def followers(self) -> list[GameFollower]:
        """All followers."""
        return [each for several in self._followers for each in several]

    def next_move(self) -> tuple[int, ScriptedMove]:
        """Return the next move and the number of its game; the games take turns."""
        game = next(self._turns)
        return game, next(self._moves[game])

    def moved(self, game: int, move: ScriptedMove) -> tuple[int, int, int]:
        """Note a move; returns its game, and the game's versions before and after it."""
        before, self._versions[game] = self._versions[game], move.version
        return game, before, move.version

    def delivered(self) -> bool:
        """Return whether each follower has received all events."""
        return all(
            each.version >= version
            for several, version in zip(self._followers, self._versions, strict=True)
            for each in several
        )

    def order(self, game: int, before: int, after: int) -> Order:
        """Return the messages of the events between two versions; none without followers."""
        several = self._followers[game]
        texts = several[-1].texts if several else None
        return Order(game, tuple(texts.pop(each) for each in range(before + 1, after + 1)) if texts else ())


def _tokens(game: ScriptedGame, followers: int) -> list[str | None]:
    """Return the tokens of a game's followers: its players first, then spectators without one."""
    return [*game.tokens, *([None] * followers)][:followers]


class Kibitz:
    """A Kibitz server with all groups."""

    def __init__(self, server: Running, log: str) -> None:
        self.groups: list[Group] = []
        self.memory = 0.0
        """Bytes of the server's memory per follower."""
        self._server = server
        self._log = log

    async def open(self, sizes: Sequence[GroupSize]) -> None:
        """Start the games and connect all followers, which receive the events so far."""
        chance, host = Random("subscribers"), urlsplit(self._server.url).netloc
        games = iter(
            await start_games(self._server.url, self._log, sum(size.games for size in sizes), chance)
        )
        for size in sizes:
            own = [next(games) for _ in range(size.games)]
            self.groups.append(Group(host, own, size.followers))
        before, followers = self._server.memory(), [one for group in self.groups for one in group.followers]
        await connect_all(self._server.url, followers)
        await until(lambda: all(group.delivered() for group in self.groups))
        self.memory = (self._server.memory() - before) / len(followers)

    async def play(self, number: int, moves: int, rate: float) -> Phase:
        """Make moves in a group at a rate, and measure until all messages have arrived."""
        group, mover = self.groups[number], RequestConnection()
        # The server closes a connection that is idle for long, so each phase has its own.
        await connect(self._server.url, mover)
        made: list[tuple[int, int, int]] = []

        async def step() -> None:
            game, move = group.next_move()
            await make_move(mover, move)
            made.append(group.moved(game, move))

        deliveries = group.deliveries
        deliveries.begin()
        messages, cpu = deliveries.count, self._server.cpu_seconds()
        await at_rate(rate, (step for _ in range(moves)))
        await until(group.delivered)
        cpu = self._server.cpu_seconds() - cpu
        mover.close()
        return Phase(
            cpu=cpu,
            moves=moves,
            messages=deliveries.count - messages,
            delays=tuple(deliveries.delays),
            orders=tuple(group.order(*each) for each in made),
        )

    def close(self) -> int:
        """Return the number of wrong messages so far, and close all connections."""
        wrong = sum(group.deliveries.wrong for group in self.groups)
        for group in self.groups:
            for each in group.followers:
                each.close()
        return wrong
