"""Fits a table to rounds of the published player: for each group of deals, a sum over features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from application.luck.luck_tables import PLAYER_VERSION
from benchmarks.luck.player_games import fingerprint
from benchmarks.luck.rounds import Hand, hands_of_rounds
from domain.events import OptionValue
from domain.luck import luck_model
from domain.luck.table import UNIT, LuckGroup, LuckTable, table_name
from domain.rules import rules_of

BATCH: Final = 10_000
"""Number of hands of a group that are added at once."""
PRIOR_HANDS: Final = 20.0
"""Weight in hands of the prior that a feature adds nothing; it matters for rare features alone."""

OPTIONS: Final[Mapping[str, tuple[Mapping[str, OptionValue], ...]]] = {
    "hundred-and-ten": ({"discards": "dealer_first"}, {"discards": "left_of_dealer"}),
    "oh-hell": ({"reshuffle": "mid_deal"},),
    "president": ({"clear_after": "full_circle"}, {"clear_after": "all_others"}),
}
"""The options by which the groups of a variant differ."""


class GroupSums:
    """Sums over the hands of a group, from which its least squares follow."""

    def __init__(self, features: int) -> None:
        self._size = features
        self._features: list[list[int]] = []
        self._results: list[float] = []
        self.count = 0
        self.held: NDArray[Any] = np.zeros(features)
        self.products: NDArray[Any] = np.zeros((features, features))
        self.with_results: NDArray[Any] = np.zeros(features)
        self.results = self.squares = 0.0

    def add(self, features: list[int], result: float) -> None:
        """Add a hand."""
        self._features.append(features)
        self._results.append(result)
        if len(self._results) == BATCH:
            self.flush()

    def flush(self) -> None:
        """Add the hands that wait for their batch to the sums."""
        count = len(self._results)
        has: NDArray[Any] = np.zeros((count, self._size), np.float32)
        for row, features in zip(has, self._features, strict=True):
            row[features] = 1
        results = np.array(self._results)
        self.count += count
        # Whole numbers below 2^24, which 32 bits hold.
        self.products += has.T @ has
        self.held += has.sum(axis=0, dtype=float)
        self.with_results += has.T.astype(float) @ results
        self.results += float(results.sum())
        self.squares += float(results @ results)
        self._features, self._results = [], []


def fit(variant: str, rounds: int, seed: str) -> LuckTable:
    """Return the table of a variant's newest rules, from `rounds` rounds with each options and seats."""
    rules = rules_of(variant)
    model = luck_model(variant, rules.version)
    assert model is not None, "the command offers only variants with a model"
    groups: dict[str, LuckGroup] = {}
    for options, seats in product(OPTIONS[variant], rules.seats):
        chosen = ", ".join(map(str, options.values()))
        sums: dict[str, GroupSums] = {}
        of_seed = f"{seed}, {variant}, {chosen}, {seats}"
        for name, features, result in _hands(variant, options, seats, of_seed, rounds):
            found = sums.get(name)
            if found is None:
                found = sums[name] = GroupSums(model.FEATURES.count)
            found.add(features, result)
        for name, of_group in sorted(sums.items()):
            of_group.flush()
            groups[name] = _fitted(of_group, model.FEATURES.sizes)
    return LuckTable(
        name=table_name(variant, rules.version, PLAYER_VERSION),
        variant=variant,
        rules_version=rules.version,
        player_version=PLAYER_VERSION,
        player_fingerprint=fingerprint(variant),
        unit=UNIT,
        seed=seed,
        features=model.FEATURES.sizes,
        groups=groups,
    )


def _hands(
    variant: str, options: Mapping[str, OptionValue], seats: int, seed: str, rounds: int
) -> Iterator[Hand]:
    for hands in islice(hands_of_rounds(variant, options, seats, seed), rounds):
        yield from hands


def _fitted(sums: GroupSums, sizes: tuple[tuple[str, int], ...]) -> LuckGroup:
    count, par = sums.count, sums.results / sums.count
    # About the means of all hands.
    products = sums.products - np.outer(sums.held, sums.held) / count
    with_results = sums.with_results - sums.held * par
    weighted = products + PRIOR_HANDS * np.identity(len(with_results))
    luck = np.linalg.solve(weighted, with_results)
    variance = (sums.squares - count * par * par - 2 * luck @ with_results + luck @ products @ luck) / count
    # The trace is the number of parameters that the data decide.
    parameters = float(np.trace(np.linalg.solve(weighted, products)))
    # Every hand has one feature of the first block, which takes up the mean.
    luck[: sizes[0][1]] -= sums.held @ luck / count
    return LuckGroup(
        par=round(par * UNIT),
        luck=tuple(round(each * UNIT) for each in luck),
        error=round(sqrt(variance * parameters / count) * UNIT),
        deviation=round(sqrt(variance) * UNIT),
        hands=count,
    )
