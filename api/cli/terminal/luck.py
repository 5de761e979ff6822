"""Luck of a game's seats for the terminal, with words where there is none to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

NORMAL_95: Final = 1.96
"""Standard errors on each side of a mean that hold the true value in 95 of 100 cases, as on the pages."""


class LuckParts(Protocol):
    """The parts of a seat's result, read from the database or from a server."""

    @property
    def seat(self) -> int:
        """The seat, from 0."""
        ...

    @property
    def result(self) -> float:
        """The result against the table."""
        ...

    @property
    def luck(self) -> float | None:
        """The luck; None without a table, and while a hand is not public."""
        ...

    @property
    def play(self) -> float | None:
        """The rest of the result less par."""
        ...

    @property
    def luck_error(self) -> float | None:
        """The standard error of luck."""
        ...

    @property
    def play_error(self) -> float | None:
        """The standard deviation of play by chance."""
        ...

    @property
    def luck_table(self) -> str | None:
        """The name of the table of luck."""
        ...


def luck_cells(parts: LuckParts, *, in_points: bool) -> tuple[str, str, str]:
    """Return the cells of a seat's result, luck and play with 95 % intervals; a missing value is a dash."""
    places = 1 if in_points else 2

    def text(value: float | None, error: float | None) -> str:
        if value is None:
            return "–"
        return f"{value:+z.{places}f}" + ("" if error is None else f" ± {NORMAL_95 * error:.{places}f}")

    return text(parts.result, None), text(parts.luck, parts.luck_error), text(parts.play, parts.play_error)


def luck_note(seats: Sequence[LuckParts], *, in_points: bool) -> str:
    """Return what the cells mean, or why the game has no luck."""
    if not seats:
        return "The game has no luck: it is private, or luck is not up to date."
    if any(each.luck_table is None for each in seats):
        return "The game has no luck: its rules have no table of luck."
    if any(each.luck is None for each in seats):
        return "The game has no luck yet: its hands are not public."
    unit = "points" if in_points else "places"
    return f"In {unit}; ± is the 95 % interval of luck, and what play may owe to chance."
