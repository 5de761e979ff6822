"""Kinds of tamperings, and the count of those that were found."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from random import Random
from typing import Final, NamedTuple

logger = logging.getLogger(__name__)

MAX_DRAWS: Final = 1_000
"""Draws after which a kind counts as one that changes nothing."""


@unique
class Outcome(StrEnum):
    """The result of one tampering."""

    FOUND = "found"
    MISSED = "missed"
    UNCHANGED = "unchanged"
    """Nothing was changed that a verifier reads: a drawn change gave the same bytes again."""


Attempt = Callable[[Random], Awaitable[Outcome]]
"""Tampers once, as a generator of random numbers chooses, and lets the verifiers look."""


class Kind(NamedTuple):
    """A kind of tampering."""

    name: str
    attempt: Attempt


@dataclass
class Report:
    """The tamperings of a run, by kind."""

    found: Counter[str] = field(default_factory=Counter)
    missed: list[tuple[str, int]] = field(default_factory=list)
    """The kind and the seed of each one that was not found, or at which a verifier failed."""
    drawn_again: int = 0
    """The number of draws that changed nothing, which do not count."""

    def text(self) -> str:
        """Return the report as lines."""
        lines = [f"{count:>7,}  {name}" for name, count in sorted(self.found.items())]
        lines += [f" MISSED  {name}, seed {seed}" for name, seed in self.missed]
        total = self.found.total() + len(self.missed)
        lines.append(
            f"{total:,} tamperings, missed: {len(self.missed)}; drawn again, as they changed nothing: "
            f"{self.drawn_again:,}"
        )
        return "\n".join(lines) + "\n"


async def attempted(
    kinds: Sequence[Kind], seeds: Iterable[int], progress: Callable[[Report], None] | None = None
) -> Report:
    """Tamper once with each seed, in turn with each kind."""
    report = Report()
    told = time.monotonic()
    for seed in seeds:
        kind = kinds[seed % len(kinds)]
        chance = Random(f"{kind.name} {seed}")
        for _ in range(MAX_DRAWS):
            outcome = await _outcome(kind, seed, chance)
            if outcome is not Outcome.UNCHANGED:
                break
            report.drawn_again += 1
        if outcome is Outcome.FOUND:
            report.found[kind.name] += 1
        else:
            report.missed.append((kind.name, seed))
        if progress is not None and time.monotonic() - told > 60:
            told = time.monotonic()
            progress(report)
    return report


async def _outcome(kind: Kind, seed: int, chance: Random) -> Outcome:
    try:
        return await kind.attempt(chance)
    except Exception:  # a failing verifier is a fault of its own, and the others are to be counted
        logger.exception("%s, seed %s", kind.name, seed)
        return Outcome.MISSED


def found_if(is_found: bool) -> Outcome:
    """Return the outcome of a change that a verifier has found or not."""
    return Outcome.FOUND if is_found else Outcome.MISSED
