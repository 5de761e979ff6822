"""Eligibility of players for a rank on a board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from domain.events import PlayerId
from projections.players.boards import Board
from projections.players.time_windows import ALL_TIME_KEY

MIN_GAMES: Final = 5
"""Games that a player must have finished in a window to be ranked."""
MIN_GAMES_ALL_TIME: Final = 10
"""Games that a player must have finished to be ranked in the window of all time."""
MIN_OPPONENTS: Final = 5
"""Different people that a player must have met in a window to be ranked."""
NO_OPPONENTS: Final = "[]"
"""The stored opponents of a player who has met no people, or enough people to be ranked."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(list[PlayerId])


def eligible(board: Board, period: str, games: int, opponents: int) -> bool:
    """Return whether a player can be ranked with these numbers of games and of people met.

    On the board MIXED a player who has met no people can be ranked too: the machine players are the same
    opponents for everyone.
    """
    least = MIN_GAMES_ALL_TIME if period == ALL_TIME_KEY else MIN_GAMES
    alone = board is Board.MIXED and not opponents
    return games >= least and (alone or opponents >= MIN_OPPONENTS)


def add_opponents(met: str, others: Iterable[PlayerId]) -> tuple[int, str]:
    """Add people to a player's opponents; return their number, and the opponents while they may grow.

    Opponents are stored as JSON text, because most rows are written far more often than opponents change.
    """
    known = _decoder.decode(met)
    new = [other for other in others if other not in known]
    if not new:
        return len(known), met
    known += new
    if len(known) >= MIN_OPPONENTS:
        return MIN_OPPONENTS, NO_OPPONENTS
    return len(known), _encoder.encode(known).decode()
