"""Machine players: each chooses a move from what its seat may see, and from nothing else.

A game's player is the module of this package that is named like its rules; its `suggest` is the
player.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Protocol

from domain.commands import Move
from domain.state import Game


class Player(Protocol):
    """Chooses a legal move for a seat that is to move."""

    def __call__(self, view: Game, seat: int) -> Move:
        """Choose; `view` is the game as the seat sees it."""


@cache
def player_of(variant: str) -> Player:
    """Return the machine player of a variant."""
    module = import_module(f"{__name__}.{variant.replace('-', '_')}")
    player: Player = module.suggest
    return player
