"""Sizes of the append benchmark: full and quick."""

from __future__ import annotations

from msgspec import Struct


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    games: tuple[int, ...]
    rounds: int
    seconds: float
    scripts: int
    small: int
    large: int
    turns: int
    commands: int


FULL = Scale(
    games=(1, 8, 64, 512),
    rounds=3,
    seconds=1.0,
    scripts=8,
    small=10_000,
    large=1_000_000,
    turns=10,
    commands=800,
)
QUICK = Scale(
    games=(64,), rounds=1, seconds=0.6, scripts=2, small=10_000, large=50_000, turns=3, commands=160
)
