"""Players by the names under which the command line knows them: `greedy`, `random`, `module:Player`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from api.cli.local_players.guests import guest
from application.games.simulation import Strategy, Turn
from domain.commands import Move as DomainMove
from domain.events import PlayerId
from domain.machine import player_of
from kibitz_client import Move, View, player_maker
from kibitz_client import Strategy as Guest

GREEDY = "greedy"
"""The machine player of the game: takes what looks best now."""
RANDOM = "random"
"""Any legal move."""

NAMES_HELP = "greedy, random, or MODULE:PLAYER, looked for in the current directory first"

Maker = Callable[[int, int, Mapping[PlayerId, str]], Strategy]
"""Makes a player for a game, by its number, and a seat; the last is what those at the table are called."""


class AtRandom:
    """Chooses any legal move."""

    def __init__(self, seed: str | None = None) -> None:
        self._random = Random(seed)  # noqa: S311 - a game is played with it, no secret made

    def choose(self, view: View, legal: tuple[Move, ...]) -> Move:
        """Return any of the moves."""
        return self._random.choice(legal)


def guest_maker(name: str) -> Callable[[], Guest]:
    """Return what makes players of that name that choose from a view; raises NotAPlayer."""
    return AtRandom if name == RANDOM else player_maker(name)


def seat_maker(name: str, variant: str, seed: str | None) -> Maker:
    """Return what makes players of that name for simulated games; raises NotAPlayer and NoMachinePlayer."""
    if name == GREEDY:
        suggest = player_of(variant)

        def greedy(turn: Turn) -> DomainMove:
            return suggest(turn.view, turn.seat)

        return lambda _game, _seat, _names: greedy
    if name == RANDOM:

        def at_random(game: int, seat: int, names: Mapping[PlayerId, str]) -> Strategy:
            own = None if seed is None else f"{seed}, game {game}, seat {seat}"
            return guest(AtRandom(own), name, names)

        return at_random
    make = player_maker(name)
    return lambda _game, _seat, names: guest(make(), name, names)
