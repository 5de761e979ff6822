"""Signed notes of C2SP with Ed25519.

Source: <https://c2sp.org/signed-note>.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

MAX_NOTE: Final = 65_536
"""Maximum number of characters in a note."""
_ED25519: Final = 1
_FIELD: Final = 2**255 - 19
"""The prime of the field that a key's coordinates are of."""
_D: Final = -121665 * pow(121666, -1, _FIELD) % _FIELD
"""The constant of Ed25519's curve, from RFC 8032, section 5.1."""
_SIGNATURE: Final = re.compile("\u2014 (?P<name>[^\\s+]+) (?P<signature>[A-Za-z0-9+/=]+)")


class InvalidNote(ValueError):
    """A note or a key is malformed, or no signature of the key is on the note; the message says which."""


class VerifierKey:
    """A public key with the name under which it signs.

    >>> key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    >>> VerifierKey(key).name
    'example.com/foo'
    """

    def __init__(self, text: str) -> None:
        """Read a key from its text form: its name, its id and its material; raises InvalidNote."""
        self.text = text.strip()
        name, _, rest = self.text.partition("+")
        key_id, _, material = rest.partition("+")
        decoded = decode(material)
        # Names are printed for people, and the names of C2SP may not even contain blanks.
        is_name = bool(name) and name.isprintable() and not re.search(r"[\s+]", name)
        if not is_name or len(decoded) != 33 or decoded[0] != _ED25519:
            raise InvalidNote("the key is no verifier key of Ed25519")
        self.name = name
        self.key_id = sha256(name.encode() + b"\n" + decoded).digest()[:4]
        if self.key_id.hex() != key_id:
            raise InvalidNote("the id of the key is not that of its name and material")
        if _has_small_order(decoded[1:]):
            # Under such a key anyone can sign anything, so its log could deny what it has signed.
            raise InvalidNote("the key is of small order, so anyone can sign for it")
        self._public = Ed25519PublicKey.from_public_bytes(decoded[1:])

    def verify(self, signature: bytes, text: str) -> None:
        """Raise InvalidNote unless the key has signed the text."""
        try:
            self._public.verify(signature, text.encode())
        except InvalidSignature:
            raise InvalidNote(f"the signature of {self.name} is wrong") from None


def open_note(note: str, key: VerifierKey) -> str:
    """Return the text of a note that the key has signed; raises InvalidNote."""
    text, blank, signatures = note.rpartition("\n\n")
    if len(note) > MAX_NOTE or not blank or not signatures.endswith("\n") or _has_controls(note):
        raise InvalidNote("this is no signed note")
    text += "\n"
    is_signed = False
    for line in signatures[:-1].split("\n"):
        found = _SIGNATURE.fullmatch(line)
        if found is None:
            raise InvalidNote("this is no signed note: a signature is malformed")
        signature = decode(found["signature"])
        if (found["name"], signature[:4]) == (key.name, key.key_id):
            key.verify(signature[4:], text)
            is_signed = True
    if not is_signed:
        raise InvalidNote(f"{key.name} has not signed the note")
    return text


def decode(text: str) -> bytes:
    """Return the bytes of a text in Base64; raises InvalidNote."""
    try:
        decoded = b64decode(text, validate=True)
    except (NotBase64, ValueError):
        raise InvalidNote("a part is not in Base64") from None
    if b64encode(decoded).decode() != text:
        # The last character may have bits that nothing uses; a second text for the same bytes is refused.
        raise InvalidNote("a part is not in canonical Base64")
    return decoded


def _has_small_order(key: bytes) -> bool:
    """Return whether eight times the point of a key is the neutral point of the curve.

    The squares of the coordinates are enough: those of twice a point follow from its own, and four times a
    point of such an order is (0, 1) or (0, -1). Source: RFC 8032, section 5.1, and the law of addition for
    the curve -x^2 + y^2 = 1 + dx^2y^2.
    """
    y = pow(int.from_bytes(key, "little") % 2**255, 2, _FIELD)
    x = _divided(y - 1, _D * y + 1)
    for _ in range(2):
        x, y = _divided(4 * x * y, (y - x) ** 2), _divided((y + x) ** 2, (2 - y + x) ** 2)
    return x == 0


def _divided(one: int, other: int) -> int:
    return one * pow(other, _FIELD - 2, _FIELD) % _FIELD


def _has_controls(note: str) -> bool:
    return any(each < " " and each != "\n" for each in note)
