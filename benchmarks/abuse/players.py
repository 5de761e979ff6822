"""Fifty players at 25 tables, each at an address of its own: how long they wait, and what is acknowledged."""

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
"""Seconds between two moves at a table, at least."""
WITHIN: Final = 60.0
_TO_MOVE: Final = (
    "query($game: ID!) { game(id: $game) { version status table { toMove } you"
    " seats { index player { name } } } }"
)
_SUGGESTION: Final = "query($game: ID!) { suggestion(game: $game) { __typename mutation %s } }"


class Acknowledged(Struct, frozen=True):
    """A command that the server said it had carried out."""

    game: str
    player: str
    command: str
    version: int


class Measured(Struct):
    """What players met."""

    took: list[float] = []
    """Seconds that each operation took."""
    acknowledged: list[Acknowledged] = []
    failed: list[str] = []
    """What an operation was answered instead of what was asked for."""


class Player:
    """A player with one connection."""

    def __init__(self, url: str, number: int, measured: Measured) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.2.{number}", verify=False)
        self._http = httpx.AsyncClient(transport=transport, timeout=WITHIN, trust_env=False)
        self._url = url
        self._measured = measured
        self.player = ""

    async def sign_in(self, name: str) -> None:
        """Become somebody."""
        document = (
            "mutation($name: String!) {"
            " signIn(input: {name: $name}) { ... on SignedIn { token player { id } } } }"
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
        """Send a command that must be carried out."""
        kind = f"{name[0].upper()}{name[1:]}Input!"
        document = (
            f"mutation($input: {kind}) {{ done: {name}(input: $input) {{ __typename"
            " ... on CommandAccepted { version game { id } } ... on Refusal { code } } }"
        )
        command = str(uuid4())
        done: dict[str, Any] = (
            await self.ask(document, timed=timed, input={**values, "commandId": command})
        )["done"]
        if done["__typename"] != "CommandAccepted":
            raise ValueError(f"{name}: {done['code']}")
        acknowledged = Acknowledged(done["game"]["id"], self.player, command, done["version"])
        self._measured.acknowledged.append(acknowledged)
        return done

    async def close(self) -> None:
        """Hang up."""
        await self._http.aclose()


class Table:
    """Two players, and the game they play."""

    def __init__(self, players: list[Player], measured: Measured) -> None:
        self._players = players
        self._measured = measured
        self._game = ""

    async def begin(self) -> None:
        """Begin a game."""
        one, *others = self._players
        created = await one.command("createGame", variant="hundred-and-ten")
        self._game = created["game"]["id"]
        for other in others:
            await other.command("joinGame", game=self._game)
        await one.command("startGame", game=self._game)

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
        standing = (await self._players[0].ask(_TO_MOVE, timed=True, game=self._game))["game"]
        if standing["status"] in ("WON", "CLOSED"):
            await self.begin()
            return
        player = self._players[standing["table"]["toMove"][0]]
        asked = _SUGGESTION % " ".join(
            f"... on {kind} {{ {fields} }}"
            for kind, fields in (
                ("PlaceBid", "amount"),
                ("SelectTrump", "suit"),
                ("DiscardCards", "cards"),
                ("PlayCard", "card"),
            )
        )
        move = (await player.ask(asked, timed=True, game=self._game))["suggestion"]
        values = {name: value for name, value in move.items() if name not in ("__typename", "mutation")}
        await player.command(move["mutation"], timed=True, game=self._game, **values)


async def play(url: str, seconds: float) -> Measured:
    """Play for so long; return what was met."""
    measured = Measured()
    players = [Player(url, number + 1, measured) for number in range(2 * TABLES)]
    for number, player in enumerate(players):
        await player.sign_in(f"Player {number}")
    tables = [Table(players[at : at + 2], measured) for at in range(0, len(players), 2)]
    for table in tables:
        await table.begin()
    # From here on attackers may come.
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    until = asyncio.get_running_loop().time() + seconds

    async def late(number: int, table: Table) -> None:
        await asyncio.sleep(PACE * number / TABLES)
        await table.play(until)

    await asyncio.gather(*(late(number, table) for number, table in enumerate(tables)))
    await asyncio.gather(*(player.close() for player in players))
    return measured


def main() -> None:
    """Play on a server: its URL, and for how many seconds."""
    url, seconds = sys.argv[1:]
    measured = asyncio.run(play(url, float(seconds)))
    sys.stdout.write(msgspec.json.encode(measured).decode() + "\n")


if __name__ == "__main__":
    main()
