"""Ratings: how good a player is thought to be after a game, by the order in which the seats finished.

The model is openskill's Plackett–Luce. A rating is a mean, mu, and an uncertainty, sigma. Players are
compared by mu − 3 sigma, which somebody's strength is almost certainly above: few games give a low place, not
a lucky one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

DEFAULT_BETA: Final = 25 / 6
"""openskill's own β, for a variant whose β was not fitted."""

BETAS: Final[Mapping[str, float]] = {"hundred-and-ten": 3.6, "oh-hell": 12.0, "president": 17.0}
"""How much chance there is in a game of each variant: the larger β, the less a single result tells.

Fitted by `uv run python -m benchmarks.fit_rating`. Whoever changes one raises the version of the projections
that rate, so that all ratings are made anew.
"""


class Rating(NamedTuple):
    """What is thought of a player's strength."""

    mu: float
    """How strong the player is thought to be."""
    sigma: float
    """How uncertain that is."""

    @property
    def ordinal(self) -> float:
        """The strength that the player almost certainly has: mu − 3 sigma."""
        return self.mu - 3 * self.sigma


UNRATED: Final = Rating(25.0, 25 / 3)
"""Whoever has not played yet."""

MACHINE: Final = Rating(25.0, 25 / 30)
"""The machine player as an opponent: the yardstick, always the same in a variant, so with little doubt."""


def rated(variant: str, ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings of the seats after a game; `places` says how each finished, equals share one.

    The result depends on nothing else, to the last digit.
    """
    if len(ratings) < 2:
        # There was nobody to be compared with.
        return list(ratings)
    model = _model(variant)
    teams = _Teams([model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings)
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in after]


class _Teams(list[list[PlackettLuceRating]]):
    """Teams that the model may change: its copies of them would take longer than its arithmetic."""

    def __deepcopy__(self, _: object) -> list[list[PlackettLuceRating]]:
        return list(self)


@cache
def _model(variant: str) -> PlackettLuce:
    return PlackettLuce(beta=BETAS.get(variant, DEFAULT_BETA))
