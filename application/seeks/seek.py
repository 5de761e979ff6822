"""A seek: a request of a player to be matched to a game of a variant."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from application.codec import GameId
from application.refusals import InvalidMachinesAfter, InvalidPlayerRange, InvalidRatingRange
from application.seeks.matching import Candidate
from domain.events import OptionValue, PlayerId
from domain.machine import has_player
from domain.refusals import InvalidOption, NoMachinePlayer, Refusal, UnknownOption, UnknownVariant
from domain.rules import Rules, complete_options, rules_of

SECOND: Final = 1_000_000
"""Times of seeks are microseconds since 1970."""
RATING_UNIT: Final = 1_000
"""Ratings and their ranges are whole thousandths, so that they compare exactly."""
MAX_RATING_RANGE: Final = 1_000
MAX_MACHINES_AFTER: Final = 3_600
WIDENING: Final = 30
"""Seconds after which a range of ratings has doubled; after twice that time it has tripled, and so on."""


class SeekCriteria(Struct, frozen=True, kw_only=True):
    """The criteria of a seek. Two seeks can meet only if their variants and options are equal."""

    variant: str
    options: str
    """Every option of the variant with its value, as JSON in a fixed order."""
    least: int
    most: int
    rating: int
    """The mean of the player's rating in the variant when the seek was opened, in thousandths."""
    range: int | None
    """The accepted distance from the rating, in thousandths, before it widens; None accepts everyone."""
    machines_after: int | None
    """Seconds after which machine players may take free seats; None for never."""

    @property
    def chosen_options(self) -> dict[str, OptionValue]:
        """Every option with its value."""
        return decoded_options(self.options)

    def same_criteria(self, other: SeekCriteria) -> bool:
        """Return whether other criteria are the same, apart from the rating."""
        names = set(SeekCriteria.__struct_fields__) - {"rating"}
        return all(getattr(self, name) == getattr(other, name) for name in names)


class Seek(SeekCriteria, frozen=True, kw_only=True):
    """An open or matched seek."""

    id: str
    player: PlayerId
    opened: int
    seen: int
    """The last time at which the player's client followed its seeks."""
    game: GameId | None = None
    """The game to which the seek was matched; None while it is open."""

    def tolerance(self, now: int) -> int | None:
        """Return the accepted distance between ratings at a time; None without a limit.

        It grows by the original range every `WIDENING` seconds, in steps of a second.
        """
        if self.range is None:
            return None
        waited = max(0, now - self.opened) // SECOND
        return self.range * (WIDENING + waited) // WIDENING

    def candidate(self, now: int) -> Candidate:
        """Return the seek for the matching at a time."""
        after = self.machines_after
        return Candidate(
            id=self.id,
            player=self.player,
            group=f"{self.variant} {self.options}",
            least=self.least,
            most=self.most,
            rating=self.rating,
            tolerance=self.tolerance(now),
            takes_machines=after is not None and now - self.opened >= after * SECOND,
        )


def decoded_options(text: str) -> dict[str, OptionValue]:
    """Return the options that a text contains."""
    options: dict[str, OptionValue] = json.loads(text)
    return options


CRITERIA_REFUSALS: Final[tuple[type[Refusal], ...]] = (
    UnknownVariant,
    UnknownOption,
    InvalidOption,
    InvalidPlayerRange,
    InvalidRatingRange,
    InvalidMachinesAfter,
    NoMachinePlayer,
)
"""The refusals of `seek_criteria`."""


def seek_criteria(
    variant: str,
    options: Mapping[str, OptionValue],
    min_players: int | None,
    max_players: int | None,
    rating: float,
    rating_range: float | None,
    machines_after: int | None,
) -> SeekCriteria:
    """Return the completed criteria of a seek; raises a Refusal, one of `CRITERIA_REFUSALS`.

    Without numbers of players, the smallest number of the variant is sought.
    """
    rules = rules_of(variant)
    completed = complete_options(rules, options)
    least, most = _players(rules, min_players, max_players)
    if rating_range is not None and not 0 < rating_range <= MAX_RATING_RANGE:
        raise InvalidRatingRange(MAX_RATING_RANGE)
    if machines_after is not None:
        if not 0 <= machines_after <= MAX_MACHINES_AFTER:
            raise InvalidMachinesAfter(MAX_MACHINES_AFTER)
        if not has_player(rules.variant):
            raise NoMachinePlayer(rules.variant)
    return SeekCriteria(
        variant=rules.variant,
        options=json.dumps(completed, sort_keys=True, separators=(",", ":")),
        least=least,
        most=most,
        rating=round(rating * RATING_UNIT),
        range=None if rating_range is None else max(1, round(rating_range * RATING_UNIT)),
        machines_after=machines_after,
    )


def _players(rules: Rules[Any], given_min: int | None, given_max: int | None) -> tuple[int, int]:
    seats = rules.seats
    least = seats[0] if given_min is None else given_min
    most = least if given_max is None else given_max
    if not seats[0] <= least <= most <= seats[-1]:
        raise InvalidPlayerRange(seats[0], seats[-1])
    return least, most
