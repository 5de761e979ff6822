"""A player's rating in the schema."""

from __future__ import annotations

from typing import Protocol

import strawberry


class Rated(Protocol):
    """A row of a read model with a rating: mean (mu) and standard deviation (sigma)."""

    @property
    def mu(self) -> float: ...  # noqa: D102

    @property
    def sigma(self) -> float: ...  # noqa: D102


@strawberry.type(
    description="A rating: an estimate of a player's strength, computed from the order in which the seats of "
    "each game finished."
)
class Rating:
    """A rating with its uncertainty."""

    mean: float = strawberry.field(description="The mean of the estimate; every window starts at 25.")
    uncertainty: float = strawberry.field(
        description="The standard deviation of the estimate; every window starts at 25/3."
    )
    ordinal: float = strawberry.field(
        description="The value by which players are ranked: the mean minus three times the uncertainty."
    )

    @classmethod
    def of(cls, rated: Rated) -> Rating:
        """Return the rating of a row."""
        return cls(mean=rated.mu, uncertainty=rated.sigma, ordinal=rated.mu - 3 * rated.sigma)
