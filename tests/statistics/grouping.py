"""Answers of the second count to a question: by period, and of selected games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, TypeAlias

from projections.statistics.metrics import Metric
from projections.statistics.selection import Bucket, Selection
from tests.statistics.conftest import Recounted
from tests.statistics.recounted import Figure, Games

NOBODYS: Final = ("trump", "game")
"""Metrics that do not tell machines from people."""

Key: TypeAlias = tuple[date | None, int, int]
"""The beginning of the period, and both dimensions of the metric."""


def begins(bucket: Bucket | None, day: date) -> date | None:
    """Return the first day of the stretch of time that a day lies in."""
    match bucket:
        case None:
            return None
        case Bucket.WEEK:
            return day - timedelta(days=day.weekday())
        case Bucket.MONTH:
            return day.replace(day=1)
        case Bucket.SEASON:
            return day.replace(day=1, month={1: 1, 2: 4, 3: 7, 4: 10}[(day.month + 2) // 3])
        case Bucket.YEAR:
            return day.replace(day=1, month=1)
    return day


def moment(bucket: Bucket | None, hour: datetime) -> datetime | None:
    """Return when the stretch of time begins that an hour lies in."""
    if bucket is Bucket.HOUR:
        return hour
    day = begins(bucket, hour.date())
    return None if day is None else datetime.combine(day, time(), UTC)


def within(selection: Selection, day: date) -> bool:
    """Tell whether a day is one of those that are asked for."""
    after = selection.since is None or selection.since <= day
    return after and (selection.until is None or day < selection.until)


def meant(selection: Selection, games: Figure | Games) -> bool:
    """Tell whether games are among those that are asked for."""
    return (
        games.variant == selection.variant
        and within(selection, games.day)
        and selection.board in (None, games.board)
        and selection.seats in (None, games.seats)
    )


def wanted(selection: Selection, figure: Figure) -> bool:
    """Tell whether a figure is one of those that are asked for."""
    of_anybody = figure.metric in NOBODYS or selection.machine in (None, figure.machine)
    return of_anybody and meant(selection, figure)


def sums(
    recounted: Recounted, selection: Selection, metrics: Container[str] = frozenset(Metric)
) -> dict[str, dict[Key, tuple[int, int]]]:
    """Return count and total of each metric, in the order of their keys."""
    counts: dict[str, Counter[Key]] = {}
    totals: dict[str, Counter[Key]] = {}
    for figure, count in recounted.counts.items():
        if figure.metric in metrics and wanted(selection, figure):
            key = begins(selection.bucket, figure.day), figure.x, figure.y
            counts.setdefault(figure.metric, Counter())[key] += count
            totals.setdefault(figure.metric, Counter())[key] += recounted.totals[figure]
    return {
        metric: {key: (count, totals[metric][key]) for key, count in sorted(found.items())}
        for metric, found in counts.items()
    }


def lengths(recounted: Recounted, selection: Selection) -> dict[date | None, Counter[str]]:
    """Return how many games, rounds, moves and seconds there were."""
    found: dict[date | None, Counter[str]] = {}
    for games, counted in sorted(recounted.lengths.items()):
        if meant(selection, games):
            found.setdefault(begins(selection.bucket, games.day), Counter()).update(counted)
    return found


def activity(recounted: Recounted, selection: Selection) -> dict[datetime | None, Counter[str]]:
    """Return what happened in each stretch of time."""
    found: dict[datetime | None, Counter[str]] = {}
    for (variant, hour, name), count in recounted.hourly.items():
        if variant == selection.variant and within(selection, hour.date()):
            found.setdefault(moment(selection.bucket, hour), Counter())[name] += count
    return dict(sorted(found.items()))


def people(recounted: Recounted, selection: Selection) -> dict[date | None, set[str]]:
    """Return who made a move in each stretch of time."""
    found: dict[date | None, set[str]] = {}
    for variant, day, player in recounted.active:
        if variant == selection.variant and within(selection, day):
            found.setdefault(begins(selection.bucket, day), set()).add(player)
    return found
