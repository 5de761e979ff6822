"""The protocol machine/v1: seeds of the machine's choices, from a key that follows from the game's secret.

The secret is fixed when the game is created, and the key is revealed when the game is over. Until then nobody
can foretell a choice, and afterwards anyone can compute it again. Hashes are HMAC-SHA-256.
"""

from __future__ import annotations

import hmac

from msgspec.structs import replace

from domain.events import Event, MachineKeyRevealed
from domain.state import Game


def machine_key(secret: str) -> str:
    """Return the key of a game's choices in hexadecimal; `secret` is the game's, in hexadecimal.

    >>> machine_key("00" * 32)[:12]
    '432e6bf53dd2'
    """
    return hmac.digest(bytes.fromhex(secret), b"machine/v1 key", "sha256").hex()


def choice_seed(key: str, seat: int, version: int) -> bytes:
    """Return the 32 bytes from which the random numbers of a choice follow.

    `version` is the number of the game's events before the move.

    >>> choice_seed("00" * 32, seat=1, version=17).hex()[:12]
    '5b4792252a44'
    """
    return hmac.digest(bytes.fromhex(key), b"machine/v1 choice %d %d" % (seat, version), "sha256")


def due_key(game: Game) -> tuple[Event, ...]:
    """Return the reveal of the key, in a game that is over, if the machine drew numbers; once."""
    if not game.draws_numbers or game.machine_key is not None or game.secret is None:
        return ()
    return (MachineKeyRevealed(key=machine_key(game.secret)),)


def key_revealed(game: Game, event: MachineKeyRevealed) -> Game:
    """Return the game after the reveal of the key."""
    return replace(game, machine_key=event.key)
