"""Forms tables from open seeks: pure, deterministic, the oldest seek first, every table that is possible.

Players fit at one table if each accepts every other's rating. A player accepts an interval around its own
rating, so players fit if each of their intervals contains both the lowest and the highest rating of the
table. All tables with a given seek are therefore found by its lowest rating and a sweep over the highest,
without a search through sets of players.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from typing import Final

from msgspec import Struct

from domain.events import PlayerId

NEIGHBOURS: Final = 32
"""The number of seeks on each side, by rating, that are tried before all others."""
UNLIMITED: Final = 1 << 60
"""A distance between ratings that is greater than any."""


class Candidate(Struct, frozen=True, kw_only=True):
    """An open seek as it may be matched at one moment."""

    id: str
    player: PlayerId
    group: str
    """Only seeks of one group can meet."""
    least: int
    """The smallest number of players at the table."""
    most: int
    """The largest number of players at the table."""
    rating: int
    tolerance: int | None = None
    """The accepted distance to the ratings of the others; None accepts everyone."""
    takes_machines: bool = False
    """True if machine players may take seats now."""

    @property
    def reach(self) -> int:
        """The accepted distance as a number."""
        return UNLIMITED if self.tolerance is None else self.tolerance


class FormedTable(Struct, frozen=True):
    """Seeks that meet at a table, the oldest first; machine players take the other seats."""

    seeks: tuple[Candidate, ...]
    size: int
    """The number of seats, machine players included."""


def form_tables(candidates: Sequence[Candidate]) -> list[FormedTable]:
    """Return the tables that form from candidates, which are given the oldest first.

    A table of people is as large as the seek for which it forms allows. Seeks for which none forms then take
    machine players if they may, with as many others as possible whose time for machines has come, too.
    """
    pools: dict[str, _Pool] = {}
    for age, each in enumerate(candidates):
        pools.setdefault(each.group, _Pool()).add(age, each)
    formed: list[FormedTable] = []
    seated: set[PlayerId] = set()
    for find in (_table_of_people, _table_with_machines):
        for age, each in enumerate(candidates):
            if each.player in seated:
                continue
            table = find(pools[each.group], age, each, seated)
            if table is not None:
                formed.append(table)
                seated |= {other.player for other in table.seeks}
    return formed


_Entry = tuple[int, int, Candidate]
"""A candidate with its rating, then its age, by which a pool is sorted."""


class _Pool:
    """The candidates of one group, sorted by rating."""

    def __init__(self) -> None:
        self._entries: list[_Entry] = []

    def add(self, age: int, candidate: Candidate) -> None:
        insort(self._entries, (candidate.rating, age, candidate), key=lambda entry: entry[:2])

    def remove(self, entries: Iterable[_Entry]) -> None:
        for entry in entries:
            del self._entries[self._index(entry)]

    def table(
        self, entry: _Entry, count: int, fits: Callable[[Candidate], bool]
    ) -> tuple[_Entry, ...] | None:
        """Return a table of a number of candidates that fit, with a given one; None if there is none."""
        rating, _, seek = entry
        start = bisect_left(self._entries, rating - seek.reach, key=_rating)
        end = bisect_right(self._entries, rating + seek.reach, key=_rating)
        at = self._index(entry)
        # The nearest first: where many fit, they suffice, and their table has the closest ratings.
        for first, last in ((max(start, at - NEIGHBOURS), min(end, at + NEIGHBOURS + 1)), (start, end)):
            near = [
                other
                for other in self._entries[first:last]
                if abs(other[0] - rating) <= other[2].reach and fits(other[2])
            ]
            if (found := _clique(near, entry, count)) is not None:
                return found
            if (first, last) == (start, end):
                return None
        return None

    def _index(self, entry: _Entry) -> int:
        return bisect_left(self._entries, entry[:2], key=lambda each: each[:2])


def _rating(entry: _Entry) -> int:
    return entry[0]


def _clique(near: Sequence[_Entry], seek: _Entry, count: int) -> tuple[_Entry, ...] | None:
    """Return the seek with others who all accept each other, from candidates that it and they accept.

    `near` is sorted by rating.
    """
    if len(near) < count:
        return None
    rating = seek[0]
    lowest: int | None = None
    for start in range(bisect_right(near, rating, key=_rating) - 1, -1, -1):
        if near[start][0] == lowest:
            continue
        lowest = near[start][0]
        start = bisect_left(near, lowest, key=_rating)
        # The candidates that accept both the lowest rating and the highest so far, by the end of their reach.
        accepting: list[tuple[int, int, _Entry]] = []
        for entry in near[start:]:
            highest = entry[0]
            if highest - entry[2].reach > lowest:
                continue
            heappush(accepting, (highest + entry[2].reach, entry[1], entry))
            while accepting[0][0] < highest:
                heappop(accepting)
            if highest >= rating and len(accepting) >= count:
                others = sorted((age, each) for _, age, each in accepting if age != seek[1])
                return (seek, *(each for _, each in others[: count - 1]))
    return None


def _table_of_people(pool: _Pool, age: int, seek: Candidate, seated: set[PlayerId]) -> FormedTable | None:
    for size in range(seek.most, seek.least - 1, -1):
        table = _formed(pool, age, seek, size, size, partial(_fits, size, seated))
        if table is not None:
            return table
    return None


def _table_with_machines(pool: _Pool, age: int, seek: Candidate, seated: set[PlayerId]) -> FormedTable | None:
    if not seek.takes_machines:
        return None
    for people, size in _sizes_with_machines(seek):
        table = _formed(
            pool,
            age,
            seek,
            people,
            size,
            partial(_fits_with_machines, size, seated),
        )
        if table is not None:
            return table
    return None


def _sizes_with_machines(seek: Candidate) -> Iterator[tuple[int, int]]:
    """Yield numbers of people and of seats: as many people and as few machines as possible."""
    for people in range(seek.most - 1, 0, -1):
        for size in range(max(seek.least, people + 1), seek.most + 1):
            yield people, size


def _fits(size: int, seated: set[PlayerId], candidate: Candidate) -> bool:
    return candidate.least <= size <= candidate.most and candidate.player not in seated


def _fits_with_machines(size: int, seated: set[PlayerId], candidate: Candidate) -> bool:
    return candidate.takes_machines and _fits(size, seated, candidate)


def _formed(
    pool: _Pool, age: int, seek: Candidate, people: int, size: int, fits: Callable[[Candidate], bool]
) -> FormedTable | None:
    found = pool.table((seek.rating, age, seek), people, fits)
    if found is None:
        return None
    pool.remove(found)
    return FormedTable(tuple(each for _, _, each in sorted(found, key=lambda entry: entry[1])), size)
