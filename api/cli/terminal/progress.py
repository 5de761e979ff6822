"""Progress bars, drawn on standard error so that results can be piped."""

from __future__ import annotations

import time
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from api.cli.terminal.output import error_console

_COUNT = "{task.completed:,.0f} of {task.total:,.0f}"


def progress_bar(*, hidden: bool = False) -> Progress:
    """Return a bar with the finished and the total number of items; a hidden one draws nothing."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn(_COUNT),
        TimeRemainingColumn(),
        console=error_console,
        disable=hidden,
    )


def rebuild_progress_bar() -> Progress:
    """Return a bar for RebuildProgress."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn(_COUNT),
        TextColumn("{task.fields[pace]}"),
        console=Console(stderr=True),
    )


class RebuildProgress:
    """Progress of a rebuild; work done before an interruption counts for the bar, not for the speed."""

    def __init__(self, bar: Progress, name: str) -> None:
        self.resumed_at = 0
        """The position at which an interrupted rebuild resumed."""
        self._bar = bar
        self._task = bar.add_task(name, total=0, pace="")
        self._began: float | None = None

    def update(self, done: int, head: int) -> None:
        """Show the position, the speed and the remaining time."""
        if self._began is None:
            self.resumed_at, self._began = done, time.monotonic()
        speed = self._speed(done)
        left = f", {timedelta(seconds=round((head - done) / speed))} left" if speed and done < head else ""
        self._bar.update(self._task, completed=done, total=head, pace=f"{speed:,.0f} events/s{left}")

    def summary(self, position: int) -> str:
        """Return the number of processed events and the speed."""
        return f"{position - self.resumed_at:,} events, {self._speed(position):,.0f} events/s"

    def _speed(self, done: int) -> float:
        assert self._began is not None, "update is called at the start of a rebuild"
        # The clock may not have moved on since.
        return (done - self.resumed_at) / max(time.monotonic() - self._began, 0.001)
