"""A connection to a server, as one caller: all that the schema has, and what it takes to play any game."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, Self, TypeVar

import httpx

from kibitz_client.documents import command
from kibitz_client.errors import Fault, Refused
from kibitz_client.exchange import Exchange
from kibitz_client.interfaces import Event, Refusal
from kibitz_client.moves import Move
from kibitz_client.operations import Operations
from kibitz_client.schema.enums import Access
from kibitz_client.schema.inputs import OptionInput
from kibitz_client.schema.mutations import Mutations
from kibitz_client.schema.queries import Queries
from kibitz_client.schema.results import CommandAccepted
from kibitz_client.schema.subscriptions import Subscriptions
from kibitz_client.schema.types import Game
from kibitz_client.views import Seen

T = TypeVar("T")

MOST_EVENTS = 500
"""How many events the server gives in a page."""


class Connection:
    """One caller of a server; raises Unreachable and Fault for a URL and a token that are none.

    What the network loses on the way is sent again until patience, in seconds, runs out.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = url
        self.token = token
        self._exchange = Exchange(url, token, patience, transport)
        self._operations = Operations(self._exchange)
        self.query = Queries(self._operations)
        """What can be asked."""
        self.mutate = Mutations(self._operations)
        """What can be wanted; what comes is a success or a refusal."""
        self.subscribe = Subscriptions(self._operations)
        """What can be followed."""

    @classmethod
    async def guest(cls, url: str, name: str, *, patience: float = 30.0) -> Self:
        """Sign in as a new guest; raises Refused."""
        async with cls(url, patience=patience) as stranger:
            signed_in = accepted(await stranger.mutate.sign_in(name=name))
        return cls(url, signed_in.token, patience=patience)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self._exchange.close()

    async def ask(self, document: str, **variables: Any) -> dict[str, Any]:
        """Send an operation of one's own and return its data; it is sent again when no answer comes.

        Raises Fault and Unreachable.
        """
        return await self._exchange.ask(document, variables)

    async def create(
        self, variant: str, *, options: Mapping[str, str] | None = None, access: Access = Access.PUBLIC
    ) -> Game:
        """Set up a game, of which one becomes the organizer; raises Refused."""
        chosen = [OptionInput(name=name, value=value) for name, value in (options or {}).items()]
        done = await self.mutate.create_game(variant=variant, options=chosen, access=access)
        return accepted(done).game.game

    async def carry_out(
        self,
        name: str,
        game: str,
        *,
        expected: int | None = None,
        command_id: str | None = None,
        **values: Any,
    ) -> Seen:
        """Carry a command out, by its name in the schema, and return the game as it then stands.

        Also one that is not known here. However often it has to be sent, it happens once. Raises Refused.
        """
        given = {**values, "game": game, "expectedVersion": expected, "commandId": command_id}
        return accepted(await self._operations.result(command(name), given, CommandAccepted)).game

    async def make(self, move: Move, game: str, *, expected: int | None = None) -> Seen:
        """Make a move; raises Refused."""
        return await self.carry_out(move.name, game, expected=expected, **move.values)

    async def look(self, game: str) -> Seen:
        """Return a game as it is, and what may be done."""
        return _there(await self.query.game(id=game), game)

    async def replay(self, game: str, version: int) -> Seen:
        """Return a game as it was at a version."""
        return _there(await self.query.replay(game=game, version=version), game)

    async def suggestion(self, game: str) -> Move | None:
        """Return the move that the machine would make, None where one is not to move."""
        return await self.query.suggestion(game=game)

    async def events(self, game: str) -> list[Event]:
        """Return all events of a game so far."""
        found: list[Event] = []
        after = None
        while True:
            page = _there(await self.query.events(game=game, first=MOST_EVENTS, after=after), game)
            found += page
            if page.next is None:
                return found
            after = page.next

    async def follow(self, game: str, after: int = 0) -> AsyncGenerator[Event, None]:
        """Yield a game's events after a version, each once and in order, until the game ends.

        When the connection is lost it goes on from where it was. Raises Fault and Unreachable.
        """
        patience = None
        while True:
            async with aclosing(self.subscribe.game_events(game=game, after=after)) as events:
                async for event in events:
                    patience, after = None, event.version
                    yield event
            if (await self.look(game)).game.over:
                return
            patience = patience or self._exchange.patience()
            await patience.wait("events ceased to come before the end of the game")


def accepted(result: T | Refusal) -> T:
    """Return what a mutation was answered with when it was carried out; raises Refused when it was not."""
    if isinstance(result, Refusal):
        raise Refused(result)
    return result


def _there(found: T | None, game: str) -> T:
    if found is None:
        raise Fault(f"the server tells nothing of the game {game}")
    return found
