"""Status of projections and skipped events for the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from rich.table import Column, Table
from rich.text import Text

from projections.engine.projector import Condition, ProjectionStatus
from projections.engine.skipped_events import Skip
from projections.engine.status import Failure


def status_table(statuses: Iterable[ProjectionStatus]) -> Table:
    """Return a table with a line for each version of each read model."""
    table = Table(
        # Not cut in a narrow terminal: other commands take the name.
        Column("read model", no_wrap=True),
        *("version", "condition", "position", "events behind", "for"),
        Column("error", overflow="fold"),
    )
    for each in statuses:
        table.add_row(
            each.name,
            str(each.version),
            _condition(each),
            str(each.position),
            str(each.lag),
            _duration(each.behind),
            # As text: an error may contain what looks like markup.
            Text(_error(each)),
        )
        for other in each.others:
            stopped = "" if other.failure is None else failure_text(other.failure)
            used = f"last used {other.last_used:%Y-%m-%d %H:%M} UTC"
            table.add_row("", str(other.version), used, str(other.position), "", "", Text(stopped))
    return table


def failure_text(failure: Failure) -> str:
    """Describe the event at which a projection stopped."""
    return f"event {failure.topic} at position {failure.position}: {failure.error}"


def skip_text(skip: Skip) -> str:
    """Describe a skipped event."""
    return (
        f"{skip.name} leaves out event {skip.topic} at position {skip.position}, so its rows differ from the "
        f"log: {skip.why} ({skip.by}, {skip.at:%Y-%m-%d %H:%M} UTC)"
    )


def _condition(status: ProjectionStatus) -> str:
    if status.condition is Condition.REBUILDING and status.rebuilt is not None:
        return f"{status.condition}, at {status.rebuilt}"
    return str(status.condition) if status.ready or not status.position else f"{status.condition}, not served"


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "?"
    return f"{seconds:.1f} s" if seconds < 60 else str(timedelta(seconds=round(seconds)))


def _error(status: ProjectionStatus) -> str:
    if status.failed_position is None:
        return status.error or ""
    return f"event {status.failed_topic} at position {status.failed_position}: {status.error}"
