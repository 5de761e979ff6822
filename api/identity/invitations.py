"""Invitations by link: tokens with which a seated player admits other players to a game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

import jwt
from msgspec import Struct

from application.codec import GameId
from application.players.tables import LOCAL
from domain.events import PlayerId
from domain.refusals import InvalidInvitationLink

ALGORITHM: Final = "HS256"
AUDIENCE: Final = "invitation"
VALIDITY: Final = timedelta(days=7)


class Invitation(Struct, frozen=True, kw_only=True):
    """Contents of an invitation."""

    game: GameId
    inviter: PlayerId
    expires_at: datetime
    is_code: bool = False
    """True for a short code, False for a token."""
    is_void: bool = False
    """True for a code whose inviter has left since, and for a text that is no code."""

    @property
    def expired(self) -> bool:
        """True once the invitation has expired."""
        return datetime.now(UTC) >= self.expires_at


class Invitations:
    """Issues and reads invitations.

    Invitations have their own key, derived from the server's secret, and their own audience: no bearer token
    is an invitation, and no invitation authenticates a caller.
    """

    def __init__(self, secret: str, validity: timedelta = VALIDITY) -> None:
        self._key = sha256(b"invitations " + secret.encode()).digest()
        self._validity = validity

    def token(self, game: GameId, inviter: PlayerId) -> tuple[str, datetime]:
        """Return an invitation from a player to a game, and the time at which it expires."""
        # Tokens contain times in whole seconds.
        now = datetime.now(UTC).replace(microsecond=0)
        expires_at = now + self._validity
        claims = {
            "iss": LOCAL,
            "aud": AUDIENCE,
            "sub": inviter,
            "game": game.hex,
            "iat": now,
            "exp": expires_at,
        }
        return jwt.encode(claims, self._key, ALGORITHM), expires_at

    def read(self, token: str) -> Invitation:
        """Return the contents of an invitation, even an expired one; raises InvalidInvitationLink."""
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                self._key,
                [ALGORITHM],
                issuer=LOCAL,
                audience=AUDIENCE,
                # A repeat of a command that was once accepted is answered even after the expiry.
                options={"require": ["exp", "sub", "game"], "verify_exp": False, "verify_iat": False},
            )
        except (jwt.PyJWTError, ValueError) as error:
            raise InvalidInvitationLink from error
        return Invitation(
            game=UUID(claims["game"]),
            inviter=claims["sub"],
            expires_at=datetime.fromtimestamp(claims["exp"], UTC),
        )
