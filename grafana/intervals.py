"""SQL of shares and means with their intervals: three columns, of which a panel shows the last two as a band.

An interval has the true value in 95 of 100 cases, if the counted cases are independent of each other.
"""

from __future__ import annotations

from typing import Final

from grafana.sql_layout import BREAK

LOW: Final = "95 % from"
HIGH: Final = "95 % to"

FEWEST: Final = 10
"""The number of cases from which on a mean has an interval."""

_NEXT: Final = f"{BREAK}       "
"""The beginning of another column, below the first."""
_Z: Final = 1.96
"""The quantile of the normal distribution that leaves out 2.5 %."""


def share(name: str, part: str = "part", whole: str = "whole") -> str:
    """Return the columns of a share: a count of a count, with Wilson's interval, which is never empty."""
    square = _Z * _Z
    middle, below = f"({part} + {square / 2:.4f})", f"({whole} + {square:.4f})"
    half = f"{_Z} * sqrt(1.0 * {part} * ({whole} - {part}) / {whole} + {square / 4:.4f})"
    return (
        f'1.0 * {part} / {whole} AS "{name}",{_NEXT}'
        f'({middle} - {half}) / {below} AS "{LOW}",{_NEXT}'
        f'({middle} + {half}) / {below} AS "{HIGH}"'
    )


def mean(name: str, count: str = "n", total: str = "total", squares: str = "squares") -> str:
    """Return the columns of a mean, from a count, a sum and a sum of squares.

    A few cases, and cases that are all alike, tell nothing about their spread, and have no interval.
    """
    middle = f"1.0 * {total} / {count}"
    spread = f"nullif(greatest({squares} - 1.0 * {total} * {total} / {count}, 0), 0)"
    half = f"CASE WHEN {count} >= {FEWEST} THEN {_Z} * sqrt({spread} / ({count} - 1) / {count}) END"
    return bounded(name, middle, half)


def bounded(name: str, middle: str, half: str) -> str:
    """Return the columns of a value and of its interval, half of whose length is given."""
    return f'{middle} AS "{name}",{_NEXT}{middle} - {half} AS "{LOW}",{_NEXT}{middle} + {half} AS "{HIGH}"'
