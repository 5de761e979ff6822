"""Fifty players at 25 tables, each at its own address, and their waiting times."""

from __future__ import annotations

import asyncio
import sys
from time import perf_counter
from typing import Any, Final
from uuid import uuid4

import httpx
import msgspec
from msgspec import Struct

TABLES: Final = 25
PACE: Final = 0.75
"""Minimum seconds between two moves at a table."""
TIMEOUT: Final = 60.0
_TO_MOVE: Final = (
    "query($game: ID!) { game(id: $game) { version stage table { toMove } you"
    " seats { index player { name } } } }"
)
_SUGGESTION: Final = "query($game: ID!) { game(id: $game) { suggestion { __typename mutation %s } } }"


class Acknowledged(Struct, frozen=True):
    """A command that the server acknowledged."""

    game: str
    player: str
    command: str
    version: int


class Measured(Struct):
    """Measurements of the players."""

    took: list[float] = []
    """The duration of each operation in seconds."""
    acknowledged: list[Acknowledged] = []
    failed: list[str] = []
    """The errors of failed operations."""


class Player:
    """A player with one connection."""

    def __init__(self, url: str, number: int, measured: Measured) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.2.{number}", verify=False)
        self._http = httpx.AsyncClient(transport=transport, timeout=TIMEOUT, trust_env=False)
        self._url = url
        self._measured = measured
        self.player = ""

    async def sign_in(self, name: str) -> None:
        """Sign in as a guest."""
        document = (
            "mutation($name: String!) {"
            " signIn(input: {name: $name}) { ... on SignInAccepted { token player { id } } } }"
        )
        done = (await self.ask(document, name=name))["signIn"]
        self.player = done["player"]["id"]
        self._http.headers["Authorization"] = f"Bearer {done['token']}"

    async def ask(self, query: str, *, timed: bool = False, **variables: Any) -> dict[str, Any]:
        """Send an operation and return its data."""
        begun = perf_counter()
        response = await self._http.post(self._url, json={"query": query, "variables": variables})
        if timed:
            self._measured.took.append(perf_counter() - begun)
        answer = response.json()
        if "errors" in answer:
            raise ValueError(answer["errors"][0]["message"])
        data: dict[str, Any] = answer["data"]
        return data

    async def command(self, name: str, *, timed: bool = False, **values: Any) -> dict[str, Any]:
        """Send a command; raises ValueError for a refusal."""
        kind = f"{name[0].upper()}{name[1:]}Input!"
        document = (
            f"mutation($input: {kind}) {{ done: {name}(input: $input) {{ __typename"
            " ... on CommandAccepted { version game { id } } ... on Refusal { code } } }"
        )
        command = str(uuid4())
        done: dict[str, Any] = (
            await self.ask(document, timed=timed, input={**values, "commandId": command})
        )["done"]
        if "code" in done:
            raise ValueError(f"{name}: {done['code']}")
        acknowledged = Acknowledged(done["game"]["id"], self.player, command, done["version"])
        self._measured.acknowledged.append(acknowledged)
        return done

    async def close(self) -> None:
        """Close the connection."""
        await self._http.aclose()


class Table:
    """Two players and their game."""

    def __init__(self, players: list[Player], measured: Measured) -> None:
        self._players = players
        self._measured = measured
        self._game = ""

    async def begin(self) -> None:
        """Start a game."""
        organizer, *others = self._players
        created = await organizer.command("createGame", variant="hundred-and-ten")
        self._game = created["game"]["id"]
        for other in others:
            await other.command("joinGame", game=self._game)
        await organizer.command("startGame", game=self._game)

    async def play(self, until: float) -> None:
        """Play one game after the other."""
        loop = asyncio.get_running_loop()
        while (begun := loop.time()) < until:
            try:
                await self._step()
            except (ValueError, httpx.HTTPError) as error:
                self._measured.failed.append(str(error) or type(error).__name__)
            await asyncio.sleep(max(0.0, begun + PACE - loop.time()))

    async def _step(self) -> None:
        state = (await self._players[0].ask(_TO_MOVE, timed=True, game=self._game))["game"]
        if state["stage"] in ("WON", "CLOSED"):
            await self.begin()
            return
        player = self._players[state["table"]["toMove"][0]]
        document = _SUGGESTION % " ".join(
            f"... on {kind} {{ {fields} }}"
            for kind, fields in (
                ("PlaceBid", "amount"),
                ("SelectTrump", "suit"),
                ("DiscardCards", "cards"),
                ("PlayCard", "card"),
            )
        )
        move = (await player.ask(document, timed=True, game=self._game))["game"]["suggestion"]
        values = {name: value for name, value in move.items() if name not in ("__typename", "mutation")}
        await player.command(move["mutation"], timed=True, game=self._game, **values)


async def play(url: str, seconds: float) -> Measured:
    """Play for a time; returns the measurements."""
    measured = Measured()
    players = [Player(url, number + 1, measured) for number in range(2 * TABLES)]
    for number, player in enumerate(players):
        await player.sign_in(f"Player {number}")
    tables = [Table(players[at : at + 2], measured) for at in range(0, len(players), 2)]
    for table in tables:
        await table.begin()
    # The benchmark starts the attackers now.
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    until = asyncio.get_running_loop().time() + seconds

    async def play_staggered(number: int, table: Table) -> None:
        await asyncio.sleep(PACE * number / TABLES)
        await table.play(until)

    await asyncio.gather(*(play_staggered(number, table) for number, table in enumerate(tables)))
    await asyncio.gather(*(player.close() for player in players))
    return measured


def main() -> None:
    """Play on the server at a URL for some seconds."""
    url, seconds = sys.argv[1:]
    measured = asyncio.run(play(url, float(seconds)))
    sys.stdout.write(msgspec.json.encode(measured).decode() + "\n")


if __name__ == "__main__":
    main()
