"""Cursors: places in lists and streams, encrypted because a place may reveal how much is played privately.

A place in the list of games is a position in the log, which counts the events of all games. Encryption is
authenticated and deterministic (AES-SIV, RFC 5297), under a key derived from the server's secret: the same
place has the same cursor in all processes, and cursors cannot be forged. A cursor contains the id of the log
and its epoch.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from time import monotonic
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from api.graphql.errors.faults import fault
from api.graphql.errors.input_paths import InputPath
from application.store.port import LogIdentity, Store

IDENTITY_CACHE_SECONDS: Final = 1.0
"""Seconds for which the log's identity is cached."""

_KEY_BYTES: Final = 64
_PADDING: Final = 64
"""Plaintexts are padded to a multiple of this length, which hides the length of the place."""
_MAX_LENGTH: Final = 1_000
"""Maximum characters of a cursor that is decrypted."""


class Cursors:
    """Seals and opens the cursors of all lists."""

    def __init__(self, secret: str, store: Store, *, cache_seconds: float = IDENTITY_CACHE_SECONDS) -> None:
        derivation = HKDF(algorithm=SHA256(), length=_KEY_BYTES, salt=None, info=b"kibitz cursors v1")
        self._cipher = AESSIV(derivation.derive(secret.encode()))
        self._store = store
        self._cache_seconds = cache_seconds
        self._identity: LogIdentity | None = None
        self._expires_at = 0.0

    async def of(self, name: str, *arguments: object) -> ListCursors:
        """Return the cursors of one list: its name, and all that selects and orders its items."""
        if self._identity is None or monotonic() >= self._expires_at:
            self._identity = await self._store.identity()
            self._expires_at = monotonic() + self._cache_seconds
        bound_to = name, msgspec.json.encode(arguments).decode()
        return ListCursors(self._cipher, *bound_to, identity=self._identity)

    def of_stream(self, names: Sequence[str], identity: LogIdentity) -> ListCursors:
        """Return the cursors of one stream, which comes from a given epoch of the log."""
        return ListCursors(self._cipher, *names, identity=identity, called="this subscription")


class ListCursors:
    """Seals and opens the cursors of one list in one order, for the current epoch of the log."""

    def __init__(self, cipher: AESSIV, *names: str, identity: LogIdentity, called: str = "this list") -> None:
        self._cipher = cipher
        self._bound_to = [name.encode() for name in names]
        self._called = called
        self._log = identity.log.bytes + identity.epoch.to_bytes(8, "big")

    def seal(self, place: str) -> str:
        """Return the cursor of a place."""
        plain = self._log + place.encode()
        padded = plain + b"\0" * (-len(plain) % _PADDING)
        return urlsafe_b64encode(self._cipher.encrypt(padded, self._bound_to)).decode()

    def open(self, cursor: str, *, at: InputPath) -> str:
        """Return the place of a cursor; a cursor that this list did not issue is a top-level error.

        `at` is the path of the cursor in the input.
        """
        place = self.open_of_epoch(cursor, at=at)
        if place is None:
            text = "The log was restored after this cursor was issued: start without one."
            raise fault("INVALID_CURSOR", text, at=at)
        return place

    def open_of_epoch(self, cursor: str, *, at: InputPath) -> str | None:
        """Return the place of a cursor, None for one of another epoch; an invalid one is an error."""
        if len(cursor) > _MAX_LENGTH:
            raise invalid_cursor(at, self._called)
        try:
            plain = self._cipher.decrypt(urlsafe_b64decode(cursor.encode()), self._bound_to)
        except (ValueError, InvalidTag) as error:
            raise invalid_cursor(at, self._called) from error
        if plain[: len(self._log)] != self._log:
            return None
        return plain[len(self._log) :].rstrip(b"\0").decode()


def invalid_cursor(at: InputPath, called: str = "this list") -> Exception:
    """Return the error for a malformed cursor or one of another list; a token sent as one is not quoted."""
    return fault("INVALID_CURSOR", f"This is not a cursor of {called}.", at=at)
