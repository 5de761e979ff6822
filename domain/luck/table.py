"""Tables of luck: what a seat may expect of a deal, and what each feature of its hand adds to that.

All values are whole multiples of 1 / `UNIT`, so that sums of them are exact, as whole numbers and as floating
point numbers. A value is in points, or in places in a game without points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

UNIT: Final = 1 << 16
"""The number of units in a point or a place."""


class LuckGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Deals that are compared with each other, such as those to the dealer of four; values in units."""

    par: int
    """The mean result over all deals."""
    luck: tuple[int, ...]
    """By feature: what it adds to the expected result; for a mean deal, all features together add nothing."""
    error: int
    """The standard error of the luck of a hand, root mean square over all hands: the table is an estimate."""
    deviation: int
    """The standard deviation of the published player's results from what the table expects."""
    hands: int
    """The number of hands that the group was fitted to."""

    def luck_of(self, features: Sequence[int]) -> int:
        """Return the luck of a hand with these features."""
        luck = self.luck
        return sum([luck[feature] for feature in features])


class LuckTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table of one version of a variant's rules, made from rounds of the published player."""

    name: str
    variant: str
    rules_version: int
    player_version: int
    """The version of the published player."""
    player_fingerprint: str
    """The fingerprint of the player's games, made by `benchmarks.luck.player_games`."""
    unit: int
    seed: str
    """The seed of the rounds that it was made from."""
    features: tuple[tuple[str, int], ...]
    """The name and the size of each block of features."""
    groups: Mapping[str, LuckGroup]


def table_name(variant: str, rules_version: int, player_version: int) -> str:
    """Return the name of a table.

    >>> table_name("oh-hell", 1, 2)
    'oh-hell.r1.p2'
    """
    return f"{variant}.r{rules_version}.p{player_version}"
