"""Prints the report of `kibitz arena`, as a table or as JSON."""

from __future__ import annotations

import json
from math import inf
from typing import Any, Final

import typer
from rich.table import Table

from api.cli.terminal.output import console
from application.arena.contest import Contest
from application.arena.report import ContestReport, Estimate

STEADY_DEALS: Final = 30
"""The number of deals from which on an interval is to be trusted."""


def print_report(contest: Contest, report: ContestReport, *, as_json: bool) -> None:
    """Print the report of a contest on standard output."""
    if as_json:
        typer.echo(json.dumps(_figures(contest, report)))
        return
    title = (
        f"{report.games:,} games of {contest.setup.variant}: {', '.join(contest.candidates)} against "
        f"{', '.join(contest.opponents)}"
    )
    table = Table("per game of a player", "mean", "95 % interval", "par", title=title)
    table.add_row("wins", *_cells(report.wins, "{:.1f} %", (0, 1), 100))
    table.add_row("last", *_cells(report.last, "{:.1f} %", (0, 1), 100))
    table.add_row("place", *_cells(report.place, "{:.2f}", (1, contest.setup.seats)))
    if report.points is not None:
        table.add_row("points more than opponents", *_cells(report.points, "{:+.1f}", (-inf, inf)))
    console.print(table)
    if report.deals < STEADY_DEALS:
        console.print(f"With fewer than {STEADY_DEALS} deals the intervals are rough.", markup=False)
    if report.thinking is not None:
        console.print(
            f"{report.thinking.choices:,} choices of {', '.join(contest.candidates)}: "
            f"{report.thinking.mean_ms:.2f} ms of processor time on average, "
            f"95 % of them below {report.thinking.p95_ms:.2f} ms",
            markup=False,
        )
    console.print(f"{report.deals:,} deals, each with every seating; seed {contest.seed}", markup=False)


def _cells(
    estimate: Estimate, form: str, possible: tuple[float, float], factor: int = 1
) -> tuple[str, str, str]:
    """Return the cells of an estimate; its interval ends where the possible values end."""
    mean, par = (form.format(float(value) * factor) for value in (estimate.mean, estimate.par))
    if estimate.margin is None:
        return mean, "unknown", par
    least, most = possible
    low = max(least, float(estimate.mean) - estimate.margin)
    high = min(most, float(estimate.mean) + estimate.margin)
    return mean, f"{form.format(low * factor)} to {form.format(high * factor)}", par


def _figures(contest: Contest, report: ContestReport) -> dict[str, Any]:
    thinking = report.thinking
    return {
        "variant": contest.setup.variant,
        "options": dict(contest.setup.options),
        "players": contest.candidates,
        "against": contest.opponents,
        "seed": contest.seed,
        "deals": report.deals,
        "games": report.games,
        "wins": _estimate(report.wins),
        "last": _estimate(report.last),
        "place": _estimate(report.place),
        "points": None if report.points is None else _estimate(report.points),
        "thinking": thinking
        and {
            "choices": thinking.choices,
            "meanMs": round(thinking.mean_ms, 3),
            "p95Ms": round(thinking.p95_ms, 3),
        },
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": float(estimate.mean), "margin": estimate.margin, "par": float(estimate.par)}
