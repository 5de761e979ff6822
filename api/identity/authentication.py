"""Authentication by bearer tokens (JWT): the server's own and those of an identity provider."""

from __future__ import annotations

from collections import OrderedDict
from datetime import timedelta
from time import time
from types import TracebackType
from typing import Final, Self, TypeVar

import jwt

from api.identity.caller import MAX_TOKEN, Banned, Caller, KeysUnavailable, Role, Unauthenticated
from api.identity.invalid_tokens import reason
from api.identity.invitations import Invitations
from api.identity.open_connections import OpenConnections
from api.identity.own_tokens import OwnTokens, first_token, token_id
from api.identity.player_sessions import PlayerSessions
from api.identity.provider import Provider, ProviderUser
from api.identity.provider_keys import ALGORITHMS
from application.identity_refusals import InvalidProviderToken, NoIdentityProvider
from application.moderation.bans import BannedIdentity
from application.players.registry import ErasedPlayer, Player, Players
from application.players.tokens import IssuedToken
from domain.events import PlayerId

T = TypeVar("T")

__all__ = ["Banned", "Caller", "Identity", "KeysUnavailable", "Provider", "Role", "Unauthenticated"]

MAX_CACHED: Final = 10_000
"""Maximum number of recently used tokens whose players are cached."""
EXPIRED: Final = "the token has expired; sign in again"
REVOKED: Final = "the token was revoked; sign in again"


class Identity:
    """Signs tokens for players, authenticates callers, and determines when a connection must end.

    One of two readers, chosen by the token's algorithm, reads a token; each has its own keys, algorithms and
    issuer. The server's tokens are verified by its secret, a provider's by the provider's public keys. As a
    context manager, it keeps the provider's keys up to date and watches for erased players.
    """

    def __init__(
        self,
        secret: str,
        players: Players,
        valid_for: timedelta,
        provider: Provider | None = None,
        *,
        operator_valid_for: timedelta = timedelta(hours=12),
    ) -> None:
        self._secret = secret
        self._players = players
        self._valid_for, self._operator_valid_for = valid_for, operator_valid_for
        self._provider = provider
        self._own_tokens: OrderedDict[str, Caller] = OrderedDict()
        self._seen: OrderedDict[str, Caller] = OrderedDict()
        self.connections = OpenConnections(players)
        """Callers on connections that stay open."""
        self._tokens = OwnTokens(secret)
        self.sessions = PlayerSessions(
            self._tokens, players, self.connections, int(valid_for.total_seconds())
        )
        """The players' sessions, which last while their tokens are renewed."""
        self.invitations = Invitations(secret)

    async def __aenter__(self) -> Self:
        """Fetch the provider's keys and start watching; raises CannotStart for a file without keys."""
        if self._provider is not None:
            await self._provider.__aenter__()
        await self._players.bans.__aenter__()
        await self.connections.__aenter__()
        await self.sessions.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop watching."""
        await self.sessions.__aexit__(kind, error, where)
        await self.connections.__aexit__(kind, error, where)
        await self._players.bans.__aexit__(kind, error, where)
        if self._provider is not None:
            await self._provider.__aexit__(kind, error, where)

    def token(self, player: Player, *, operator: bool = False) -> str:
        """Return a token that identifies the player until it expires; an operator's names that role."""
        return self.give(player, operator=operator)[0]

    def give(self, player: Player, *, operator: bool = False) -> tuple[str, IssuedToken]:
        """Return a token, and the record by which it can be found and revoked."""
        valid_for = self._operator_valid_for if operator else self._valid_for
        token = first_token(player, int(valid_for.total_seconds()), operator=operator)
        record = IssuedToken(
            id=token.id, player=player.id, operator=operator, given=token.given, expires=token.expires
        )
        return self._tokens.sign(token), record

    async def caller(self, authorization: str | None) -> Caller | None:
        """Return the caller that an `Authorization` header names, None if there is no header.

        Raises Unauthenticated for a header that is not a valid bearer token of a known player, Banned if the
        player is banned, and KeysUnavailable when the provider's keys are unavailable.
        """
        if not authorization:
            return None
        caller = await self.verified(authorization)
        await self.check(caller)
        return caller

    async def verified(self, authorization: str) -> Caller:
        """Return the caller named by a header with a valid signature; `check` must accept it, too.

        Raises Unauthenticated and KeysUnavailable.
        """
        caller = await self._verified(authorization)
        _cache(self._seen, _token_in(authorization), caller)
        return caller

    async def _verified(self, authorization: str) -> Caller:
        scheme, token = authorization.partition(" ")[0], _token_in(authorization)
        if scheme.lower() != "bearer" or not token or not token.isascii():
            raise Unauthenticated("the authorization must be of the form 'Bearer TOKEN'")
        if len(token) > MAX_TOKEN:
            raise Unauthenticated(f"a token has at most {MAX_TOKEN:,} characters")
        if (known := self._own_tokens.get(token)) is not None:
            self._own_tokens.move_to_end(token)
            return known
        if self._provider is not None and (user := self._provider.verified_before(token)) is not None:
            return await self._foreign(self._provider.issuer, user, token)
        try:
            algorithm = jwt.get_unverified_header(token).get("alg")
            if self._provider is not None and isinstance(algorithm, str) and algorithm in ALGORITHMS:
                user = await self._provider.user(token)
                return await self._foreign(self._provider.issuer, user, token)
            caller = self._tokens.read(token)
        except jwt.ExpiredSignatureError as error:
            raise Unauthenticated(EXPIRED) from error
        except jwt.PyJWTError as error:
            raise Unauthenticated(f"the token is not valid: {reason(error, 'this server')}") from error
        # The server's secret stays the same, so a verified token stays valid until `check` refuses it.
        _cache(self._own_tokens, token, caller)
        return caller

    def remembered(self, authorization: str) -> Caller | None:
        """Return what `verified` returns for a token of this server, None if it would have to be read."""
        scheme, _, token = authorization.partition(" ")
        known = self._own_tokens.get(token) if scheme == "Bearer" else None
        if known is not None:
            self._own_tokens.move_to_end(token)
            _cache(self._seen, token, known)
        return known

    def seen(self, authorization: str) -> PlayerId | None:
        """Return the player of a token that was valid when last checked; None for all others."""
        caller = self._seen.get(_token_in(authorization))
        return None if caller is None or time() >= caller.expires else caller.player

    def forget(self, authorization: str) -> None:
        """Forget the player of a token that is no longer valid."""
        self._seen.pop(_token_in(authorization), None)

    def may_link(self, caller: Caller) -> bool:
        """Return whether there is a provider with an account to which the caller might be linked."""
        return self._provider is not None and caller.session is not None and not caller.session.operator

    async def link(self, caller: Caller, token: str) -> None:
        """Link the caller, a guest, to the account that a provider's token names.

        Raises a Refusal, SessionEnded and KeysUnavailable.
        """
        if self._provider is None:
            raise NoIdentityProvider
        account = await self._provider.account(token)
        # By its id: the account has no player yet whose tokens might be revoked.
        if await self._players.tokens.is_revoked("", account.token, account.since):
            raise InvalidProviderToken("it was revoked")
        await self.sessions.link(caller, self._provider.issuer, account.subject, account.since)

    def is_admitted(self, caller: Caller) -> bool:
        """Return whether `check` would accept a caller, as far as that is known without a wait."""
        players = self._players
        player = players.in_memory(caller.player)
        if (
            player is None
            or player.erased
            or time() >= caller.expires
            or not players.tokens.is_fresh
            or players.tokens.known_revoked(caller.player, caller.token, caller.given)
            or players.bans.of_player(caller.player) is not None
        ):
            return False
        if (token := caller.session) is not None:
            if players.sessions.state.is_ended(token.player, token.session, token.id, token.given):
                return False
            players.sessions.uses.note(token)
        return True

    async def check(self, caller: Caller) -> None:
        """Raise Unauthenticated if a caller's token has expired or is revoked, or its player is erased.

        Raises Banned for a banned player; operators are not banned.
        """
        if time() >= caller.expires:
            raise Unauthenticated(EXPIRED)
        players = self._players
        player = players.in_memory(caller.player) or await players.get(caller.player)
        if player is None or player.erased:
            raise Unauthenticated("the token names an unknown or erased player")
        if await self._players.tokens.is_revoked(caller.player, caller.token, caller.given):
            raise Unauthenticated(REVOKED)
        if (token := caller.session) is not None:
            sessions = self._players.sessions
            if sessions.state.is_ended(token.player, token.session, token.id, token.given):
                raise Unauthenticated(REVOKED)
            sessions.uses.note(token)
        ban = self._players.bans.of_player(caller.player)
        if ban is not None and Role.OPERATOR not in caller.roles:
            raise Banned(ban, caller)

    async def _foreign(self, issuer: str, user: ProviderUser, token: str) -> Caller:
        try:
            player = await self._players.sign_in_with_provider(
                issuer, user.subject, user.name, since=user.since
            )
        except ErasedPlayer as error:
            raise Unauthenticated("the token is from before you were erased; sign in again") from error
        except BannedIdentity as error:
            raise Banned(error.ban) from error
        return Caller(
            player=player.id,
            roles=user.roles,
            expires=user.expires,
            token=user.token or token_id({}, token),
            given=user.since,
        )


def _token_in(authorization: str) -> str:
    return authorization.partition(" ")[2].strip()


def _cache(tokens: OrderedDict[str, T], token: str, value: T) -> None:
    tokens[token] = value
    tokens.move_to_end(token)
    if len(tokens) > MAX_CACHED:
        tokens.popitem(last=False)
