"""The text of invitation codes: 60 bits in Crockford's base32."""

from __future__ import annotations

from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of Crockford's base32, which has no I, L, O and U."""
LENGTH: Final = 12
"""Digits of a code, of 5 bits each."""
_BITS: Final = 5 * LENGTH
_READ: Final = str.maketrans("ILO", "110", "- ")


def code_of(digest: bytes) -> str:
    """Return the code with the first 60 bits of a digest."""
    number = int.from_bytes(digest[:8], "big") >> 64 - _BITS
    return "".join(ALPHABET[number >> shift & 31] for shift in range(_BITS - 5, -1, -5))


def normalized(text: str) -> str:
    """Return a code in its only form: capital letters, no hyphens and spaces, 1 for I and L, 0 for O.

    A text that is no code is returned as some text that is no code either.
    """
    # Only ASCII: other letters, such as the dotless i, would become these when they are capitalized.
    return text.upper().translate(_READ) if text.isascii() else ""
