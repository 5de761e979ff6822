"""Clients of the API, over HTTP or in the same process, signed in or anonymous."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.api.harness import full_documents as d

Json = dict[str, Any]


class Client:
    """A caller; without a token, a spectator."""

    def __init__(self, http: httpx.AsyncClient, token: str | None = None, player: str | None = None) -> None:
        self.http = http
        self.token = token
        self._player = player

    @property
    def player(self) -> str:
        """The id of the player who is signed in."""
        assert self._player is not None, "a spectator is no player"
        return self._player

    async def sign_in(self, name: str) -> Client:
        """Return a new guest."""
        signed_in = (await self.data(d.SIGN_IN, input={"name": name}))["signIn"]
        return Client(self.http, signed_in["token"], signed_in["player"]["id"])

    async def post(self, body: object, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """Send whatever it is to the API."""
        own = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent = {"Content-Type": "application/json", **own, **(headers or {})}
        # Written as ASCII, in which also what is no good Unicode can be said.
        return await self.http.post("/graphql", content=json.dumps(body), headers=sent)

    async def ask(self, document: str, **variables: Any) -> Json:
        """Send an operation and return the whole answer."""
        response = await self.post({"query": document, "variables": variables})
        assert response.status_code == 200, response.text
        answer: Json = response.json()
        return answer

    async def data(self, document: str, **variables: Any) -> Json:
        """Send an operation that must succeed and return its data."""
        answer = await self.ask(document, **variables)
        assert "errors" not in answer, answer["errors"]
        data: Json = answer["data"]
        return data

    async def code(self, document: str, **variables: Any) -> str:
        """Send an operation that must fail and return the code of its one error."""
        (error,) = (await self.ask(document, **variables))["errors"]
        code: str = error["extensions"]["code"]
        return code

    async def send(self, name: str, /, **values: Any) -> Json:
        """Send a command and return what became of it, carried out or refused."""
        result: Json = (await self.data(d.mutation(name), input=values))[name]
        return result

    async def must(self, name: str, /, **values: Any) -> Json:
        """Send a command that must be carried out."""
        result = await self.send(name, **values)
        assert result["__typename"] == d.accepted(name), result
        return result

    async def refused(self, name: str, /, **values: Any) -> Json:
        """Send a command that must be refused and return the refusal."""
        result = await self.send(name, **values)
        assert result["__typename"] != d.accepted(name), "it was carried out"
        return result

    async def create(self, variant: str = "hundred-and-ten", **values: Any) -> str:
        """Set up a game and return its id."""
        created: str = (await self.must("createGame", variant=variant, **values))["game"]["id"]
        return created

    async def game(self, game: str) -> Json:
        """Return a game as it is."""
        found: Json = (await self.data(d.GAME, id=game))["game"]
        return found

    async def replay(self, game: str, version: int) -> Json:
        """Return a game as it was."""
        found: Json = (await self.data(d.REPLAY, game=game, version=version))["game"]["at"]
        return found

    async def events(self, game: str, first: int = 500) -> list[Json]:
        """Return all events of a game, page by page."""
        found: list[Json] = []
        after = None
        while True:
            page = (await self.data(d.EVENTS, game=game, first=first, after=after))["game"]["events"]
            found += [edge["node"] for edge in page["edges"]]
            if not page["pageInfo"]["hasNextPage"]:
                return found
            after = page["pageInfo"]["endCursor"]

    async def games(self, **variables: Any) -> Json:
        """Return a page of a list of games."""
        page: Json = (await self.data(d.GAMES, **variables))["games"]
        return page

    async def invitations(self, **variables: Any) -> list[str]:
        """Return the ids of the games on the first page of the caller's invitations."""
        return ids_in((await self.data(d.INVITATIONS, **variables))["me"]["invitations"])

    async def own_games(self, **variables: Any) -> list[str]:
        """Return the ids of the games on the first page of the caller's games."""
        return ids_in((await self.data(d.OWN_GAMES, **variables))["me"]["games"])

    async def listed_of(self, player: str, **variables: Any) -> list[str]:
        """Return the ids of the games on the first page of a player's games."""
        return ids_in((await self.data(d.GAMES_OF, player=player, **variables))["player"]["games"])

    async def listed(self, which: str, **variables: Any) -> list[str]:
        """Return the ids of the games on the first page of a list."""
        return ids_in(await self.games(filter=which, **variables))


def ids_in(page: Json) -> list[str]:
    """Return the ids of the games of a page."""
    return [edge["node"]["id"] for edge in page["edges"]]


@asynccontextmanager
async def over_http(url: str) -> AsyncIterator[Client]:
    """Yield a spectator of a server at an address."""
    transport = httpx.AsyncHTTPTransport(verify=False)
    base = url.removesuffix("/graphql")
    async with httpx.AsyncClient(transport=transport, base_url=base, timeout=30, trust_env=False) as http:
        yield Client(http)
