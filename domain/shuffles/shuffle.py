"""Sealed shuffles: a card order, a commitment to it, and the check of its reveal.

The caller supplies the order or the entropy for it; nothing in this module is random. The commitment fixes
the order before the first card is dealt. Once order and salt are revealed, anyone can check it with any
SHA-256 tool.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from domain.cards import Cards
from domain.events import DeckRevealed, DeckShuffled

ENTROPY_BYTES = 64
"""Bytes of entropy that one shuffle takes.

54! is below 2^238, so reducing 512 bits leaves any two orders equally likely to within 2^-274.
"""

SECRET_BYTES = 32
"""Length in bytes of a game's secret, from which the salts of its shuffles are derived."""


def make_shuffle(number: int, cards: Cards, secret: str, entropy: bytes) -> DeckShuffled:
    """Shuffle the cards by entropy and commit to their order.

    Raises ValueError when the entropy or the secret has the wrong length.
    """
    if len(entropy) != ENTROPY_BYTES:
        raise ValueError(f"a shuffle takes {ENTROPY_BYTES} bytes of entropy, not {len(entropy)}")
    return commit_to(number, nth_permutation(cards, int.from_bytes(entropy)), secret)


def commit_to(number: int, order: Cards, secret: str) -> DeckShuffled:
    """Return the shuffle with an order and a commitment to it.

    `secret` is the game's secret in hexadecimal. Raises ValueError when it has the wrong length.
    """
    key = bytes.fromhex(secret)
    if len(key) != SECRET_BYTES:
        raise ValueError(f"a game's secret has {SECRET_BYTES} bytes, not {len(key)}")
    salt = hmac.digest(key, b"salt of shuffle %d" % number, "sha256").hex()
    return DeckShuffled(shuffle=number, commitment=commitment(order, salt), order=order, salt=salt)


def nth_permutation(cards: Cards, index: int) -> Cards:
    """Return the permutation with the given index, modulo the number of permutations.

    The index is read as a number in the factorial base; its digits are the choices of a Fisher-Yates shuffle.

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


def matches_commitment(revealed: DeckRevealed, committed: DeckShuffled) -> bool:
    """Return whether a reveal matches the commitment of its shuffle."""
    return (
        revealed.shuffle == committed.shuffle
        and commitment(revealed.order, revealed.salt) == committed.commitment
    )
