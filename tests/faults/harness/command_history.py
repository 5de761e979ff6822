"""Histories of commands and reads, and a check that they are linearizable.

A command takes effect at one moment between its invocation and its answer, and so does a look at a game's
version. The versions say in which order; real time must agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple


class Written(NamedTuple):
    """A command that was acknowledged: its events' versions, and between which nanoseconds it happened."""

    game: str
    command_id: str
    first: int
    last: int
    invoked: int
    answered: int


class Looked(NamedTuple):
    """A look at a game: the version it was said to stand at."""

    game: str
    version: int
    invoked: int
    answered: int


class _Step(NamedTuple):
    """Something in the order of the versions; a look at a version comes after the command that made it."""

    version: int
    looks: bool
    invoked: int
    answered: int
    what: Written | Looked


def violations(written: Iterable[Written], looked: Iterable[Looked] = ()) -> list[str]:
    """Return what contradicts that everything happened at one moment each, in the order of the versions."""
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
    """Return what was answered before something of an earlier version was even asked for."""
    found: list[str] = []
    latest: _Step | None = None
    for step in ordered:
        # Looks at one and the same version may have happened in any order.
        if latest is not None and step.answered < latest.invoked and not _same_look(step, latest):
            found.append(f"{step.what} was answered before {latest.what} was asked for")
        if latest is None or step.invoked > latest.invoked:
            latest = step
    return found


def _same_look(one: _Step, other: _Step) -> bool:
    return one.looks and other.looks and one.version == other.version
