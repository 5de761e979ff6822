"""Finds players by their names on the command line: `greedy`, `random`, `module:Player`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from api.cli.local_players.client_players import local_player
from application.games.simulation import Strategy, Turn
from domain.commands import Move as DomainMove
from domain.events import PlayerId
from domain.machine import player_of
from kibitz_client import CustomPlayer as ClientPlayer
from kibitz_client import Move, View, player_factory

GREEDY = "greedy"
"""The machine player of the game."""
RANDOM = "random"
"""Plays random legal moves."""

NAMES_HELP = "greedy, random, or MODULE:PLAYER (searched first in the current directory)"

PlayerFactory = Callable[[int, int, Mapping[PlayerId, str]], Strategy]
"""Creates a player for the number of a game and a seat; the mapping has the names at the table."""


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


def local_player_factory(name: str, variant: str, seed: str | None) -> PlayerFactory:
    """Return a factory of players for simulated games; raises PlayerLoadError and NoMachinePlayer."""
    if name == GREEDY:
        suggest = player_of(variant)

        def greedy(turn: Turn) -> DomainMove:
            return suggest(turn.view, turn.seat)

        return lambda _game, _seat, _names: greedy
    if name == RANDOM:

        def random_player(game: int, seat: int, names: Mapping[PlayerId, str]) -> Strategy:
            own = None if seed is None else f"{seed}, game {game}, seat {seat}"
            return local_player(RandomPlayer(own), name, names)

        return random_player
    make = player_factory(name)
    return lambda _game, _seat, names: local_player(make(), name, names)
