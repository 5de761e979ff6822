"""Luck of a game in the terminal: cells with errors, and words where there is none."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from api.cli.terminal.luck import luck_cells, luck_note
from api.cli.terminal.luck_of_games import luck_of_games
from projections.luck.queries import SeatLuck
from projections.luck.sums import KnownLuck, LuckSums


def seat_luck(luck: float | None = -0.04, table: str | None = "oh-hell.r1.p1") -> SeatLuck:
    known = table is not None
    return SeatLuck(
        seat=1,
        player="ada",
        machine=False,
        in_points=True,
        result=12.5,
        par=0.25 if known else None,
        luck=luck if known else None,
        luck_error=0.13 if known else None,
        play_error=30.46 if known else None,
        luck_table=table,
    )


@pytest.mark.parametrize(
    ("seat", "in_points", "cells"),
    [
        (seat_luck(), True, ("+12.5", "+0.0 ± 0.3", "+12.3 ± 59.7")),
        (seat_luck(), False, ("+12.50", "-0.04 ± 0.25", "+12.29 ± 59.70")),
        (seat_luck(luck=None), True, ("+12.5", "–", "–")),
        (seat_luck(table=None), True, ("+12.5", "–", "–")),
    ],
)
def test_parts_have_their_errors_and_a_dash_stands_for_no_value(
    seat: SeatLuck, in_points: bool, cells: tuple[str, str, str]
) -> None:
    assert luck_cells(seat, in_points=in_points) == cells


@pytest.mark.parametrize(
    ("seats", "note"),
    [
        ([], "The game has no luck: it is private, or luck is not up to date."),
        ([seat_luck(), seat_luck(luck=None)], "The game has no luck yet: its hands are not public."),
        ([seat_luck(table=None)], "The game has no luck: its rules have no table of luck."),
        ([seat_luck()], "In points; ± is the 95 % interval of luck, and what play may owe to chance."),
    ],
)
def test_words_say_what_is_shown_or_why_there_is_no_luck(seats: list[SeatLuck], note: str) -> None:
    assert luck_note(seats, in_points=True) == note
    assert len(note) <= 80


def test_luck_of_many_games_fits_into_80_columns() -> None:
    known = KnownLuck(
        results=123_456, result=-12.35, luck=-0.001, play=-12.34, play_error=10.5, explained=0.295
    )
    sums = LuckSums(machine=False, in_points=True, known=known, without_table=1, not_public=0)
    out = StringIO()
    console = Console(file=out, width=80)
    for each in luck_of_games([sums]):
        console.print(each)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert "│ people │ 123,456 │   -12.35 │ +0.00 │ -12.34 ± 20.58 │     29.5% │ ###" in out.getvalue()
    assert lines[-1] == "1 result without luck: their rules have no table of luck."
