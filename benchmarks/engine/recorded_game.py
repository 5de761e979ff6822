"""Machine games with each step of the croupier's loop recorded, to measure functions separately."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final

from msgspec import Struct

from application.games.croupier import CroupierState, GameProgress, seeded_entropy
from application.games.simulation import Setup
from benchmarks.timing import cpu_seconds
from domain.commands import Command, Move
from domain.events import Event
from domain.game import Game, NeedsMove, create, decide, evolve, judge, settle, shuffle
from domain.machine import player_of
from domain.rules import NOTHING, NeedsShuffle
from domain.shuffles.shuffle import ENTROPY_BYTES, SECRET_BYTES
from domain.visibility import redact

_MOMENT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The time at which commands are received; none of them depends on it."""
VIEWER = 0
"""The seat for which events are redacted; the croupier redacts for every seat."""


class Step(Struct, frozen=True, kw_only=True):
    """A step of the croupier's loop: a command, its events, and the game before and after."""

    before: Game
    command: Command | None = None
    """The command or move; None for an automatic consequence."""
    seat: int | None = None
    """The seat for which the machine player chose the move."""
    events: tuple[Event, ...]
    after: Game


def record(setup: Setup, seed: str) -> tuple[Step, ...]:
    """Play a game like the croupier, with the same entropy, and record each step."""
    entropy = seeded_entropy(seed)
    course = GameProgress(CroupierState())
    steps: list[Step] = []

    def take(events: tuple[Event, ...], command: Command | None = None, seat: int | None = None) -> None:
        before = course.game
        course.take(events)
        steps.append(Step(before=before, command=command, seat=seat, events=events, after=course.game))

    suggest = player_of(setup.variant)
    take(create(setup.creation, entropy(SECRET_BYTES).hex()))
    for command in setup.commands:
        take(decide(course.game, command, _MOMENT), command)
        while (due := settle(course.game)) != NOTHING:
            match due:
                case NeedsShuffle():
                    take((shuffle(course.game, due, entropy(ENTROPY_BYTES)),))
                case NeedsMove(seat=seat):
                    move = suggest(course.view(seat).game, seat)
                    take(judge(course.game, seat, move), move, seat)
                case _:
                    take(due)
    return tuple(steps)


def events_of(steps: tuple[Step, ...]) -> tuple[Event, ...]:
    """Return the log of a recorded game."""
    return tuple(event for step in steps for event in step.events)


def cpu_by_function(steps: tuple[Step, ...]) -> dict[str, float]:
    """Return the CPU seconds of each function over the whole game, on the recorded states."""
    commands = [(step.before, step.command) for step in steps if step.command and step.seat is None]
    moves = [
        (step.before, step.seat, step.command)
        for step in steps
        if step.seat is not None and isinstance(step.command, Move)
    ]
    settled = [step.after for step in steps]
    events = events_of(steps)

    def decide_all() -> None:
        for game, command in commands:
            decide(game, command, _MOMENT)
        for game, seat, move in moves:
            judge(game, seat, move)

    def settle_all() -> None:
        for game in settled:
            settle(game)

    def evolve_all() -> None:
        game = steps[0].before
        for event in events:
            game = evolve(game, event)

    def redact_all() -> None:
        # Without reveals, as when the events happen.
        for event in events:
            redact(event, VIEWER)

    parts: dict[str, Callable[[], None]] = {
        "decide": decide_all,
        "settle": settle_all,
        "evolve": evolve_all,
        "redact": redact_all,
    }
    return {name: cpu_seconds(part) for name, part in parts.items()}


class Quarters(Struct, frozen=True, kw_only=True):
    """CPU seconds and events of the first and the last quarter of a game's moves."""

    first: tuple[float, int]
    last: tuple[float, int]


def quarters(steps: tuple[Step, ...]) -> Quarters:
    """Replay a recorded game and measure its write path in the first and the last quarter.

    The write path is decide, settle, evolve and the views of the seats. Moves and shuffles are recorded, so
    machine players and shuffling are not included.
    """
    # Start at the first move: in a short game the first deal would dominate the first quarter.
    started = next(number for number, step in enumerate(steps) if step.seat is not None)
    course = GameProgress(CroupierState())
    course.take(events_of(steps[:started]))
    course.known()
    length = len(events_of(steps[started:]))
    parts: tuple[list[Step], list[Step], list[Step]] = ([], [], [])
    passed = 0
    for step in steps[started:]:
        parts[0 if 4 * passed < length else 1 if 4 * passed < 3 * length else 2].append(step)
        passed += len(step.events)
    first, _, last = (
        (cpu_seconds(partial(_write, course, part)), len(events_of(tuple(part)))) for part in parts
    )
    return Quarters(first=first, last=last)


def _write(course: GameProgress, steps: list[Step]) -> None:
    for step in steps:
        if step.seat is not None and isinstance(step.command, Move):
            course.view(step.seat)
            judge(course.game, step.seat, step.command)
        elif step.command is not None:
            decide(course.game, step.command, _MOMENT)
        course.take(step.events)
        settle(course.game)
    course.known()
