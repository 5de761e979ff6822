"""Sealed shuffles: an order made from entropy, a commitment to it, and the check of its opening.

Entropy comes in from outside; nothing here is random. The commitment binds the order before the first
card is dealt; anyone can check it once order and salt are revealed, with any SHA-256.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from domain.cards import Cards
from domain.events import DeckRevealed, DeckShuffled

ENTROPY_BYTES = 64
"""How much entropy a shuffle takes.

54! is below 2^238, so reducing 512 bits leaves any two orders equally likely to within 2^-274.
"""

SECRET_BYTES = 32
"""How long the secret is from which a game's salts are derived."""


def shuffled(number: int, cards: Cards, secret: str, entropy: bytes) -> DeckShuffled:
    """Shuffle the cards and commit to their order.

    `secret` is the game's, in hexadecimal. Raises ValueError when entropy or secret have not the
    length that they must have.
    """
    if len(entropy) != ENTROPY_BYTES:
        raise ValueError(f"a shuffle takes {ENTROPY_BYTES} bytes of entropy, not {len(entropy)}")
    key = bytes.fromhex(secret)
    if len(key) != SECRET_BYTES:
        raise ValueError(f"a game's secret has {SECRET_BYTES} bytes, not {len(key)}")
    order = permuted(cards, int.from_bytes(entropy))
    salt = hmac.digest(key, b"salt of shuffle %d" % number, "sha256").hex()
    return DeckShuffled(shuffle=number, commitment=commitment(order, salt), order=order, salt=salt)


def permuted(cards: Cards, index: int) -> Cards:
    """Return the permutation with that index, modulo the number of permutations.

    The index is read as a number in the factorial base, whose digits steer Fisher and Yates' shuffle.

    >>> from domain.cards import FRENCH_DECK
    >>> len({permuted(FRENCH_DECK[:3], index) for index in range(6)})
    6
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        index, chosen = divmod(index, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def commitment(order: Cards, salt: str) -> str:
    """Return SHA-256 over the cards' notations and the salt, separated by blanks, in hexadecimal."""
    return sha256(" ".join((*order, salt)).encode()).hexdigest()


def opens(revealed: DeckRevealed, committed: DeckShuffled) -> bool:
    """Tell whether a reveal is the opening of the commitment that was made to its shuffle."""
    return (
        revealed.shuffle == committed.shuffle
        and commitment(revealed.order, revealed.salt) == committed.commitment
    )
