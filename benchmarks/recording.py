"""Automated games with every step of the croupier's loop kept, to be measured apart or gone through again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from application.games.croupier import GameProgress, CroupierState, seeded_entropy
from application.games.simulation import Setup
from benchmarks.measure import cpu
from domain.commands import Command, Move
from domain.events import Event
from domain.game import Game, NeedsMove, create, decide, evolve, judge, settle, shuffle
from domain.machine import player_of
from domain.rules import NOTHING, NeedsShuffle
from domain.shuffle import ENTROPY_BYTES, SECRET_BYTES
from domain.visibility import redact

VIEWER = 0
"""The seat for which events are redacted; the croupier does it for each."""


class Step(Struct, frozen=True, kw_only=True):
    """One turn of the croupier's loop: its events, what they answer, and the game around them."""

    before: Game
    command: Command | None = None
    """The command or move that was judged; None for what followed by itself."""
    seat: int | None = None
    """The seat for which the machine chose the move."""
    events: tuple[Event, ...]
    after: Game


def record(setup: Setup, seed: str) -> tuple[Step, ...]:
    """Play a game as the croupier does, from the same entropy, and keep each step."""
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
        take(decide(course.game, command), command)
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


def split(steps: tuple[Step, ...]) -> dict[str, float]:
    """Return the CPU seconds that each function takes over the whole game, on the states that it met."""
    commands = [(step.before, step.command) for step in steps if step.command and step.seat is None]
    moves = [
        (step.before, step.seat, step.command)
        for step in steps
        if step.seat is not None and isinstance(step.command, Move)
    ]
    settled = [step.after for step in steps]
    events = events_of(steps)

    def decided() -> None:
        for game, command in commands:
            decide(game, command)
        for game, seat, move in moves:
            judge(game, seat, move)

    def settles() -> None:
        for game in settled:
            settle(game)

    def evolved() -> None:
        game = steps[0].before
        for event in events:
            game = evolve(game, event)

    def redacted() -> None:
        # As the seat meets them: what is private comes before the reveal that opens it.
        for event in events:
            redact(event, VIEWER)

    parts: dict[str, Callable[[], None]] = {
        "decide": decided,
        "settle": settles,
        "evolve": evolved,
        "redact": redacted,
    }
    return {name: cpu(part) for name, part in parts.items()}


class Quarters(Struct, frozen=True, kw_only=True):
    """CPU seconds and events of the first and the last quarter of a game's moves."""

    first: tuple[float, int]
    last: tuple[float, int]


def quarters(steps: tuple[Step, ...]) -> Quarters:
    """Go through a recorded game again and measure its write path at its beginning and at its end.

    That is decide, settle, evolve and the seats' own views; the moves and shuffles are the recorded ones,
    so neither thinking nor chance is in it.
    """
    # From the first move on: in a short game the first deal would make up much of the first quarter.
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
    first, _, last = ((cpu(partial(_write, course, part)), len(events_of(tuple(part)))) for part in parts)
    return Quarters(first=first, last=last)


def _write(course: GameProgress, steps: list[Step]) -> None:
    for step in steps:
        if step.seat is not None and isinstance(step.command, Move):
            course.view(step.seat)
            judge(course.game, step.seat, step.command)
        elif step.command is not None:
            decide(course.game, step.command)
        course.take(step.events)
        settle(course.game)
    course.known()
