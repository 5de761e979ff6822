"""Clocks of players run from the end of the machine's thinking, and audits know that."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Final
from uuid import uuid4

import pytest
from msgspec.structs import replace

from application.audit.game_audit import AuditedGame
from application.codec import RecordedEvent
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.memory import MemoryStore
from application.thinking.machine_choice import MachineChoice, MadeChoice
from domain import commands as c
from domain.events import ClockStarted, MachineLevel, OptionValue
from domain.machine import player_of
from domain.options import ClockKind

VARIANT: Final = "president"
MOVE: Final = timedelta(seconds=10)
THOUGHT: Final = timedelta(seconds=0.05)
"""The least time that the machine players of a command think."""


class SlowThinkers:
    """Thinks for some time before each choice."""

    async def think(self, choice: MachineChoice) -> MadeChoice:
        # The event loop may wake up a little early.
        await asyncio.sleep(1.1 * THOUGHT.total_seconds())
        return choice.make


async def played(level: MachineLevel) -> list[RecordedEvent]:
    """Return the events of a game with a clock, after a move of a person and those of machine players."""
    store, game = MemoryStore(), uuid4()
    games = CommandHandler(store, Croupier(seeded_entropy(5), thinkers=SlowThinkers()))
    options: dict[str, OptionValue] = {"clock": ClockKind.PER_MOVE, "move_seconds": int(MOVE.total_seconds())}
    await games.create(c.CreateGame(by="ann", variant=VARIANT, options=options), game=game)
    await games.carry_out(game, c.FillSeats(by="ann", count=3, level=level))
    outcome = await games.carry_out(game, c.StartGame(by="ann"))
    await games.carry_out(game, player_of(VARIANT)(outcome.view.game, 0))
    return list(await store.read(game))


def faults(recorded: list[RecordedEvent]) -> list[str]:
    replayed, found = AuditedGame(), []
    for each in recorded:
        if (fault := replayed.judge(each.event, each.at)) is not None:
            found.append(fault)
        replayed.apply(each.event)
    return found


async def test_clock_starts_when_the_machine_players_have_thought() -> None:
    recorded = await played(MachineLevel.SKILLED)
    last = recorded[-1]
    assert isinstance(last.event, ClockStarted)
    assert last.event.deadline - last.at >= MOVE + THOUGHT
    assert faults(recorded) == []


async def test_clock_after_moves_without_thinking_starts_with_the_command() -> None:
    recorded = await played(MachineLevel.PUBLISHED)
    last = recorded[-1]
    assert isinstance(last.event, ClockStarted)
    assert last.event.deadline - last.at == MOVE
    assert faults(recorded) == []


@pytest.mark.parametrize(
    ("level", "change"),
    [(MachineLevel.SKILLED, timedelta(seconds=-5)), (MachineLevel.PUBLISHED, timedelta(seconds=5))],
)
async def test_audit_finds_time_that_no_thinking_explains(level: MachineLevel, change: timedelta) -> None:
    *recorded, last = await played(level)
    assert isinstance(last.event, ClockStarted)
    altered = replace(last.event, deadline=last.event.deadline + change)
    assert faults([*recorded, replace(last, event=altered)]) == [
        "ClockStarted is not what has to follow: deadline"
    ]
