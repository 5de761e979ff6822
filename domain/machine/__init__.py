"""Machine players: each chooses a move from its seat's view of the game, and from nothing else.

A variant's machine player is the module of this package that is named after the variant. Its `suggest` plays
every version of the rules for which the module registers no other player. A variant without such a module
has no machine player. A module may also have `hint`, which returns the same move with the reason for it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from domain.commands import Move
from domain.hints import Hint
from domain.refusals import NoMachinePlayer
from domain.rules import rules_of
from domain.state import Game


class MachinePlayer(Protocol):
    """Chooses a legal move for a seat that is to move."""

    def __call__(self, view: Game, seat: int) -> Move:
        """Return the chosen move; `view` is the game as the seat sees it."""


class VersionAlreadyRegistered(ValueError):
    """Two machine players are registered for the same version of a game's rules."""

    def __init__(self, variant: str, versions: range) -> None:
        super().__init__(f"one of the versions {versions} of {variant} has a machine player already")


_players: dict[str, dict[range, MachinePlayer]] = {}


def register(variant: str, versions: range, player: MachinePlayer) -> None:
    """Register a machine player for some versions of a variant's rules, in place of `suggest`.

    Raises VersionsTaken.
    """
    players = _players.setdefault(variant, {})
    if any(set(versions) & set(others) for others in players):
        raise VersionAlreadyRegistered(variant, versions)
    players[versions] = player
    player_of.cache_clear()


@cache
def has_player(variant: str) -> bool:
    """Return whether a variant has a machine player, without importing it."""
    return find_spec(_module(variant)) is not None


@cache
def player_of(variant: str, version: int | None = None) -> MachinePlayer:
    """Return the machine player of the given version of a variant's rules, or of the newest.

    Raises NoMachinePlayer.
    """
    if not has_player(variant):
        raise NoMachinePlayer(variant)
    usual: MachinePlayer = import_module(_module(variant)).suggest
    players = _players.get(variant)
    if not players:
        return usual
    number = rules_of(variant).version if version is None else version
    return next((player for versions, player in players.items() if number in versions), usual)


def hint_of(view: Game, seat: int) -> Hint:
    """Return the move that the machine player chooses for a seat that is to move, with its reason.

    Raises NoMachinePlayer.
    """
    player = player_of(view.variant, view.rules_version)
    module = import_module(_module(view.variant))
    if player is module.suggest and hasattr(module, "hint"):
        found: Hint = module.hint(view, seat)
        return found
    return Hint(player(view, seat))


def _module(variant: str) -> str:
    return f"{__name__}.{variant.replace('-', '_')}"
