"""A connection to a server, as one caller: queries, commands that happen once, and the events of games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, Final, Self
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import msgspec

from kibitz_client.documents import SIGN_IN, TYPES, Documents, Members
from kibitz_client.errors import Fault, Refused, Unreachable
from kibitz_client.events import Event
from kibitz_client.moves import Move, mutation_name
from kibitz_client.patience import Patience
from kibitz_client.streams import Cut, subscription
from kibitz_client.views import Game, Seen, read

ANSWER_WITHIN: Final = 30.0
"""Seconds that a request may take."""

_HERE: Final = ("localhost", "127.0.0.1", "::1")
_AGAIN: Final = (502, 503, 504)


class Connection:
    """One caller of a server; raises Unreachable and Fault for a URL and a token that are none.

    What the network loses on the way is sent again until patience runs out.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        try:
            self._here = urlsplit(url).hostname in _HERE
        except ValueError as error:
            raise Unreachable(url, error) from error
        if token is not None and not (token.isascii() and token.isprintable()):
            raise Fault("that is not a token: it has characters that no token has")
        self.url = url
        self.token = token
        self._patience = patience
        self._answered = False
        self._documents: Documents | None = None
        self._http = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {token}"} if token else {},
            timeout=ANSWER_WITHIN,
            # A proxy is for what is elsewhere.
            trust_env=not self._here,
            verify=url.startswith("https:"),
            transport=transport,
        )

    @classmethod
    async def guest(cls, url: str, name: str, *, patience: float = 30.0) -> Self:
        """Sign in as a new guest; raises Refused."""
        async with cls(url, patience=patience) as stranger:
            answer = (await stranger.ask(SIGN_IN, name=name))["signIn"]
        return cls(url, _accepted(answer)["token"], patience=patience)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self._http.aclose()

    async def ask(self, document: str, **variables: Any) -> dict[str, Any]:
        """Send an operation and return its data; it is sent again when no answer comes.

        Raises Fault and Unreachable.
        """
        # A server that has never answered is not waited for.
        patience = Patience(self.url, self._patience if self._answered else 0)
        while True:
            try:
                data = _data(
                    await self._http.post(self.url, json={"query": document, "variables": variables})
                )
            except httpx.InvalidURL as error:
                raise Unreachable(self.url, error) from error
            except (httpx.TransportError, _NotNow) as error:
                await patience.wait(error)
            else:
                self._answered = True
                return data

    async def create(
        self, variant: str, *, options: Mapping[str, str] | None = None, access: str = "PUBLIC"
    ) -> Game:
        """Set up a game, of which one becomes the organizer; raises Refused."""
        chosen = [{"name": name, "value": value} for name, value in (options or {}).items()]
        given = {"variant": variant, "access": access, "options": chosen}
        return (await self._command("CreateGame", given, None)).game

    async def carry_out(
        self,
        command: str,
        game: str,
        *,
        expected: int | None = None,
        command_id: str | None = None,
        **values: Any,
    ) -> Seen:
        """Carry a command out, by its name in the schema, and return the game as it then stands.

        However often it has to be sent, it happens once. Raises Refused.
        """
        return await self._command(command, _given(values, game, expected), command_id)

    async def make(self, move: Move, game: str, *, expected: int | None = None) -> Seen:
        """Make a move; raises Refused."""
        return await self._command(move.name, _given(move.values, game, expected), None)

    async def look(self, game: str) -> Seen:
        """Return a game as it is, and what may be done."""
        documents = await self._known()
        return _seen(documents, (await self.ask(documents.look, game=game))["seen"])

    async def replay(self, game: str, version: int) -> Seen:
        """Return a game as it was at a version."""
        documents = await self._known()
        return _seen(documents, (await self.ask(documents.replay, game=game, version=version))["seen"])

    async def suggestion(self, game: str) -> Move | None:
        """Return the move that the machine would make, None where one is not to move."""
        documents = await self._known()
        found = (await self.ask(documents.suggestion, game=game))["suggestion"]
        return None if found is None else documents.move(found)

    async def events(self, game: str) -> list[Event]:
        """Return all events of a game so far."""
        documents = await self._known()
        found: list[Event] = []
        after = None
        while True:
            page = (await self.ask(documents.events, game=game, after=after))["events"]
            found += [documents.event(edge["node"]) for edge in page["edges"]]
            if not page["pageInfo"]["hasNextPage"]:
                return found
            after = page["pageInfo"]["endCursor"]

    async def follow(self, game: str, after: int = 0) -> AsyncGenerator[Event, None]:
        """Yield a game's events after a version, each once and in order, until the game ends.

        When the connection is lost it goes on from where it was. Raises Fault and Unreachable.
        """
        documents = await self._known()
        patience = Patience(self.url, self._patience)
        while True:
            asked = {"game": game, "after": after}
            stream = subscription(self.url, self.token, documents.follow, asked, direct=self._here)
            try:
                async with aclosing(stream):
                    async for data in stream:
                        patience.restored()
                        event = documents.event(data["gameEvents"])
                        after = event.version
                        yield event
                if (await self.look(game)).game.over:
                    return
                await patience.wait("events ceased to come before the end of the game")
            except Cut as cut:
                await patience.wait(cut)

    async def _known(self) -> Documents:
        if self._documents is None:
            answer = await self.ask(TYPES)
            self._documents = Documents(Members.of(answer["move"]), Members.of(answer["event"]))
        return self._documents

    async def _command(self, name: str, values: Mapping[str, Any], command_id: str | None) -> Seen:
        documents = await self._known()
        document = documents.command(name, mutation_name(name))
        given = {**values, "commandId": command_id or str(uuid4())}
        patience = Patience(self.url, self._patience)
        while True:
            answer = (await self.ask(document, input=given))["done"]
            if "retryAfter" not in answer:
                return _seen(documents, _accepted(answer)["game"])
            await patience.wait(answer["message"])
            await asyncio.sleep(answer["retryAfter"])


def _given(values: Mapping[str, Any], game: str, expected: int | None) -> dict[str, Any]:
    at = {} if expected is None else {"expectedVersion": expected}
    return {**values, "game": game, **at}


class _NotNow(Exception):
    """The server answered that it cannot answer now."""


def _data(response: httpx.Response) -> dict[str, Any]:
    if response.status_code in _AGAIN:
        raise _NotNow(f"HTTP status {response.status_code}")
    try:
        answer = msgspec.json.decode(response.content, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise _stranger(response) from error
    if errors := answer.get("errors"):
        code = (errors[0].get("extensions") or {}).get("code")
        text = "; ".join(str(each["message"]) for each in errors)
        if code == "UNAVAILABLE":
            raise _NotNow(text)
        raise Fault(text, code)
    data: dict[str, Any] | None = answer.get("data")
    if data is None:
        raise _stranger(response)
    return data


def _stranger(response: httpx.Response) -> Fault:
    status = response.status_code
    return Fault(f"{response.url} does not answer as a Kibitz server does (HTTP status {status})")


def _accepted(answer: dict[str, Any]) -> dict[str, Any]:
    if "code" in answer:
        raise Refused(answer["code"], answer["message"], answer)
    return answer


def _seen(documents: Documents, shown: dict[str, Any]) -> Seen:
    values = dict(shown)
    legal = documents.legal(values.pop("legalMoves"))
    return Seen(game=read(values), legal=legal)
