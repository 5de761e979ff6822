"""A clock for tests."""

from __future__ import annotations


class Clock:
    """A clock that tests advance by setting `now`."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now
