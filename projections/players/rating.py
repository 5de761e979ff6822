"""Ratings: estimates of players' strength, updated by the order in which the seats finish a game.

The model is openskill's Plackett–Luce. A rating is a mean, mu, and an uncertainty, sigma. Players are
compared by mu − 3 sigma, a value that a player's strength almost certainly exceeds. After few games it is
low, even if the player was lucky.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import log, sqrt
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from domain.events import MachineLevel

DEFAULT_BETA: Final = 25 / 6
"""openskill's default β, for a variant without a fitted β."""

BETAS: Final[Mapping[str, float]] = {"hundred-and-ten": 3.6, "oh-hell": 12.0, "president": 17.0}
"""The amount of chance in a game of each variant: the larger β, the less a single result tells.

Fitted by `uv run python -m benchmarks.fit_rating`. A change to a value requires new versions of the
projections that rate, so that all ratings are computed again.
"""


class Rating(NamedTuple):
    """An estimate of a player's strength."""

    mu: float
    """The estimated strength."""
    sigma: float
    """The uncertainty of the estimate."""

    @property
    def ordinal(self) -> float:
        """The strength that the player almost certainly has at least: mu − 3 sigma."""
        return self.mu - 3 * self.sigma


UNRATED: Final = Rating(25.0, 25 / 3)
"""The rating of a player before the first game."""

_MACHINE_SIGMA: Final = 25 / 30
"""The uncertainty of machine players' ratings; small, as the strength of a level in a variant is constant."""

_WIN_SHARES: Final[Mapping[str, Mapping[MachineLevel, float]]] = {
    "hundred-and-ten": {
        MachineLevel.BEGINNER: 0.171,
        MachineLevel.SKILLED: 0.539,
        MachineLevel.EXPERT: 0.599,
    },
    "oh-hell": {MachineLevel.BEGINNER: 0.192, MachineLevel.SKILLED: 0.715, MachineLevel.EXPERT: 0.836},
    "president": {MachineLevel.BEGINNER: 0.116, MachineLevel.SKILLED: 0.397, MachineLevel.EXPERT: 0.452},
}
"""The shares of games that each level wins against three published players, from docs/strength.md.

A change to a value requires new versions of the projections that rate.
"""
_OPPONENTS: Final = 3


@cache
def machine_rating(variant: str, level: MachineLevel) -> Rating:
    """Return the fixed rating of a machine player, in a variant at a level.

    The published player has the mean of players who are not rated yet. Another level is as much better or
    worse as the model needs to explain its share of games won.
    """
    share = _WIN_SHARES.get(variant, {}).get(level)
    if share is None:
        return Rating(UNRATED.mu, _MACHINE_SIGMA)
    # Plackett–Luce: the share is e ** (mu / c) out of the sum over all players.
    c = sqrt((_OPPONENTS + 1) * (BETAS[variant] ** 2 + _MACHINE_SIGMA**2))
    return Rating(UNRATED.mu + round(c * log(share * _OPPONENTS / (1 - share)), 1), _MACHINE_SIGMA)


def rated(variant: str, ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the seats' ratings after a game; `places` holds their places, the same for equal seats.

    The result depends on nothing else, to the last digit.
    """
    if len(ratings) < 2:
        # There is no other seat to compare with.
        return list(ratings)
    model = _model(variant)
    teams = _Teams([model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings)
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in after]


class _Teams(list[list[PlackettLuceRating]]):
    """Teams that the model may modify: copying them would take longer than its arithmetic."""

    def __deepcopy__(self, _: object) -> list[list[PlackettLuceRating]]:
        return list(self)


@cache
def _model(variant: str) -> PlackettLuce:
    return PlackettLuce(beta=BETAS.get(variant, DEFAULT_BETA))
