"""Where the CPU time of a command goes, by a profile of the whole path on PostgreSQL."""

from __future__ import annotations

import cProfile
import pstats
import time
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from benchmarks.append.commands import Script, whole_path

PARTS: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "decide": [("domain/game.py", "decide")],
    "settle": [("domain/game.py", "settle")],
    "shuffle": [("domain/game.py", "shuffle")],
    "evolve the game": [("application/games/croupier.py", "take")],
    "evolve the seats' views": [("application/games/croupier.py", "view")],
    "the caller's outcome": [("application/games/command_outcome.py", "outcome")],
    "look for its id": [("application/games/command_handler.py", "_repeated")],
    "encode, envelope": [
        ("application/store/rows.py", "entry_of"),
        ("application/store/rows.py", "appended"),
    ],
    "the batch's transaction": [("application/store/postgres/batch_append.py", "commit")],
    "follow the log": [("application/watching/game_streams.py", "_follow")],
    "tell other processes": [
        ("application/store/postgres/notifications.py", "_announce"),
        ("application/store/postgres/notifications.py", "_listen"),
    ],
}
"""Functions whose time, with all that they call, is a part of the whole; none calls another one."""
REST: Final = "asyncio and the rest"


class Part(Struct, frozen=True, kw_only=True):
    """A part of the path."""

    name: str
    share: float
    """Of the CPU time, as the profiler sees it: it makes all slower, calls of small functions most."""


def profile(log: str, given: Sequence[Script], games: int, seconds: float, *, ids: bool) -> list[Part]:
    """Return where the time of this process went."""
    # By CPU time, in which waiting, and whatever else runs on the machine, are not.
    profiler = cProfile.Profile(time.process_time)
    profiler.enable()
    whole_path(log, given, games, seconds, ids=ids)
    profiler.disable()
    stats = pstats.Stats(profiler)
    # The library's stubs leave out what its own documentation shows.
    found: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = stats.stats  # type: ignore[attr-defined]
    taken = {
        name: sum(
            times[3]
            for (file, _, function), times in found.items()
            if any(file.endswith(suffix) and function == wanted for suffix, wanted in functions)
        )
        for name, functions in PARTS.items()
    }
    busy = sum(times[2] for times in found.values())
    taken[REST] = busy - sum(taken.values())
    return [Part(name=name, share=each / busy) for name, each in taken.items()]
