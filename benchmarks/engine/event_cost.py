"""Cost of an event in machine games, by function and by the length of the game."""

from __future__ import annotations

from statistics import median
from time import process_time

from msgspec import Struct

from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import Setup
from benchmarks.engine.recorded_game import Step, cpu_by_function, events_of, quarters, record
from domain.events import Event

SEATS = 4
EVENTS_PER_TURN = 6_000
LONGEST_PART = 4
"""Growth is measured on the longest games: this part of a turn's games."""


class Costs(Struct, frozen=True, kw_only=True):
    """Cost of machine games of a variant, as medians over the turns."""

    games_per_second: float
    events_per_game: float
    per_event: float
    """CPU seconds per event in total."""
    parts: dict[str, float]
    """CPU seconds per event in each function."""
    first_quarter: float
    last_quarter: float
    """CPU seconds per event on the write path in that quarter of the longest games."""

    @property
    def rest(self) -> float:
        """CPU seconds outside the measured functions: views of other seats, machine players, shuffling."""
        return self.per_event - sum(self.parts.values())

    @property
    def growth(self) -> float:
        """The cost of an event at the end of a long game, relative to its beginning."""
        return self.last_quarter / self.first_quarter


def play(setup: Setup, seed: str) -> tuple[Event, ...]:
    """Play one game through the croupier and return its events."""
    croupier = Croupier(seeded_entropy(seed))
    known, events = croupier.create(setup.creation)
    for command in setup.commands:
        known, more = croupier.carry_out(known, command)
        events += more
    return events


class Turn(Struct, frozen=True, kw_only=True):
    """Measurements of the games of one turn."""

    games: int
    events: int
    seconds: float
    parts: dict[str, float]
    first_quarter: float
    last_quarter: float


def costs(variant: str, *, turns: int) -> Costs:
    """Measure a variant."""
    setup = Setup(variant=variant, seats=SEATS).checked()
    played = [_turn(setup, turn) for turn in range(turns)]
    return Costs(
        games_per_second=median(turn.games / turn.seconds for turn in played),
        events_per_game=sum(turn.events for turn in played) / sum(turn.games for turn in played),
        per_event=median(turn.seconds / turn.events for turn in played),
        parts={name: median(turn.parts[name] / turn.events for turn in played) for name in played[0].parts},
        first_quarter=median(turn.first_quarter for turn in played),
        last_quarter=median(turn.last_quarter for turn in played),
    )


def _turn(setup: Setup, turn: int) -> Turn:
    recordings: list[tuple[Step, ...]] = []
    seconds, events, parts = 0.0, 0, dict[str, float]()
    # Measure game by game, so that its data is as warm in the caches as when the game is played.
    while events < EVENTS_PER_TURN:
        seed = f"{setup.variant}-{turn}-{len(recordings)}"
        steps = record(setup, seed)
        start = process_time()
        log = play(setup, seed)
        seconds += process_time() - start
        if log != events_of(steps):
            raise RuntimeError(f"the recording of game {seed} differs from the croupier's game")
        parts = {name: parts.get(name, 0.0) + part for name, part in cpu_by_function(steps).items()}
        events += len(log)
        recordings.append(steps)
    recordings.sort(key=lambda steps: len(events_of(steps)), reverse=True)
    ends = [quarters(steps) for steps in recordings[: max(len(recordings) // LONGEST_PART, 1)]]
    return Turn(
        games=len(recordings),
        events=events,
        seconds=seconds,
        parts=parts,
        first_quarter=sum(end.first[0] for end in ends) / sum(end.first[1] for end in ends),
        last_quarter=sum(end.last[0] for end in ends) / sum(end.last[1] for end in ends),
    )
