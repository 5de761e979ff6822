"""Signed notes of C2SP with Ed25519, and keys to sign and to verify them.

Source: <https://c2sp.org/signed-note>.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_ED25519: Final = b"\x01"
"""Identifier of the type of signature."""


class InvalidSigningKey(ValueError):
    """A signing key is no private key of Ed25519; the message does not repeat it."""

    def __init__(self) -> None:
        super().__init__("a signing key is 64 hexadecimal digits")


class SigningKey:
    """A private key of Ed25519; the name under which it signs is part of its verifier key."""

    def __init__(self, text: str) -> None:
        """Read a key from 64 hexadecimal digits; raises InvalidSigningKey."""
        try:
            self._private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text.strip()))
        except ValueError:
            raise InvalidSigningKey from None
        self._public = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def verifier_key(self, name: str) -> str:
        """Return the key with which anyone can verify the notes signed under a name."""
        material = b64encode(_ED25519 + self._public).decode()
        return f"{name}+{self._key_id(name).hex()}+{material}"

    def sign(self, text: str, name: str) -> str:
        """Return a text, which ends in a line feed, as a note signed under a name."""
        signature = b64encode(self._key_id(name) + self._private.sign(text.encode())).decode()
        return f"{text}\n\u2014 {name} {signature}\n"

    def _key_id(self, name: str) -> bytes:
        return sha256(name.encode() + b"\n" + _ED25519 + self._public).digest()[:4]
