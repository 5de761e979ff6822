"""The hashes of deal/v1, as `docs/deal-v1.md` specifies them: SHA-256, in hexadecimal."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from msgspec.structs import replace

from kibitz_client.schema.types import Seat

_NOTHING: Final = "-"


def seed_commitment(foot: str, player: str, seed: str) -> str:
    """Return the commitment to a player's seed in the game with this foot."""
    return _hash(f"deal/v1 seed {foot} {player} {seed}")


def fingerprint(foot: str, seats: Iterable[Seat]) -> str:
    """Return the hash of the foot and of each seat's player, commitment and seed."""
    lines = (
        f"{index} {seat.player.id} {seat.seed_commitment or _NOTHING} {seat.seed or _NOTHING}\n"
        for index, seat in enumerate(seats)
    )
    return _hash(f"deal/v1 {foot}\n{''.join(lines)}")


def roll(foot: str, seats: Iterable[Seat]) -> str:
    """Return the fingerprint without seeds, to which players reveal theirs."""
    return fingerprint(foot, (replace(seat, seed=None) for seat in seats))


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
