"""Begins, renews and ends the sessions of players, and signs their tokens."""

from __future__ import annotations

import logging
from collections.abc import Collection
from types import TracebackType
from typing import Final, Self

from msgspec import Struct

from api.identity.caller import Caller
from api.identity.open_connections import OpenConnections
from api.identity.own_tokens import OwnTokens, first_token, new_token_id
from application.identity_refusals import AlreadyLinked, OperatorToken, SignedInByProvider
from application.players.device_codes import DeviceCode
from application.players.registry import Player, Players
from application.players.session_tokens import SessionToken
from application.players.sessions import PlayerSession
from application.runtime.periodic_work import PeriodicWork
from domain.events import PlayerId

logger = logging.getLogger(__name__)

FLUSH_INTERVAL: Final = 30.0
"""Seconds between two writes of the times at which sessions were used."""
SIGNED_OUT: Final = "You have signed out."
ENDED: Final = "The session was ended: sign in again."
LINKED: Final = "You are linked to an account: sign in at the identity provider."


class SignedToken(Struct, frozen=True, kw_only=True):
    """A token for a client."""

    text: str
    player: PlayerId
    expires: int
    """The time at which it expires, in seconds since 1970."""


class PlayerSessions:
    """Issues tokens to players who sign in, and renews and ends their sessions.

    As a context manager, it writes the times at which sessions were used.
    """

    def __init__(
        self, tokens: OwnTokens, players: Players, connections: OpenConnections, valid_for: int
    ) -> None:
        self._tokens = tokens
        self._players = players
        self._connections = connections
        self._valid_for = valid_for
        self._flushing = PeriodicWork("the writing of session uses", self._flush, FLUSH_INTERVAL)

    async def __aenter__(self) -> Self:
        """Start writing."""
        self._flushing.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Write what was noted, and stop."""
        await self._flushing.cancel()
        await self._flush()

    async def begin(self, player: Player, client: str | None = None) -> SignedToken:
        """Begin a session of a player who has signed in.

        A session without a label is stored when it is first used.
        """
        token = first_token(player, self._valid_for)
        if client is not None:
            await self._players.sessions.start(token, client)
        return self._signed(token)

    async def renew(self, caller: Caller, client: str | None) -> SignedToken:
        """Renew the caller's session; raises OperatorToken, SignedInByProvider and SessionEnded."""
        token = renewable(caller)
        new = first_token(token.player, self._valid_for)
        successor = SessionToken(
            id=new.id,
            session=token.session,
            player=token.player,
            # A token of a new session may be dated a second ahead.
            given=max(new.given, token.given),
            # A renewal shortens no session, even if the settings have changed.
            expires=max(new.expires, token.expires),
            replaces=token.id,
        )
        await self._players.sessions.renew(token, successor, client)
        return self._signed(successor)

    async def listed(self, caller: Caller, among: Collection[str] | None = None) -> list[PlayerSession]:
        """Return the open sessions of the caller's player, or those among some ids."""
        return await self._players.sessions.listed(caller.player, among)

    async def sign_out(self, caller: Caller) -> None:
        """End the caller's session; a provider's token is revoked here alone. Raises SessionEnded."""
        if caller.session is None:
            if caller.token is not None:
                await self._players.tokens.revoke(caller.token, int(caller.expires))
            self._connections.end(caller.player, lambda each: each.token == caller.token, SIGNED_OUT)
        else:
            await self._players.sessions.end(caller.player, caller.session.session, caller.session)
            self._end_connections(caller.player, caller.session.session, SIGNED_OUT)

    async def end(self, caller: Caller, session: str) -> bool:
        """End a session of the caller's player; return False if there is none with this id.

        Raises SessionEnded.
        """
        ended = await self._players.sessions.end(caller.player, session, caller.session)
        if ended:
            self._end_connections(caller.player, session, ENDED)
        return ended

    async def end_others(self, caller: Caller) -> int:
        """End all other sessions of the caller's player; return their number. Raises SessionEnded."""
        kept = caller.session
        if kept is None:
            raise SignedInByProvider
        count = await self._players.sessions.end_others(kept)
        self._connections.end(
            caller.player,
            lambda each: each.session is not None and each.session.session != kept.session,
            ENDED,
        )
        return count

    async def create_device_code(self, caller: Caller) -> DeviceCode:
        """Create a device code; raises OperatorToken, SignedInByProvider and SessionEnded."""
        return await self._players.device_codes.create(renewable(caller))

    async def redeem_device_code(self, code: str, client: str | None) -> SignedToken:
        """Begin a session by a device code; raises InvalidDeviceCode."""
        redeemed = self._players.device_codes.redeem(code, new_token_id(), self._valid_for, client)
        return self._signed(await redeemed)

    async def link(self, caller: Caller, issuer: str, subject: str, since: int) -> None:
        """Link the caller to an account and end all of its sessions.

        Raises OperatorToken, NotAGuest, AlreadyLinked, AccountHasPlayer, InvalidProviderToken and
        SessionEnded.
        """
        if caller.session is None:
            raise AlreadyLinked
        await self._players.links.link(renewable(caller), issuer, subject, since)
        self._connections.end(caller.player, lambda each: each.session is not None, LINKED)

    def _end_connections(self, player: PlayerId, session: str, reason: str) -> None:
        self._connections.end(
            player, lambda each: each.session is not None and each.session.session == session, reason
        )

    def _signed(self, token: SessionToken) -> SignedToken:
        return SignedToken(text=self._tokens.sign(token), player=token.player, expires=token.expires)

    async def _flush(self) -> None:
        try:
            await self._players.sessions.uses.flush()
        except Exception:
            # Catches every error: an unavailable database returns, and the uses are kept until then.
            logger.exception("the times at which sessions were used cannot be written; trying again")


def renewable(caller: Caller) -> SessionToken:
    """Return the caller's token if other tokens may be issued to its holder.

    Raises OperatorToken and SignedInByProvider.
    """
    if caller.session is None:
        raise SignedInByProvider
    if caller.session.operator:
        raise OperatorToken
    return caller.session
