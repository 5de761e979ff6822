"""An event of a game as the API tells it to its reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class Event(Struct, frozen=True, kw_only=True):
    """A fact in the life of a game."""

    name: str
    """What happened, as the schema calls it: `CardPlayed`."""
    version: int
    """The event's place in its game, from 1 without gaps."""
    values: Mapping[str, Any] = {}
    """What is told of it; cards that the reader cannot see are `??`."""

    def __getitem__(self, name: str) -> Any:
        return self.values[name]
