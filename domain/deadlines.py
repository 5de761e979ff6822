"""Deadlines: when the time of a clock or of a wait is over."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

GRACE: Final = timedelta(seconds=1)
"""Time after a deadline in which commands still count, because they may have been under way."""


class NothingDue(Exception):
    """No deadline of the game has passed, so a command of the server changes nothing."""


def is_over(deadline: datetime, at: datetime) -> bool:
    """Return whether a deadline and its time of grace are over at a time."""
    return deadline + GRACE <= at
