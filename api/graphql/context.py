"""What resolvers work with: the server's services, and who is calling."""

from __future__ import annotations

from asyncio import Semaphore
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar
from uuid import UUID

import strawberry
from sqlalchemy import Connection

from api.graphql.cursors import Cursors
from api.graphql.faults import fault
from api.graphql.limits import MANNERS, Manners
from api.graphql.name_locks import NameLocks
from api.graphql.quotas import Quotas
from api.graphql.rates import Kind, RateLimits
from api.identity import Caller, Identity, KeysUnavailable, Role, Unauthenticated
from api.identity.credentials import Credentials
from api.sharing.account import CallerAccount
from application.erasure import Erasures
from application.games import Games
from application.players import Player, Players
from application.recorded import GameId
from application.refusals import UnknownGame
from application.store import Store
from application.watching import Watching
from domain.events import PlayerId
from projections.board_changes import Boards
from projections.database import ReadDatabase
from projections.lobby import Lobby
from projections.projector import Projector
from projections.reading import Reading
from projections.tables import NotBuilt

P = ParamSpec("P")
T = TypeVar("T")

LONGEST_COMMAND_ID = 200
NOT_SIGNED_IN = "You are not signed in: send 'Authorization: Bearer TOKEN'."


@dataclass(frozen=True, kw_only=True)
class Services:
    """What the server is made of, as far as the API uses it."""

    store: Store
    games: Games
    watching: Watching
    lobby: Lobby
    cursors: Cursors
    boards: Boards
    reading: Reading
    read_database: ReadDatabase
    players: Players
    erasures: Erasures
    projector: Projector
    identity: Identity
    guests: bool
    rates: RateLimits
    quotas: Quotas
    name_locks: NameLocks = field(default_factory=NameLocks)
    manners: Manners = MANNERS


class Context:
    """One request, or one socket for as long as it is open."""

    def __init__(
        self,
        services: Services,
        authorization: str | None,
        account: CallerAccount,
        *,
        streams: bool = False,
        counted: bool = False,
    ) -> None:
        self.services = services
        self.account = account
        """Counts what the server does for the caller."""
        self.streams = streams
        """Whether the caller takes an answer in many parts, as subscriptions give."""
        self.connection_params: dict[str, Any] | None = None
        self.turn: Semaphore | None = None
        """Bounds the operations of a socket that run at once; None for a request, which has one."""
        self._authorization = authorization
        self._credentials = Credentials(services.identity)
        self._counted = counted
        """Whether the operation is counted among its caller's already."""

    async def player(self) -> PlayerId | None:
        """Return who is calling, None for an onlooker; a token that is no good is an error."""
        caller = await self.caller()
        return None if caller is None else caller.player

    async def caller(self) -> Caller | None:
        """Return who is calling and what it may do, None for an onlooker; a bad token is an error."""
        try:
            return await self.authenticated()
        except Unauthenticated as error:
            raise fault("UNAUTHENTICATED", f"You are not signed in: {error}.") from error
        except KeysUnavailable as error:
            text = "Whether your token is good cannot be told now: the identity provider does not answer."
            raise fault("UNAVAILABLE", text) from error

    async def authenticated(self) -> Caller | None:
        """Return who is calling, None for an onlooker; raises Unauthenticated and KeysUnavailable.

        Every field asks anew: whoever has just erased itself is nobody from there on. The token's signature
        is verified once. Raises TooManyRequests when a request is one too many of its caller's.
        """
        caller = await self._credentials.caller(self._authorization or self._from_socket())
        if caller is None:
            return None
        is_news = self.account.identify(caller.player)
        if not self._counted:
            self._counted = True
            self.services.rates.charge_player(Kind.OPERATIONS, caller.player)
            if is_news:
                await self.account.turn()
        return caller

    async def operator(self) -> None:
        """Make sure that an operator is calling; it is an error that it is somebody else."""
        caller = await self.caller()
        if caller is None:
            raise fault("UNAUTHENTICATED", NOT_SIGNED_IN)
        if Role.OPERATOR not in caller.roles:
            raise fault("FORBIDDEN", "This is for the operators of the server.")

    async def signed_in(self) -> PlayerId:
        """Return who is calling; it is an error not to be signed in."""
        player = await self.player()
        if player is None:
            raise fault("UNAUTHENTICATED", NOT_SIGNED_IN)
        return player

    async def commanding(self, kind: Kind | None = None) -> PlayerId:
        """Return who is calling, for a mutation, which is counted; raises TooManyRequests."""
        player = await self.signed_in()
        for each in (Kind.MUTATIONS, kind):
            if each is not None:
                # The player first: what it is refused is not counted among its neighbours'.
                self.services.rates.charge_player(each, player)
                self.services.rates.charge_address(each, self.account.address)
        return player

    async def names(self, players: Iterable[PlayerId]) -> dict[PlayerId, Player]:
        """Return the players by id."""
        return await self.services.players.named(players)

    async def read(
        self, name: str, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Ask a read model; it is an error that it is not built yet. `name` is what callers know it by."""
        try:
            return await self.services.read_database.read(query, *args, **kwargs)
        except NotBuilt as not_built:
            raise fault("NOT_READY", f"{name} is being built; try again soon.") from not_built

    def _from_socket(self) -> str | None:
        for key, value in (self.connection_params or {}).items():
            if key.lower() == "authorization" and isinstance(value, str):
                return value
        return None


Info = strawberry.Info[Context, None]
GameArgument = Annotated[strawberry.ID, strawberry.argument(description="The game's id.")]


def game_id(given: strawberry.ID) -> GameId:
    """Return the id of a game; raises UnknownGame for what cannot be one."""
    try:
        return UUID(str(given))
    except ValueError as error:
        raise UnknownGame(str(given)) from error


def command_key(given: strawberry.ID | None) -> str | None:
    """Return the id that a client gave to a command; it is an error if it cannot be one."""
    if given is not None and not (1 <= len(given) <= LONGEST_COMMAND_ID and given.isprintable()):
        text = f"A command id has 1 to {LONGEST_COMMAND_ID} printable characters."
        raise fault("INVALID_COMMAND_ID", text)
    return given
