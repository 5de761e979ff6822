"""The state of a runner, as another process needs it to wait for the runner's rows."""

from __future__ import annotations

from msgspec import Struct

from application.codec import Position


class RunnerState(Struct, frozen=True, kw_only=True):
    """The state of one projection's runner."""

    name: str
    position: Position
    """The position that readers find."""
    holds_lease: bool
    error: str | None
    """The error after which the projection will be retried; None if there is none."""
