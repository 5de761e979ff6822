"""A connection to a server as one caller: all operations of the schema, and methods to play any game."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, aclosing
from typing import Any, Self, TypeAlias, TypeVar

import httpx

from kibitz_client.documents import command_operation
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
from kibitz_client.seeds.followed_game import following
from kibitz_client.seeds.game_seed import GameSeed
from kibitz_client.seeds.seeded_games import OnSeedWarning, SeededGames, SeededMutations
from kibitz_client.state_updates import GAME_STATES, StateUpdate
from kibitz_client.transport.http_client import HttpClient
from kibitz_client.views import GameState

T = TypeVar("T")
Issued: TypeAlias = SignInAccepted | SignInWithDeviceCodeAccepted
"""An answer with a token for a new session."""

EVENTS_PER_PAGE = 500
"""The largest page of events that the server returns."""


class Connection:
    """A connection of one caller. Raises Unreachable for a malformed URL and Fault for a malformed token.

    Requests that fail on the network are repeated until `retry_timeout`, in seconds. The token is renewed
    while the connection is used, and `on_token_renewed` receives each new one; the old one becomes invalid.
    With `add_seeds`, the connection adds a seed to the deals of each game that it starts, or follows with
    `states`. `on_seed_warning` receives the reason if the deals do not use it; by default it is logged.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        retry_timeout: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
        on_token_renewed: Callable[[str], None] | None = None,
        add_seeds: bool = True,
        on_seed_warning: OnSeedWarning | None = None,
    ) -> None:
        self.url = url
        self._http = HttpClient(url, token, retry_timeout, transport, on_token_renewed)
        self.operations = Operations(self._http)
        """Executes any operation; its answers are of any type."""
        self.query = Queries(self.operations)
        """A method for each query."""
        self.mutate = Mutations(self.operations)
        """A method for each mutation; it returns a success or a refusal."""
        self._seeded: SeededGames | None = None
        if add_seeds:
            self._seeded = SeededGames(self.query, self.mutate, on_seed_warning)
            self.mutate = SeededMutations(self.operations, self._seeded)
        self.subscribe = Subscriptions(self.operations)
        """A method for each subscription."""

    @classmethod
    async def guest(
        cls,
        url: str,
        name: str,
        *,
        retry_timeout: float = 30.0,
        on_token_renewed: Callable[[str], None] | None = None,
        add_seeds: bool = True,
        on_seed_warning: OnSeedWarning | None = None,
    ) -> Self:
        """Sign in as a new guest; raises Refused."""
        connection = cls(
            url,
            retry_timeout=retry_timeout,
            on_token_renewed=on_token_renewed,
            add_seeds=add_seeds,
            on_seed_warning=on_seed_warning,
        )
        return await connection._signed_in(connection.mutate.sign_in(name=name))

    @classmethod
    async def with_device_code(
        cls,
        url: str,
        code: str,
        *,
        retry_timeout: float = 30.0,
        on_token_renewed: Callable[[str], None] | None = None,
        add_seeds: bool = True,
        on_seed_warning: OnSeedWarning | None = None,
    ) -> Self:
        """Sign in as the player who has created a code on another device; raises Refused."""
        connection = cls(
            url,
            retry_timeout=retry_timeout,
            on_token_renewed=on_token_renewed,
            add_seeds=add_seeds,
            on_seed_warning=on_seed_warning,
        )
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

    async def join_game(self, game: str) -> GameState:
        """Take a seat in a game, and commit to a seed at once; raises Refused."""
        if self._seeded is None:
            return await self.send_command("JoinGame", game)
        return accepted(await self._seeded.join((await self.get_game(game)).game)).game

    async def add_seed(self, game: str) -> GameState:
        """Commit to a seed, reveal it, or check that the deals use it, as is due; return the state after it.

        For programs that do not follow the game: `states` and `play` do this on their own.
        """
        state = await self.get_game(game)
        if self._seeded is None or state.view is None:
            return state
        answer = await self._seeded.take_step(state.view)
        if answer is None:
            return state
        if answer.game.view is not None:
            # The seed may have started the game.
            await self._seeded.take_step(answer.game.view)
        return answer.game

    def seed(self, game: str) -> GameSeed | None:
        """Return the seed for a game, which knows whether the deals use it; None if there is none."""
        return None if self._seeded is None else self._seeded.find(game)

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
        if name == "StartGame":
            started = await self.mutate.start_game(
                game=game, command_id=command_id, expected_version=expected_version
            )
            return accepted(started).game
        values |= {"game": game, "expectedVersion": expected_version, "commandId": command_id}
        result = await self.operations.run_mutation(command_operation(name), values, CommandAccepted)
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

    async def states(self, game: str) -> AsyncGenerator[StateUpdate, None]:
        """Yield the state of a game now, and after each command that changes it, until the game ends.

        A lost connection is resumed after the last state. If you have a seat, your seed is committed to and
        revealed before the states are yielded. Raises Fault and Unreachable.
        """
        updates = self.operations.subscribe(GAME_STATES, {"game": game}, StateUpdate, "cursor")
        async with aclosing(updates), following(self._seeded) as followed:
            version = 0
            async for update in updates:
                # A snapshot may be newer than the updates after it.
                if not update.snapshot and update.game.game.version <= version:
                    continue
                state = update if followed is None else await followed.observed(update)
                version = state.game.game.version
                yield state

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
