"""Short finished games of people and machines, with the times and players of their commands."""

from __future__ import annotations

from functools import cache

from domain import commands as c
from domain.game import Stage
from domain.rules import variants
from domain.state import OVER
from tests.laws.playouts import Match, Playout

GAMES_OF_A_VARIANT = 3


class ShortMatch(Match):
    """A game that all people agree to abandon after some moves."""

    def play_shortly(self, moves: int) -> None:
        """Play some moves, and abandon the game if it is not over then."""
        for _ in range(moves):
            if self.game.stage is not Stage.PLAYING:
                return
            self.must(self._move(at_random=self.random.random() < 0.5))
        for player in self._people:
            if self.game.stage is Stage.PLAYING:
                self.try_(c.VoteToAbandon(by=player))


@cache
def short_game(variant: str, seed: int, moves: int = 25) -> Playout:
    """Return a finished game in which cards were dealt; the same seed gives the same game."""
    for attempt in range(100):
        match = ShortMatch(variant, 1_000 * seed + attempt)
        match.gather()
        match.play_shortly(moves)
        if match.game.stage in OVER and match.game.shuffles:
            return Playout(variant=variant, seed=seed, commits=tuple(match.commits), refused=())
    raise AssertionError(f"no game of {variant} from the seed {seed} is over")


@cache
def short_games() -> tuple[Playout, ...]:
    """Return some games of each variant."""
    return tuple(short_game(variant, seed) for variant in variants() for seed in range(GAMES_OF_A_VARIANT))
