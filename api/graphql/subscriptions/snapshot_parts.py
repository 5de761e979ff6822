"""Splits the snapshot of a list of games over several messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

MAX_GAMES: Final = 100
"""Maximum games in one message."""
SNAPSHOT_TEXT: Final = (
    "Whether this message starts a new list: discard the games that you have. It is true in the first "
    "message, and again whenever changes may have been missed. A long list continues in the next messages."
)
"""The description of `snapshot` in subscriptions to lists of games."""

G = TypeVar("G")


class Part(NamedTuple, Generic[G]):
    """The games of one message, and whether it is the first or the last of the snapshot."""

    games: Sequence[G]
    is_first: bool
    is_last: bool


def snapshot_parts(games: Sequence[G]) -> Iterator[Part[G]]:
    """Yield the parts of a snapshot; without games it has one empty part."""
    for start in range(0, len(games) or 1, MAX_GAMES):
        end = start + MAX_GAMES
        yield Part(games[start:end], is_first=start == 0, is_last=end >= len(games))
