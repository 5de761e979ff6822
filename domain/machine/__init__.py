"""Machine players: each chooses a move from what its seat may see, and from nothing else.

A game's player is the module of this package that is named like its rules; its `suggest` is the
player. A game without such a module is played by people alone.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from domain.commands import Move
from domain.refusals import NoMachinePlayer
from domain.state import Game


class Player(Protocol):
    """Chooses a legal move for a seat that is to move."""

    def __call__(self, view: Game, seat: int) -> Move:
        """Choose; `view` is the game as the seat sees it."""


@cache
def has_player(variant: str) -> bool:
    """Tell whether a variant has a machine player, without importing it."""
    return find_spec(_module(variant)) is not None


@cache
def player_of(variant: str) -> Player:
    """Return the machine player of a variant.

    Raises NoMachinePlayer.
    """
    if not has_player(variant):
        raise NoMachinePlayer(variant)
    player: Player = import_module(_module(variant)).suggest
    return player


def _module(variant: str) -> str:
    return f"{__name__}.{variant.replace('-', '_')}"
