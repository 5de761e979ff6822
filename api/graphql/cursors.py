"""Cursors: places in lists, encrypted, since a place may tell how much is played in private.

A place in the list of games is a position in the log, which counts the events of all games. Encryption is
authenticated and deterministic (AES-SIV, RFC 5297), under a key derived from the server's secret: the same
place has the same cursor in all processes, and none can be made up. A cursor knows the log and its epoch.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from time import monotonic
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from api.graphql.faults import fault
from api.graphql.scalars import LONGEST_SHOWN
from application.store import LogIdentity, Store

REMEMBERED: Final = 1.0
"""Seconds for which the log's identity is remembered."""

_KEY_BYTES: Final = 64
_STEP: Final = 64
"""The length of a cursor tells no more of its place than how often this goes into it."""
_LONGEST: Final = 1_000
"""Characters of the longest text that is looked at."""


class Cursors:
    """Seals and opens the cursors of all lists."""

    def __init__(self, secret: str, store: Store, *, remembered: float = REMEMBERED) -> None:
        derivation = HKDF(algorithm=SHA256(), length=_KEY_BYTES, salt=None, info=b"kibitz cursors v1")
        self._cipher = AESSIV(derivation.derive(secret.encode()))
        self._store = store
        self._remembered = remembered
        self._identity: LogIdentity | None = None
        self._good_until = 0.0

    async def of(self, name: str) -> ListCursors:
        """Return what seals and opens the cursors of one list in one order."""
        if self._identity is None or monotonic() >= self._good_until:
            self._identity = await self._store.identity()
            self._good_until = monotonic() + self._remembered
        return ListCursors(self._cipher, name, self._identity)


class ListCursors:
    """Seals and opens the cursors of one list in one order, over the log as it is now."""

    def __init__(self, cipher: AESSIV, name: str, identity: LogIdentity) -> None:
        self._cipher = cipher
        self._bound_to = [name.encode()]
        self._log = identity.log.bytes + identity.epoch.to_bytes(8, "big")

    def seal(self, place: str) -> str:
        """Return a place as clients hold it."""
        plain = self._log + place.encode()
        padded = plain + b"\0" * (-len(plain) % _STEP)
        return urlsafe_b64encode(self._cipher.encrypt(padded, self._bound_to)).decode()

    def open(self, cursor: str) -> str:
        """Return the place that a cursor stands for; it is an error if this list never gave it."""
        if len(cursor) > _LONGEST:
            raise no_cursor(cursor)
        try:
            plain = self._cipher.decrypt(urlsafe_b64decode(cursor.encode()), self._bound_to)
        except (ValueError, InvalidTag) as error:
            raise no_cursor(cursor) from error
        if plain[: len(self._log)] != self._log:
            raise fault(
                "INVALID_CURSOR", "The log was restored since this cursor was given; begin without one."
            )
        return plain[len(self._log) :].rstrip(b"\0").decode()


def no_cursor(cursor: str) -> Exception:
    """Return the error of a cursor that is none, or one of another list."""
    return fault("INVALID_CURSOR", f"{cursor[:LONGEST_SHOWN]!r} is not a cursor of this list.")
