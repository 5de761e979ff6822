"""What an event costs in automated games, function by function, and whether a game's length adds to it."""

from __future__ import annotations

from statistics import median
from time import process_time

from msgspec import Struct

from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import Setup
from benchmarks.recording import Step, events_of, quarters, record, split
from domain.events import Event

SEATS = 4
EVENTS_IN_A_TURN = 6_000
LONGEST = 4
"""One in so many games of a turn, the longest, shows whether length costs."""


class Costs(Struct, frozen=True, kw_only=True):
    """What automated games of a variant cost: medians over the turns."""

    games_per_second: float
    events_per_game: float
    per_event: float
    """CPU seconds for an event, with all that comes with it."""
    parts: dict[str, float]
    """CPU seconds for an event in each function."""
    first_quarter: float
    last_quarter: float
    """CPU seconds for an event on the write path in that quarter of the longest games."""

    @property
    def rest(self) -> float:
        """What no measured function takes: the other seats' views, thinking, shuffling."""
        return self.per_event - sum(self.parts.values())

    @property
    def growth(self) -> float:
        """How many times more an event costs at the end of a long game than at its beginning."""
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
    """What the games of one turn took."""

    games: int
    events: int
    seconds: float
    parts: dict[str, float]
    first_quarter: float
    last_quarter: float


def costs(variant: str, *, turns: int) -> Costs:
    """Measure a variant in so many turns."""
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
    # Game by game, so that what is measured apart lies as close at hand as when the game is played.
    while events < EVENTS_IN_A_TURN:
        seed = f"{setup.variant}-{turn}-{len(recordings)}"
        steps = record(setup, seed)
        begun = process_time()
        log = play(setup, seed)
        seconds += process_time() - begun
        if log != events_of(steps):
            raise RuntimeError(f"game {seed} was not recorded as the croupier plays it")
        parts = {name: parts.get(name, 0.0) + part for name, part in split(steps).items()}
        events += len(log)
        recordings.append(steps)
    recordings.sort(key=lambda steps: len(events_of(steps)), reverse=True)
    ends = [quarters(steps) for steps in recordings[: max(len(recordings) // LONGEST, 1)]]
    return Turn(
        games=len(recordings),
        events=events,
        seconds=seconds,
        parts=parts,
        first_quarter=sum(end.first[0] for end in ends) / sum(end.first[1] for end in ends),
        last_quarter=sum(end.last[0] for end in ends) / sum(end.last[1] for end in ends),
    )
