"""Who is calling: bearer tokens, signed by the server (JWT, HS256)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import jwt

from application.players import Player, Players
from domain.events import PlayerId

ISSUER = "kibitz"
ALGORITHM = "HS256"


class Unauthenticated(Exception):
    """The caller did not show who it is; the message says what is wrong with the token."""


class Identity:
    """Signs tokens for players and tells players by their tokens."""

    def __init__(self, secret: str, players: Players, good_for: timedelta) -> None:
        self._secret = secret
        self._players = players
        self._good_for = good_for

    def token(self, player: Player) -> str:
        """Return a token by which the player is known until it expires."""
        now = datetime.now(UTC)
        claims = {"iss": ISSUER, "sub": player.id, "iat": now, "exp": now + self._good_for}
        return jwt.encode(claims, self._secret, ALGORITHM)

    async def player(self, authorization: str | None) -> PlayerId | None:
        """Return who an `Authorization` header names, None where there is no header.

        Raises Unauthenticated for a header that is not a good bearer token of a known player.
        """
        if not authorization:
            return None
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise Unauthenticated("the authorization must be of the form 'Bearer TOKEN'")
        try:
            claims = jwt.decode(
                token.strip(),
                self._secret,
                [ALGORITHM],
                issuer=ISSUER,
                options={"require": ["exp", "sub"]},
            )
        except jwt.ExpiredSignatureError as error:
            raise Unauthenticated("the token has expired; sign in again") from error
        except jwt.InvalidTokenError as error:
            raise Unauthenticated(f"the token is not valid: {error}") from error
        if await self._players.get(claims["sub"]) is None:
            raise Unauthenticated("the token names a player that this server does not know")
        return str(claims["sub"])
