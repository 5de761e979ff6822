"""A connection to a server as one caller: all operations of the schema, and methods to play any game."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, aclosing
from typing import Any, Self, TypeAlias, TypeVar

import httpx

from kibitz_client.documents import Operation, command_operation
from kibitz_client.errors import Fault, Refused
from kibitz_client.interfaces import Event, Refusal
from kibitz_client.moves import Move
from kibitz_client.operations import Operations
from kibitz_client.schema.enums import Access
from kibitz_client.schema.inputs import OptionInput
from kibitz_client.schema.mutations import Mutations
from kibitz_client.schema.queries import Queries
from kibitz_client.schema.results import CommandAccepted, SignInAccepted, SignInWithDeviceCodeAccepted
from kibitz_client.schema.subscriptions import Subscriptions
from kibitz_client.schema.types import Game, GameMoment
from kibitz_client.transport.http_client import HttpClient
from kibitz_client.values import Value
from kibitz_client.views import GameState

T = TypeVar("T")
Issued: TypeAlias = SignInAccepted | SignInWithDeviceCodeAccepted
"""An answer with a token for a new session."""

GAME_STATES = Operation(
    text="""subscription GameStates($game: ID!, $after: Cursor) {
        gameUpdates(game: $game, after: $after) { cursor snapshot game { ...Game } }
    }""",
    path=("gameUpdates",),
)
"""The updates of a game without their events and moments."""

EVENTS_PER_PAGE = 500
"""The largest page of events that the server returns."""


class StateUpdate(Value, frozen=True, kw_only=True):
    """A state of a game in the course of its updates."""

    cursor: str
    snapshot: bool
    """Whether earlier states no longer count, such as after a restored backup."""
    game: GameState


class Connection:
    """A connection of one caller. Raises Unreachable for a malformed URL and Fault for a malformed token.

    Requests that fail on the network are repeated until `retry_timeout`, in seconds. The token is renewed
    while the connection is used, and `on_token_renewed` receives each new one; the old one becomes invalid.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        retry_timeout: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
        on_token_renewed: Callable[[str], None] | None = None,
    ) -> None:
        self.url = url
        self._http = HttpClient(url, token, retry_timeout, transport, on_token_renewed)
        self._operations = Operations(self._http)
        self.query = Queries(self._operations)
        """A method for each query."""
        self.mutate = Mutations(self._operations)
        """A method for each mutation; it returns a success or a refusal."""
        self.subscribe = Subscriptions(self._operations)
        """A method for each subscription."""

    @classmethod
    async def guest(
        cls,
        url: str,
        name: str,
        *,
        retry_timeout: float = 30.0,
        on_token_renewed: Callable[[str], None] | None = None,
    ) -> Self:
        """Sign in as a new guest; raises Refused."""
        connection = cls(url, retry_timeout=retry_timeout, on_token_renewed=on_token_renewed)
        return await connection._signed_in(connection.mutate.sign_in(name=name))

    @classmethod
    async def with_device_code(
        cls,
        url: str,
        code: str,
        *,
        retry_timeout: float = 30.0,
        on_token_renewed: Callable[[str], None] | None = None,
    ) -> Self:
        """Sign in as the player who has created a code on another device; raises Refused."""
        connection = cls(url, retry_timeout=retry_timeout, on_token_renewed=on_token_renewed)
        return await connection._signed_in(connection.mutate.sign_in_with_device_code(code=code))

    async def _signed_in(self, answer: Awaitable[Issued | Refusal]) -> Self:
        async with AsyncExitStack() as unless_signed_in:
            unless_signed_in.push_async_callback(self.close)
            issued = await answer
            if isinstance(issued, Refusal):
                raise Refused(issued)
            self._http.token.set(issued.token, issued.expires_at)
            unless_signed_in.pop_all()
        return self

    @property
    def token(self) -> str | None:
        """The current token; it changes when it is renewed."""
        return self._http.token.value

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self._http.close()

    async def execute(self, document: str, **variables: Any) -> dict[str, Any]:
        """Execute a GraphQL document and return its data; it is sent again if no answer comes.

        Raises Fault and Unreachable.
        """
        return await self._http.execute(document, variables)

    async def create_game(
        self, variant: str, *, options: Mapping[str, str] | None = None, access: Access = Access.PUBLIC
    ) -> Game:
        """Create a game with the caller as its organizer; raises Refused."""
        chosen = [OptionInput(name=name, value=value) for name, value in (options or {}).items()]
        result = await self.mutate.create_game(variant=variant, options=chosen, access=access)
        return accepted(result).game.game

    async def send_command(
        self,
        name: str,
        game: str,
        *,
        expected_version: int | None = None,
        command_id: str | None = None,
        **values: Any,
    ) -> GameState:
        """Send a command by its name in the schema and return the state after it; raises Refused.

        Commands that this client does not know work too. A command takes effect once, however often it has
        to be sent.
        """
        values |= {"game": game, "expectedVersion": expected_version, "commandId": command_id}
        result = await self._operations.run_mutation(command_operation(name), values, CommandAccepted)
        return accepted(result).game

    async def make_move(self, move: Move, game: str, *, expected_version: int | None = None) -> GameState:
        """Make a move; raises Refused."""
        return await self.send_command(move.name, game, expected_version=expected_version, **move.values)

    async def get_game(self, game: str) -> GameState:
        """Return the current state of a game and the legal moves."""
        return _found(await self.query.game(id=game), game)

    async def replay(self, game: str, version: int) -> GameMoment:
        """Return the state of a game at a version."""
        return _found(await self.query.game_at(id=game, version=version), game)

    async def suggestion(self, game: str) -> Move | None:
        """Return the move that the machine player would make; None if it is not the caller's turn."""
        return await self.query.game_suggestion(id=game)

    async def events(self, game: str) -> list[Event]:
        """Return all events of a game so far."""
        found: list[Event] = []
        after = None
        while True:
            page = _found(await self.query.game_events(id=game, first=EVENTS_PER_PAGE, after=after), game)
            found += page
            if page.next is None:
                return found
            after = page.next

    def states(self, game: str) -> AsyncGenerator[StateUpdate, None]:
        """Yield the state of a game now, and after each command that changes it, until the game ends.

        A lost connection is resumed after the last state. Raises Fault and Unreachable.
        """
        return self._operations.subscribe(GAME_STATES, {"game": game}, StateUpdate, "cursor")

    async def follow(self, game: str, after: int = 0) -> AsyncGenerator[Event, None]:
        """Yield a game's events after a version, each once and in order, until the game ends.

        A lost connection is resumed after the last event. Raises Fault and Unreachable.
        """
        retry = None
        while True:
            async with aclosing(self.subscribe.game_events(game=game, after=after)) as events:
                async for event in events:
                    retry, after = None, event.version
                    yield event
            if (await self.get_game(game)).game.over:
                return
            retry = retry or self._http.retry()
            await retry.wait("the stream of events ended before the game")


def accepted(result: T | Refusal) -> T:
    """Return the success of a mutation; raises Refused for a refusal."""
    if isinstance(result, Refusal):
        raise Refused(result)
    return result


def _found(found: T | None, game: str) -> T:
    if found is None:
        raise Fault(f"the server returned nothing for the game {game}")
    return found
