"""The demo's clients: they know the server only through GraphQL, over HTTP and one WebSocket."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Self
from uuid import uuid4

import httpx
from websockets.asyncio.client import connect

from api.graphql.commands import commands, mutation_name, own_fields
from domain.commands import Move

GAME_FIELDS = """
fragment Shown on Game {
  id version status variant
  seats { index hand score bid passed tricks player { id name } }
  table { round dealer toMove trump bidder bid trick { seat card } }
  result { winners { name } ranking reason }
}
"""

_OUTCOME = "... on CommandAccepted { game { ...Shown } } ... on Refusal { code message }"


def _suggestion() -> str:
    moves = (command for command in commands() if issubclass(command, Move))
    choices = (
        f"... on {move.__name__} {{ {' '.join(own_fields(move))} }}" for move in moves if own_fields(move)
    )
    return f"query($game: ID!) {{ suggestion(game: $game) {{ __typename {' '.join(choices)} }} }}"


SUGGESTION = _suggestion()


class Refused(Exception):
    """The server refused a command, or answered with an error."""


class Client:
    """One caller of the API."""

    def __init__(self, url: str, token: str | None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._url = url
        self._http = httpx.AsyncClient(headers=headers, timeout=30)

    @classmethod
    async def signed_in(cls, url: str, name: str) -> Self:
        """Sign in as a guest."""
        stranger = cls(url, None)
        answer = await stranger.ask(
            "mutation($name: String!) { signIn(name: $name)"
            " { ... on SignedIn { token } ... on Refusal { code message } } }",
            name=name,
        )
        await stranger.close()
        return cls(url, _accepted(answer["signIn"])["token"])

    async def ask(self, query: str, **variables: Any) -> dict[str, Any]:
        """Send an operation and return its data; raises Refused for errors."""
        answer = (await self._http.post(self._url, json={"query": query, "variables": variables})).json()
        if answer.get("errors"):
            raise Refused("; ".join(error["message"] for error in answer["errors"]))
        data: dict[str, Any] = answer["data"]
        return data

    async def create(self, variant: str) -> dict[str, Any]:
        """Set up a public game."""
        mutation = f"mutation($input: CreateGameInput!) {{ createGame(input: $input) {{ {_OUTCOME} }} }}"
        answer = await self.ask(mutation + GAME_FIELDS, input={"variant": variant, "commandId": str(uuid4())})
        game: dict[str, Any] = _accepted(answer["createGame"])["game"]
        return game

    async def carry_out(self, name: str, input_type: str, game: str, **values: Any) -> dict[str, Any]:
        """Carry a command out and return the game as it then stands."""
        mutation = f"mutation($input: {input_type}!) {{ {name}(input: $input) {{ {_OUTCOME} }} }}"
        given = {"game": game, "commandId": str(uuid4()), **values}
        answer = await self.ask(mutation + GAME_FIELDS, input=given)
        state: dict[str, Any] = _accepted(answer[name])["game"]
        return state

    async def move(self, game: str) -> dict[str, Any]:
        """Make the move that the server suggests to this player."""
        move = (await self.ask(SUGGESTION, game=game))["suggestion"]
        kind = move.pop("__typename")
        return await self.carry_out(mutation_name(kind), f"{kind}Input", game, **move)

    async def game(self, game: str, version: int | None = None) -> dict[str, Any]:
        """Return a game as it is now, or as it was at a version."""
        if version is None:
            query = "query($game: ID!) { found: game(id: $game) { ...Shown } }"
        else:
            query = (
                "query($game: ID!, $version: Version!)"
                " { found: replay(game: $game, version: $version) { ...Shown } }"
            )
        found: dict[str, Any] = (await self.ask(query + GAME_FIELDS, game=game, version=version))["found"]
        return found

    async def events(self, game: str) -> list[dict[str, Any]]:
        """Return all events of a game, page by page."""
        query = """query($game: ID!, $after: String) {
          events(game: $game, first: 500, after: $after) {
            edges { node { __typename version } } pageInfo { hasNextPage endCursor } } }"""
        found: list[dict[str, Any]] = []
        after = None
        while True:
            page = (await self.ask(query, game=game, after=after))["events"]
            found += [edge["node"] for edge in page["edges"]]
            if not page["pageInfo"]["hasNextPage"]:
                return found
            after = page["pageInfo"]["endCursor"]

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()


def _accepted(answer: dict[str, Any]) -> dict[str, Any]:
    if "code" in answer:
        raise Refused(f"{answer['code']}: {answer['message']}")
    return answer


WATCHED = """subscription($game: ID!) { gameEvents(game: $game) {
  __typename version
  ... on RoundDealt { round dealer }
  ... on BidPlaced { seat amount }
  ... on TurnPassed { seat }
  ... on TrumpSelected { seat suit }
  ... on CardsDiscarded { seat cards }
  ... on CardPlayed { seat card }
  ... on TrickWon { seat card }
  ... on RoundScored { scores }
  ... on GameWon { winners }
} }"""


async def watch(url: str, game: str, sees: Callable[[dict[str, Any]], None]) -> None:
    """Follow a game as an onlooker, over graphql-transport-ws, until it ends."""
    address = url.replace("http://", "ws://")
    async with connect(address, subprotocols=["graphql-transport-ws"]) as socket:  # type: ignore[list-item]
        await socket.send(json.dumps({"type": "connection_init"}))
        await socket.recv()
        payload = {"query": WATCHED, "variables": {"game": game}}
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
        async for text in socket:
            message = json.loads(text)
            match message["type"]:
                case "next":
                    sees(message["payload"]["data"]["gameEvents"])
                case "complete":
                    return
                case "error":
                    raise Refused(message["payload"][0]["message"])
                case "ping":
                    await socket.send(json.dumps({"type": "pong"}))
