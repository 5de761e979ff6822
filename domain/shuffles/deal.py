"""The protocol deal/v1: shuffles from the server's chain of links and from seeds of the seats.

The server fixes its part when the game is created. Seats commit to seeds in the lobby and reveal them when
the seats are closed. `docs/deal-v1.md` specifies every formula. Hashes are SHA-256, in hexadecimal.
"""

from __future__ import annotations

import hmac
import re
from binascii import hexlify
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final

from msgspec import Struct

from domain.cards import DECK_WITH_JOKER, Cards
from domain.shuffles.shuffle import nth_permutation

LINKS: Final = 256
"""The number of links after the foot of a chain; shuffles from this number on are made from entropy."""
_LINK_BYTES: Final = 32
_LINK_PREFIXES: Final = tuple(sha256(b"deal/v1 link %d " % number) for number in range(LINKS))
"""The hashes of the beginnings of all links: copies of them make a chain a fifth cheaper."""
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_NOTHING: Final = "-"
_PLACES: Final = {card: place for place, card in enumerate(DECK_WITH_JOKER)}


class SeedOfSeat(Struct, frozen=True):
    """A seat's part in the deal, as the transcript has it."""

    player: str
    commitment: str | None = None
    seed: str | None = None


def is_hash(text: str) -> bool:
    """Return whether a text is 32 bytes in hexadecimal in lower case, like a seed and its commitment."""
    return _HASH.fullmatch(text) is not None


def link(secret: str, number: int) -> str:
    """Return a link of the chain of a game's secret; link 0 is the foot, which `GameCreated` publishes.

    Link `n` + 1 opens shuffle `n`. Raises ValueError for a secret that is not in hexadecimal.
    """
    start = number * _LINK_BYTES
    return _chain(secret)[start : start + _LINK_BYTES].hex()


@lru_cache(maxsize=512)
def _chain(secret: str) -> bytes:
    """Return all links, from the foot on; a chain takes 256 hashes and 8 kB."""
    current = hmac.digest(bytes.fromhex(secret), b"deal/v1 links", "sha256")
    links = [current]
    for prefix in reversed(_LINK_PREFIXES):
        hashed = prefix.copy()
        hashed.update(hexlify(current))
        current = hashed.digest()
        links.append(current)
    return b"".join(reversed(links))


def foot_below(opening_link: str, shuffle: int) -> str:
    """Return the foot of the chain of which a link opens a shuffle, for who does not know the secret.

    >>> foot_below(link("00" * 32, 6), 5) == link("00" * 32, 0)
    True
    """
    current = opening_link
    for number in range(shuffle, -1, -1):
        current = _hash(f"deal/v1 link {number} {current}")
    return current


def seed_commitment(deal: str, player: str, seed: str) -> str:
    """Return the commitment to a player's seed in the game with the foot `deal`."""
    return _hash(f"deal/v1 seed {deal} {player} {seed}")


def fingerprint(deal: str, seats: Iterable[SeedOfSeat]) -> str:
    """Return the hash of the transcript: the foot, then each seat's player, commitment and seed.

    >>> fingerprint("00" * 32, [SeedOfSeat("ann"), SeedOfSeat("bob")])[:12]
    '885e8d764c85'
    """
    lines = (
        f"{seat} {each.player} {each.commitment or _NOTHING} {each.seed or _NOTHING}\n"
        for seat, each in enumerate(seats)
    )
    return _hash(f"deal/v1 {deal}\n{''.join(lines)}")


def roll(deal: str, seats: Iterable[SeedOfSeat]) -> str:
    """Return the fingerprint without seeds, to which the seats open theirs."""
    return fingerprint(deal, (SeedOfSeat(each.player, each.commitment) for each in seats))


def order(fingerprint: str, opening_link: str, shuffle: int, cards: Cards) -> Cards:
    """Return the order of a shuffle of these cards, from the fingerprint and the link that opens it.

    HKDF (RFC 5869) with SHA-256 yields 64 bytes, the index of the permutation.
    """
    key = hmac.digest(bytes.fromhex(fingerprint), bytes.fromhex(opening_link), "sha256")
    info = b"deal/v1 shuffle %d" % shuffle
    first = hmac.digest(key, info + b"\x01", "sha256")
    second = hmac.digest(key, first + info + b"\x02", "sha256")
    deck = tuple(sorted(cards, key=_PLACES.__getitem__))
    return nth_permutation(deck, int.from_bytes(first + second))


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
