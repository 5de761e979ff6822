"""Finds players by their names on the command line: `greedy`, `expert`, `random`, `module:Player`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from random import Random
from secrets import token_hex
from types import MappingProxyType
from typing import Final

from api.cli.local_players.client_players import local_player
from api.data_directory import CannotStart
from application.arena.contest import StrategyFactory
from application.games.simulation import Strategy, Turn
from domain.commands import Move as DomainMove
from domain.events import MachineLevel, PlayerId
from domain.machine import player_of
from domain.machine.thinking import require_level
from domain.machine.thinking.choice_seeds import choice_seed
from domain.machine.thinking.levels import choose_move
from domain.rules import rules_of
from kibitz_client import CustomPlayer as ClientPlayer
from kibitz_client import Move, View, player_factory

GREEDY = "greedy"
"""The machine player of the game."""
RANDOM = "random"
"""Plays random legal moves."""

LEVELS: Final[Mapping[str, MachineLevel]] = MappingProxyType(
    {GREEDY: MachineLevel.PUBLISHED, **{level.name.lower(): level for level in MachineLevel}}
)
"""The levels of the machine player by name; `greedy` is another name of `published`."""

NAMES_HELP = "greedy, random, or MODULE:PLAYER (searched first in the current directory)"
"""The players on a server."""
LOCAL_NAMES_HELP = f"{', '.join(LEVELS)}, {NAMES_HELP.removeprefix(f'{GREEDY}, ')}"
"""The players of simulated games."""


class UnknownPlayerName(CannotStart):
    """No player has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} is not a player; the players are: {LOCAL_NAMES_HELP}")


class RandomPlayer:
    """Plays random legal moves."""

    def __init__(self, seed: str | None = None) -> None:
        self._random = Random(seed)  # noqa: S311 - moves are not secrets

    def choose(self, view: View, legal: tuple[Move, ...]) -> Move:
        """Return a random move."""
        return self._random.choice(legal)


def client_player_factory(name: str) -> Callable[[], ClientPlayer]:
    """Return a factory of client players; raises PlayerLoadError."""
    return RandomPlayer if name == RANDOM else player_factory(name)


def local_player_factory(name: str, variant: str, seed: str | None) -> StrategyFactory:
    """Return a factory of players for simulated games.

    Raises UnknownPlayerName, PlayerLoadError, UnknownVariant, NoMachinePlayer and LevelNotAvailable.
    """
    if name in LEVELS:
        return _level_factory(LEVELS[name], variant, seed)
    if name == RANDOM:

        def random_player(game: int, seat: int, names: Mapping[PlayerId, str]) -> Strategy:
            own = None if seed is None else f"{seed}, game {game}, seat {seat}"
            return local_player(RandomPlayer(own), name, names)

        return random_player
    if ":" not in name:
        raise UnknownPlayerName(name)
    make = player_factory(name)
    return lambda _game, _seat, names: local_player(make(), name, names)


def _level_factory(level: MachineLevel, variant: str, seed: str | None) -> StrategyFactory:
    player_of(variant)
    require_level(variant, rules_of(variant).version, level)
    seed_of_choices = token_hex() if seed is None else seed

    def machine_player(game: int, _seat: int, _names: Mapping[PlayerId, str]) -> Strategy:
        key = sha256(f"{seed_of_choices}, game {game}".encode()).hexdigest()

        def choose(turn: Turn) -> DomainMove:
            choice = choice_seed(key, turn.seat, turn.version)
            return choose_move(turn.view, turn.seat, level, turn.memory, choice)

        return choose

    return machine_player
