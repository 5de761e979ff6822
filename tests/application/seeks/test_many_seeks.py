"""2,000 seeks in two processes on PostgreSQL: nobody waits while a table could form, nobody sits twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence

import msgspec
import pytest

from application.seeks.seek import SECOND, Seek
from domain.game import fold
from domain.state import Stage
from tests.api.harness.server_processes import ROOT, environment
from tests.application.seeks.processes import opened_store
from tests.application.seeks.seeking_crowd import Crowd, Sought

SEEKS = 2_000
COMING = 25.0
"""Seconds over which the players come."""
PATIENCE = 2 * SECOND
"""The longest wait while a table could form, in microseconds: one second, and one for a busy machine."""
STEP = SECOND // 10
STARTING = 5 * SECOND
"""The time in which a table starts, with that for a commitment of its organizer."""


@pytest.mark.timeout(120)
async def test_nobody_waits_while_a_table_could_form_and_nobody_sits_twice(postgres_url: str) -> None:
    crowds = [Crowd(postgres_url, name, SEEKS // 2, COMING) for name in ("here", "there")]
    sought = await asyncio.to_thread(seeks_of, crowds)
    assert len(sought) == SEEKS
    matched = [each for each in sought if each.match is not None]
    assert len(matched) > SEEKS // 2
    assert [set(waiting) for waiting in waiting_sets(sought) if could_form(waiting)] == []
    for each in sought:
        due = each.seek.machines_after
        if due is not None and each.match is not None:
            assert each.match.formed <= each.seek.opened + due * SECOND + PATIENCE
    # Both processes bring players to one table, and they are told soon.
    assert any(
        len({player.partition("-")[0] for player in each.match.players}) == 2
        for each in matched
        if each.match
    )
    games = {each.match.game: each.match for each in matched if each.match is not None}
    last = max(match.formed for match in games.values())
    async with opened_store(postgres_url) as store:
        seated: list[str] = []
        for match in games.values():
            game = fold(each.event for each in await store.read(match.game))
            people = [seat.player for seat in game.seats if not seat.machine]
            seated += people
            if game.stage is Stage.WAITING_FOR_PLAYERS and match.formed > last - STARTING:
                # The crowds went home while the table was about to start.
                continue
            assert game.stage is not Stage.CLOSED
            assert (len(game.seats), sorted(people)) == (match.size, sorted(match.players))
    assert len(seated) == len(set(seated))


def seeks_of(crowds: Sequence[Crowd]) -> list[Sought]:
    """Let the crowds seek, each in a process of its own, and return all of their seeks."""
    program = [sys.executable, "-m", "tests.application.seeks.seeking_crowd"]
    started = [
        subprocess.Popen(
            [*program, msgspec.json.encode(crowd)], stdout=subprocess.PIPE, cwd=ROOT, env=environment()
        )
        for crowd in crowds
    ]
    results = [each.communicate(timeout=90)[0] for each in started]
    assert [each.returncode for each in started] == [0] * len(started)
    return [sought for result in results for sought in msgspec.json.decode(result, type=list[Sought])]


def waiting_sets(sought: Iterable[Sought]) -> Iterator[list[tuple[Seek, int | None]]]:
    """Yield, for each moment, the seeks that wait since PATIENCE, each with its reach at that time."""
    every = list(sought)
    begin, end = min(each.seek.opened for each in every), max(each.seek.opened for each in every)
    for moment in range(begin + PATIENCE, end + PATIENCE + STEP, STEP):
        yield [
            (each.seek, each.seek.tolerance(moment - PATIENCE))
            for each in every
            if each.seek.opened <= moment - PATIENCE and (each.match is None or each.match.formed > moment)
        ]


def could_form(waiting: Sequence[tuple[Seek, int | None]]) -> bool:
    """Return whether some of the seeks fit at one table, by a search through the sets that fit."""
    for size in range(2, 6):
        fitting = [each for each in waiting if each[0].least <= size <= each[0].most]
        near = [[other for other in fitting[at + 1 :] if fit(one, other)] for at, one in enumerate(fitting)]
        if any(_extended([one], others, size) for one, others in zip(fitting, near, strict=True)):
            return True
    return False


def _extended(table: list[tuple[Seek, int | None]], others: list[tuple[Seek, int | None]], size: int) -> bool:
    if len(table) == size:
        return True
    return any(
        _extended([*table, other], [each for each in others[at + 1 :] if fit(other, each)], size)
        for at, other in enumerate(others)
    )


def fit(one: tuple[Seek, int | None], other: tuple[Seek, int | None]) -> bool:
    """Return whether two seeks may meet."""
    (first, reach), (second, other_reach) = one, other
    distance = abs(first.rating - second.rating)
    return (
        first.player != second.player
        and (first.variant, first.options) == (second.variant, second.options)
        and (reach is None or distance <= reach)
        and (other_reach is None or distance <= other_reach)
    )
