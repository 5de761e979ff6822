"""A process with many players who seek, each with a client: `python -m` this module, with a Crowd as JSON.

Prints the seeks, each with the table that it led to, as JSON.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from random import Random
from time import time

import msgspec
from msgspec import Struct
from sqlalchemy import create_engine, make_url

from application.seeks.seek import SECOND, Seek
from application.seeks.tables import Match
from domain.commands import JoinGame
from domain.rules import rules_of
from tests.application.seeks.processes import HOME, Process, criteria, opened_store

VARIANTS = ("hundred-and-ten", "president")
LINGERING = 6.0
"""Seconds for which the players stay after the last of them has come."""


class Crowd(Struct):
    """The players of a process."""

    address: str
    name: str
    seeks: int
    seconds: float
    """The time over which they come."""


class Sought(Struct):
    """A seek, and the table that formed for its player."""

    seek: Seek
    match: Match | None
    told: int | None
    """The time at which the client was told of its table."""


class Player:
    """A player with one seek or two, and its client."""

    def __init__(self, name: str, process: Process, random: Random) -> None:
        self.name = name
        self.process = process
        self.variants = random.sample(VARIANTS, 2 if random.random() < 0.1 else 1)
        self.random = random
        self.seeks: list[Seek] = []
        self.matches: list[tuple[Match, int]] = []

    async def play(self, comes_after: float) -> None:
        """Come, seek, and follow the seeks for ever."""
        await asyncio.sleep(comes_after)
        with self.process.seeks.subscription_of(self.name, HOME) as follower:
            seeking = asyncio.create_task(self._seek())
            while True:
                for match in (each.match for each in await follower.next()):
                    if match is not None and match not in [known for known, _ in self.matches]:
                        self.matches.append((match, int(time() * SECOND)))
                        await self._sit_down(match)
                await seeking

    async def _seek(self) -> None:
        random = self.random
        for variant in self.variants:
            seats = rules_of(variant).seats[:3]
            least = random.choice(seats)
            given = criteria(
                variant,
                players=(least, random.choice([least, seats[-1]])),
                rating=random.gauss(25, 8),
                rating_range=random.choice([None, random.uniform(0.1, 3)]),
                machines_after=random.choice([2, 4]) if random.random() < 0.1 else None,
            )
            self.seeks.append(await self.process.seeks.open(self.name, given, HOME))

    async def _sit_down(self, match: Match) -> None:
        if match.organizer != self.name:
            await self.process.games.carry_out(match.game, JoinGame(by=self.name))

    def result(self) -> list[Sought]:
        """Return the seeks; a table of the player ended all of them."""
        match, told = self.matches[0] if self.matches else (None, None)
        assert len(self.matches) <= 1, "a player was matched twice"
        return [Sought(seek, match, told) for seek in self.seeks]


async def main(crowd: Crowd) -> list[Sought]:
    random = Random(crowd.name)
    engine = create_engine(make_url(crowd.address).set(drivername="postgresql+psycopg"))
    async with AsyncExitStack() as opened:
        process = Process(await opened.enter_async_context(opened_store(crowd.address)), engine)
        await process.start()
        players: list[Player] = []
        while (seeks := sum(len(each.variants) for each in players)) < crowd.seeks:
            player = Player(f"{crowd.name}-{len(players)}", process, random)
            if seeks + len(player.variants) <= crowd.seeks:
                players.append(player)
        playing = [asyncio.create_task(player.play(random.uniform(0, crowd.seconds))) for player in players]
        done, _ = await asyncio.wait(playing, timeout=crowd.seconds + LINGERING)
        for each in done:
            each.result()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await process.stop()
        engine.dispose()
    return [each for player in players for each in player.result()]


if __name__ == "__main__":
    result = asyncio.run(main(msgspec.json.decode(sys.argv[1], type=Crowd)))
    sys.stdout.buffer.write(msgspec.json.encode(result))
