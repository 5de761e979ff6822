"""Players that switch between servers, and record when they sent commands and got answers."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import httpx

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import TO_MOVE, wanted
from tests.faults.harness.command_history import Looked, Written
from tests.processes.installation import Process
from tests.processes.retrying_players import RETRY_INTERVAL, Acknowledged, RetryingTable

REPEAT_PROBABILITY = 0.2
"""Probability that a command is sent twice at once with the same id."""
STANDING = "query($id: ID!) { game(id: $id) { version } }"


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Return the differences of two answers with their paths."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in differences(one[key], other[key], f"{path}/{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [found for place, pair in pairs for found in differences(*pair, f"{path}/{place}")]
    return [] if one == other else [f"{path}: {one!r} and {other!r}"]


class FailoverTable(RetryingTable):
    """A game whose players use a random server for each command; all servers must agree."""

    stays = False
    """Whether the players play to the end, instead of the machine player."""

    def __init__(self, servers: Sequence[Process], clients: Sequence[Client]) -> None:
        super().__init__(servers[0], clients)
        self.written: list[Written] = []
        self.looked: list[Looked] = []
        self._servers = servers

    async def watch(self) -> None:
        """Read the game repeatedly until cancelled."""
        while True:
            if self.game:
                invoked_at = time.monotonic_ns()
                game = (await self._answer(self._clients[-1], STANDING, id=self.game))["game"]
                self.looked.append(Looked(self.game, game["version"], invoked_at, time.monotonic_ns()))
            await asyncio.sleep(random.uniform(0.01, 0.1))

    async def play(self, enough: asyncio.Event) -> None:
        """Play suggested moves until `enough` is set, then let the machine player finish unless they stay."""
        while to_move := await self._to_move():
            client = self._clients[to_move[0]]
            if enough.is_set() and not self.stays:
                await self.command(client, "automateSeat", game=self.game)
            else:
                move = (await self._answer(client, d.SUGGESTION, game=self.game))["game"]["suggestion"]
                name, values = wanted(move)
                await self.command(client, name, game=self.game, **values)

    async def command(self, client: Client, name: str, **values: Any) -> Json:
        """Send a command until it is answered, sometimes twice at once; it must be executed."""
        values = {"commandId": str(uuid4()), **values}
        times = 2 if random.random() < REPEAT_PROBABILITY else 1
        invoked_at = time.monotonic_ns()
        answers = await asyncio.gather(
            *(self._answer(client, d.mutation(name), input=values) for _ in range(times))
        )
        result: Json
        result, *others = (answer[name] for answer in answers)
        assert result["__typename"] == d.accepted(name), result
        for other in others:
            assert other == result, f"two answers to one command: {differences(result, other)}"
        self.acknowledged.append(Acknowledged(client, name, values, result))
        versions = [event["version"] for event in result["events"]]
        game: str = result["game"]["id"]
        self.written.append(
            Written(game, values["commandId"], versions[0], versions[-1], invoked_at, time.monotonic_ns())
        )
        return result

    async def _to_move(self) -> list[int]:
        game = (await self._answer(self._clients[0], TO_MOVE, game=self.game))["game"]
        found: list[int] = game["table"]["toMove"]
        return found

    async def _answer(self, client: Client, document: str, **variables: Any) -> Json:
        while True:
            # Set before each request: another server, or a restarted one with a new address.
            client.http.base_url = httpx.URL(random.choice(self._servers).base)
            try:
                answer = await client.ask(document, **variables)
            except httpx.TransportError:
                pass
            else:
                if "errors" not in answer:
                    data: Json = answer["data"]
                    return data
                # Several parts of one answer may be missing.
                codes = {error["extensions"]["code"] for error in answer["errors"]}
                assert codes == {"UNAVAILABLE"}, answer
            self.again += 1
            await asyncio.sleep(RETRY_INTERVAL)


class ShortTable(FailoverTable):
    """A short game, which its players finish themselves."""

    variant = "president"
    stays = True


class TableGroup:
    """Several concurrent tables with one game after the other, until `enough` is set."""

    def __init__(
        self,
        servers: Sequence[Process],
        people: Sequence[Sequence[Client]],
        staying: Sequence[Sequence[Client]],
    ) -> None:
        """Seat players who leave early, and some who stay until their game ends."""
        self.tables: list[FailoverTable] = []
        """One table for each game."""
        self.late = asyncio.Event()
        self._servers = servers
        self._people = people
        self._staying = staying

    @property
    def acknowledged(self) -> int:
        """Number of acknowledged commands."""
        return sum(len(table.acknowledged) for table in self.tables)

    async def play(self) -> None:
        """Play at all tables until `enough` is set and all games have ended."""
        async with asyncio.TaskGroup() as group:
            for clients in self._people:
                group.create_task(self._play(FailoverTable, clients))
            for clients in self._staying:
                group.create_task(self._play(ShortTable, clients))

    async def _play(self, kind: type[FailoverTable], clients: Sequence[Client]) -> None:
        while not self.late.is_set():
            table = kind(self._servers, clients)
            self.tables.append(table)
            watching = asyncio.create_task(table.watch())
            try:
                await table.start_game()
                await table.play(self.late)
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
