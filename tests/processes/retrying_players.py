"""Players that retry unanswered commands with the same id."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import uuid4

import httpx

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import wanted
from tests.processes.installation import Process

RETRY_INTERVAL = 0.03


class Acknowledged(NamedTuple):
    """An acknowledged command and its result."""

    client: Client
    name: str
    values: Json
    result: Json

    async def check_repeated(self) -> None:
        """Send the command again; the result must be the same.

        It may have a proof now, which a finished game gets with the next checkpoint.
        """
        repeated = await self.client.must(self.name, **self.values)
        assert _without_proof(repeated) == _without_proof(self.result)


def _without_proof(result: Json) -> Json:
    return {**result, "game": {key: value for key, value in result["game"].items() if key != "proof"}}


class RetryingTable:
    """A game whose players retry until every command is answered."""

    variant = "hundred-and-ten"

    def __init__(self, server: Process, clients: Sequence[Client]) -> None:
        self.game = ""
        self.acknowledged: list[Acknowledged] = []
        self.again = 0
        """Number of retries."""
        self._server = server
        self._clients = clients

    async def start_game(self) -> None:
        """Create and start the game."""
        organizer, *others = self._clients
        created = await self.command(organizer, "createGame", variant=self.variant)
        self.game = created["game"]["id"]
        for client in others:
            await self.command(client, "joinGame", game=self.game)
        await self.command(organizer, "startGame", game=self.game)

    async def play(self, enough: asyncio.Event) -> None:
        """Play suggested moves until `enough` is set, then let the machine player finish the game."""
        while not enough.is_set():
            table = (await self._answer(self._clients[0], d.GAME, id=self.game))["game"]["table"]
            if not table["toMove"]:
                return
            client = self._clients[table["toMove"][0]]
            move = (await self._answer(client, d.SUGGESTION, game=self.game))["game"]["suggestion"]
            name, values = wanted(move)
            await self.command(client, name, game=self.game, **values)
        for client in self._clients:
            await self.command(client, "automateSeat", game=self.game)

    async def command(self, client: Client, name: str, **values: Any) -> Json:
        """Send a command until it is answered; it must be carried out."""
        values = {"commandId": str(uuid4()), **values}
        result: Json = (await self._answer(client, d.mutation(name), input=values))[name]
        assert result["__typename"] == d.accepted(name), result
        self.acknowledged.append(Acknowledged(client, name, values, result))
        return result

    async def _answer(self, client: Client, document: str, **variables: Any) -> Json:
        while True:
            # The server may have another address after each start.
            client.http.base_url = httpx.URL(self._server.base)
            try:
                answer = await client.ask(document, **variables)
            except httpx.TransportError:
                pass
            else:
                if "errors" not in answer:
                    data: Json = answer["data"]
                    return data
                assert {error["extensions"]["code"] for error in answer["errors"]} == {"UNAVAILABLE"}
            self.again += 1
            await asyncio.sleep(RETRY_INTERVAL)
