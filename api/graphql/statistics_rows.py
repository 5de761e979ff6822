"""What the rows of statistics share in the schema: when they begin, and the rates that follow from counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from api.graphql.profile_records import described
from projections.statistics.reading import Figure


def begins() -> Any:
    """Return the field that says when a row's stretch of time begins."""
    return described("The first day of the stretch of time, in UTC; null where all is in one.")


def part(count: int, whole: int) -> float | None:
    """Return which part of a whole a count is, None of nothing."""
    return count / whole if whole else None


def shares(
    rows: Sequence[Figure], among: Callable[[Figure], Hashable] = lambda _: None
) -> Iterator[tuple[Figure, float | None]]:
    """Give each row with its part of all that were counted in its time, or `among` those of them."""
    whole: Counter[Hashable] = Counter()
    for row in rows:
        whole[row.begins, among(row)] += row.count
    return ((row, part(row.count, whole[row.begins, among(row)])) for row in rows)
