"""Histories of commands and reads, and a check that they are linearizable.

A command, or a read of a game's version, takes effect at one moment between its invocation and its response.
The versions give the order, which must agree with real time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple


class Written(NamedTuple):
    """An acknowledged command: the versions of its events, and its start and end in nanoseconds."""

    game: str
    command_id: str
    first: int
    last: int
    invoked: int
    answered: int


class Looked(NamedTuple):
    """A read of a game, and the version that it returned."""

    game: str
    version: int
    invoked: int
    answered: int


class _Step(NamedTuple):
    """A step in version order; a read of a version comes after the command that created it."""

    version: int
    looks: bool
    invoked: int
    answered: int
    what: Written | Looked


def violations(written: Iterable[Written], looked: Iterable[Looked] = ()) -> list[str]:
    """Return the contradictions to an order of single moments that agrees with the versions."""
    games: defaultdict[str, list[_Step]] = defaultdict(list)
    for command in written:
        games[command.game].append(_Step(command.last, False, command.invoked, command.answered, command))
    for look in looked:
        games[look.game].append(_Step(look.version, True, look.invoked, look.answered, look))
    return [found for steps in games.values() for found in (*_shared(steps), *_contradictions(sorted(steps)))]


def _shared(steps: Sequence[_Step]) -> list[str]:
    """Return commands that claim the same versions."""
    commands = [each.what for each in steps if isinstance(each.what, Written)]
    commands.sort(key=lambda command: command.first)
    return [
        f"{after} overlaps {before}" for before, after in pairwise(commands) if after.first <= before.last
    ]


def _contradictions(ordered: Sequence[_Step]) -> list[str]:
    """Return steps answered before a step of an earlier version was requested."""
    found: list[str] = []
    latest: _Step | None = None
    for step in ordered:
        # Reads of the same version may have happened in any order.
        if latest is not None and step.answered < latest.invoked and not _same_look(step, latest):
            found.append(f"{step.what} was answered before {latest.what} was requested")
        if latest is None or step.invoked > latest.invoked:
            latest = step
    return found


def _same_look(one: _Step, other: _Step) -> bool:
    return one.looks and other.looks and one.version == other.version
