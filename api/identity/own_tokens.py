"""The server's own tokens: signs and reads JWTs, each a token of one of the player's sessions."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex
from time import time
from typing import Any, Final

import jwt

from api.identity.caller import Caller, Role, Unauthenticated
from application.players.registry import Player
from application.players.session_tokens import SessionToken
from application.players.tables import LOCAL
from domain.events import PlayerId

ISSUER: Final = LOCAL
ALGORITHM: Final = "HS256"
MAX_CLOCK_SKEW: Final = 60
"""Seconds by which the clock of another server with the same secret may be ahead."""


class OwnTokens:
    """Signs and reads tokens with the server's secret."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def sign(self, token: SessionToken) -> str:
        """Return the text of a token."""
        roles = [Role.PLAYER, Role.OPERATOR] if token.operator else [Role.PLAYER]
        claims: dict[str, Any] = {
            "iss": ISSUER,
            "sub": token.player,
            "iat": token.given,
            "exp": token.expires,
            "jti": token.id,
            "roles": [role.value for role in roles],
        }
        if token.session != token.id:
            claims["sid"] = token.session
        if token.replaces is not None:
            claims["replaces"] = token.replaces
        return jwt.encode(claims, self._secret, ALGORITHM)

    def read(self, text: str) -> Caller:
        """Return the caller that a token names; raises PyJWTError and Unauthenticated."""
        claims: dict[str, Any] = jwt.decode(
            text,
            self._secret,
            [ALGORITHM],
            issuer=ISSUER,
            # Checked below: a server whose clock is a little ahead may have issued the token just now.
            options={"require": ["exp", "sub", "iat"], "verify_iat": False},
        )
        if claims["iat"] > time() + MAX_CLOCK_SKEW:
            raise Unauthenticated("the token is not valid yet")
        roles = frozenset(Role(each) for each in claims.get("roles", [Role.PLAYER]))
        id = token_id(claims, text)
        session = SessionToken(
            id=id,
            session=session_id(claims, text),
            player=claims["sub"],
            given=claims["iat"],
            expires=claims["exp"],
            operator=Role.OPERATOR in roles,
            replaces=claims.get("replaces"),
        )
        return Caller(
            player=session.player,
            roles=roles,
            expires=session.expires,
            token=id,
            given=session.given,
            session=session,
        )


def first_token(player: Player | PlayerId, valid_for: int, *, operator: bool = False) -> SessionToken:
    """Return the first token of a new session, valid for some seconds."""
    id, now = new_token_id(), int(time())
    return SessionToken(
        id=id,
        session=id,
        player=player.id if isinstance(player, Player) else player,
        given=now,
        expires=now + valid_for,
        operator=operator,
    )


def new_token_id() -> str:
    """Return a random id for a token."""
    return token_hex(8)


def token_id(claims: dict[str, Any], text: str) -> str:
    """Return the id of a token; a digest of its text if it has none, as tokens of earlier versions."""
    id = claims.get("jti")
    return id if isinstance(id, str) else sha256(text.encode()).hexdigest()[:32]


def session_id(claims: dict[str, Any], text: str) -> str:
    """Return the id of a token's session: that of the session's first token."""
    session = claims.get("sid")
    return session if isinstance(session, str) else token_id(claims, text)
