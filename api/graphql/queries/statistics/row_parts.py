"""Common parts of statistics rows in the schema: the columns of a metric, rates and shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

import strawberry

from api.graphql.types.derivation import described
from projections.statistics.metrics import METRICS, Measure, Metric
from projections.statistics.queries import Figure


def begins() -> Any:
    """Return the field with the first day of a row's period."""
    return described("The first day of the period, in UTC; null without periods.")


def column(metric: Metric, name: str, *, alias: str | None = None) -> Any:
    """Return the field of a metric's dimension or measure, with the description of its definition."""
    return strawberry.field(name=alias, description=METRICS[metric].columns[name].comment)


def columns_of(metric: Metric, row: Figure) -> dict[str, Any]:
    """Return the values of a metric's dimensions and measures by their names, and the row's period."""
    spec = METRICS[metric]
    found: dict[str, Any] = {"begins": row.begins, spec.x.name: row.x, spec.count.name: row.count}
    if spec.y is not None:
        found[spec.y.name] = row.y
    if spec.total is not None:
        found[spec.total.name] = row.total
    return found


def measure_field(measure: Measure) -> Any:
    """Return the field of a measure, with the description of its definition."""
    return described(measure.comment)


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
