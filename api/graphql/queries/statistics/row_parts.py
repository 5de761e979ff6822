"""Common parts of statistics rows in the schema: the beginning of their period, rates and shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from api.graphql.types.derivation import described
from projections.statistics.queries import Figure


def begins() -> Any:
    """Return the field with the first day of a row's period."""
    return described("The first day of the period, in UTC; null without periods.")


def part(count: int, whole: int) -> float | None:
    """Return `count` as a fraction of `whole`, None if `whole` is 0."""
    return count / whole if whole else None


def shares(
    rows: Sequence[Figure], among: Callable[[Figure], Hashable] = lambda _: None
) -> Iterator[tuple[Figure, float | None]]:
    """Return each row with its share of the counts in its period, within the group that `among` returns."""
    whole: Counter[Hashable] = Counter()
    for row in rows:
        whole[row.begins, among(row)] += row.count
    return ((row, part(row.count, whole[row.begins, among(row)])) for row in rows)
