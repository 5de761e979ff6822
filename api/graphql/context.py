"""The context of resolvers: the server's services and the caller."""

from __future__ import annotations

from asyncio import CancelledError, Semaphore
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar
from uuid import UUID

import strawberry
from sqlalchemy import Connection
from strawberry.dataloader import DataLoader

from api.documents.store import DocumentStore
from api.fair_share.caller_account import CallerAccount
from api.graphql.errors.bans import banned
from api.graphql.errors.faults import fault
from api.graphql.execution.answer_marks import NO_MARKS
from api.graphql.limits.quotas import Quotas
from api.graphql.limits.rates import CallKind, RateLimits
from api.graphql.name_locks import NameLocks
from api.graphql.pagination.cursors import Cursors
from api.graphql.read_model_states import ReadModelStates
from api.identity.authentication import Banned, Caller, Identity, KeysUnavailable, Role, Unauthenticated
from api.identity.credentials import Credentials
from api.server_settings import DEFAULT_SERVER_SETTINGS, ServerSettings
from application.codec import KEPT_GAME_IDS, GameId
from application.games.command_handler import CommandHandler
from application.games.rematches import Rematches
from application.invitations.invitation_codes import InvitationCodes
from application.moderation.ban_departures import BanDepartures
from application.moderation.moderation import Moderation
from application.players.erasure import Erasures
from application.players.registry import Player, Players
from application.players.search.public_players import PublicPlayers
from application.presence.presence import Presence
from application.refusals import TooBusy, UnknownGame
from application.review.reviews import Reviews
from application.seeks.matchmaker import Seeks
from application.store.port import Store
from application.talk.talk import Talk
from application.watching.game_streams import GameStreams
from domain.events import PlayerId
from domain.refusals import Refusal
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt
from projections.engine.projector import Projector
from projections.games.current_games import CurrentGames
from projections.games.lobby import Lobby
from projections.games.own_games import OwnGames
from projections.players.leaderboard_changes import Boards
from projections.transparency.log_proofs import SignedLogProofs

P = ParamSpec("P")
K = TypeVar("K")
T = TypeVar("T")

MAX_COMMAND_ID_LENGTH = 200
NOT_SIGNED_IN = "You are not signed in: send 'Authorization: Bearer TOKEN'."
KEYS_UNAVAILABLE = "Your token cannot be verified now: the identity provider does not answer."


@dataclass(frozen=True, kw_only=True)
class Services:
    """The server's components that the API uses."""

    store: Store
    games: CommandHandler
    rematches: Rematches
    watching: GameStreams
    lobby: Lobby
    own_games: OwnGames
    cursors: Cursors
    boards: Boards
    reading: CurrentGames
    read_database: ReadDatabase
    players: Players
    presence: Presence
    talk: Talk
    invitation_codes: InvitationCodes
    documents: DocumentStore
    erasures: Erasures
    moderation: Moderation
    ban_departures: BanDepartures
    seeks: Seeks
    public_players: PublicPlayers
    reviews: Reviews
    log_proofs: SignedLogProofs
    projector: Projector
    read_model_states: ReadModelStates
    identity: Identity
    guests: bool
    rates: RateLimits
    quotas: Quotas
    name_locks: NameLocks = field(default_factory=NameLocks)
    server_settings: ServerSettings = DEFAULT_SERVER_SETTINGS


async def or_not_ready(name: str, answer: Awaitable[T]) -> T:
    """Await an answer of the read model `name`; one that is not built yet is a top-level error."""
    try:
        return await answer
    except NotBuilt as not_built:
        raise fault("NOT_READY", f"{name} is being built; try again soon.") from not_built


class Context:
    """The context of one request, or of one socket while it is open."""

    connection_params: dict[str, Any] | None = None
    turn: Semaphore | None = None
    """Limits the concurrent operations of a socket; None for a request, which has one."""
    marks = NO_MARKS
    """The marks of the operation's fields; of the latest operation on a socket."""
    cacheable = False
    """True if the request allows a public answer, and nothing in the answer so far forbids it."""
    _admitted: Caller | None = None
    """The caller that was admitted last, by the token of the request."""
    _admitted_in: float | None = None
    """The start of the step in which the caller was admitted; within a step nothing else runs."""
    retry_after: float | None = None
    """Seconds after which a refused command may be sent again; None if no refusal says so."""

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
        """Counts the work that the server does for the caller."""
        self.streams = streams
        """True if the caller accepts a streamed answer, which subscriptions require."""
        self._loaders: dict[Any, DataLoader[Any, Any]] = {}
        self._authorization = authorization
        self._credentials = Credentials(services.identity)
        self._counted = counted
        """True if the operation is already counted for its caller."""

    async def player(self, *, even_banned: bool = False) -> PlayerId | None:
        """Return the calling player, None for a spectator; an invalid token is a top-level error."""
        caller = await self.caller(even_banned=even_banned)
        return None if caller is None else caller.player

    async def caller(self, *, even_banned: bool = False) -> Caller | None:
        """Return the caller with its roles, None for a spectator; an invalid token is a top-level error.

        So is a banned player, unless `even_banned`.
        """
        authorization = self._authorization
        if not (authorization or self.connection_params):
            return None
        if self._counted and authorization is not None:
            if self._admitted_in == self.account.begun:
                return self._admitted
            # It is identified and counted, so that nothing has to be awaited unless something changed.
            known = self._credentials.at_once(authorization)
            if known is not None and known.player == self.account.player:
                return self._admit(known)
        try:
            return await self.authenticated()
        except Banned as error:
            if even_banned and error.caller is not None:
                return error.caller
            raise banned(error.ban) from error
        except Unauthenticated as error:
            raise fault("UNAUTHENTICATED", f"You are not signed in: {error}.") from error
        except KeysUnavailable as error:
            raise fault("UNAVAILABLE", KEYS_UNAVAILABLE) from error

    async def authenticated(self) -> Caller | None:
        """Return the caller, None for a spectator; raises Unauthenticated and KeysUnavailable.

        `caller` asks again in each step, so that erasing the player takes effect at once. The credentials
        cache the verified signature. Raises TooManyRequests when the caller exceeds its rate limit.
        """
        authorization = self._authorization or self._from_socket()
        if not authorization:
            return None
        caller = self._credentials.at_once(authorization)
        if caller is None:
            caller = await self._credentials.caller(authorization)
        if caller is None:
            return None
        is_new = self.account.identify(caller.player)
        self._admit(caller)
        if not self._counted:
            self._counted = True
            self.services.rates.charge_player(CallKind.OPERATIONS, caller.player)
            if is_new:
                await self.account.turn()
        return caller

    def _admit(self, caller: Caller) -> Caller:
        # Work that runs on no account has no steps, and each of its calls is checked.
        self._admitted, self._admitted_in = caller, self.account.begun or None
        return caller

    async def require_operator(self) -> None:
        """Require the caller to be an operator; any other caller is a top-level error."""
        caller = await self.caller()
        if caller is None:
            raise fault("UNAUTHENTICATED", NOT_SIGNED_IN)
        if Role.OPERATOR not in caller.roles:
            raise fault("FORBIDDEN", "Only operators of the server may do this.")

    async def require_player(self, *, even_banned: bool = False) -> PlayerId:
        """Return the calling player; a caller that is not signed in is a top-level error."""
        caller = await self.caller(even_banned=even_banned)
        if caller is None:
            raise fault("UNAUTHENTICATED", NOT_SIGNED_IN)
        return caller.player

    async def charge_mutation(self, kind: CallKind | None = None, *, even_banned: bool = False) -> PlayerId:
        """Count a mutation and return the calling player; raises TooManyRequests."""
        kinds = () if kind is None else (kind,)
        return await self.charge(CallKind.MUTATIONS, *kinds, even_banned=even_banned)

    async def charge(self, *kinds: CallKind, even_banned: bool = False) -> PlayerId:
        """Count a call of some kinds and return the calling player; raises TooManyRequests."""
        player = await self.require_player(even_banned=even_banned)
        for each in kinds:
            # The player first: its refused calls must not use up the limit that its address shares.
            self.services.rates.charge_player(each, player)
            self.services.rates.charge_address(each, self.account.address)
        return player

    def note_refusal(self, refusal: Refusal) -> None:
        """Remember when a command that was refused for lack of time may be sent again."""
        if isinstance(refusal, TooBusy):
            self.retry_after = max(refusal.retry_after, self.retry_after or 0)

    async def names(self, players: Iterable[PlayerId]) -> dict[PlayerId, Player]:
        """Return the players by id."""
        return await self.services.players.named(players)

    async def read(
        self, name: str, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Query a read model; one that is not built yet is a top-level error, which calls it `name`."""
        return await or_not_ready(name, self.services.read_database.read(query, *args, **kwargs))

    async def load(
        self, read: Callable[[Services, list[K]], Awaitable[Sequence[T | BaseException]]], key: K
    ) -> T:
        """Return what `read` returns for a key, or raise it; `read` gets all keys needed at one moment."""
        loader = self._loaders.get(read)
        if loader is None:
            # Bound to the services, not to the context, which would become a cycle for the garbage collector.
            loader = self._loaders[read] = DataLoader(partial(read, self.services), cache=False)
        try:
            found: T = await loader.load(key)
        except CancelledError:
            # A batch that loses all of its loads before it begins never begins, but takes further loads.
            self._loaders.pop(read, None)
            raise
        return found

    def _from_socket(self) -> str | None:
        for key, value in (self.connection_params or {}).items():
            if key.lower() == "authorization" and value is not None:
                # Anything but a text is an invalid token, not the absence of one.
                return value if isinstance(value, str) else type(value).__name__
        return None


Info = strawberry.Info[Context, None]
GameArgument = Annotated[strawberry.ID, strawberry.argument(description="The game's id.")]


def game_id(id: str | GameId) -> GameId:
    """Return the id of a game; raises UnknownGame for a malformed id, and for another form of an id."""
    return id if isinstance(id, UUID) else _game_id(id)


@lru_cache(maxsize=KEPT_GAME_IDS)
def _game_id(text: str) -> GameId:
    try:
        found = UUID(text)
    except ValueError as error:
        raise UnknownGame(text) from error
    if str(found) != text:
        raise UnknownGame(text)
    return found


def command_key(id: strawberry.ID | None) -> str | None:
    """Return the client's id of a command; an invalid id is a top-level error."""
    if id is not None and not (1 <= len(id) <= MAX_COMMAND_ID_LENGTH and id.isprintable()):
        text = f"A command id has 1 to {MAX_COMMAND_ID_LENGTH} printable characters."
        raise fault("INVALID_COMMAND_ID", text, at=("input", "commandId"))
    return id
