"""Replay of one game for an audit: judges each move again and compares every consequence.

Commands are not stored. The command that led to an event is inferred from the event, and its consequences are
computed again by `settle`. Permissions in the lobby are not judged by today's rules, which change without a
version; only invariants that hold in every log are checked there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from msgspec.structs import replace

from application.audit.lobby_invariants import lobby_fault
from application.audit.recorded_moves import is_recorded, move_to
from application.games.croupier import CroupierState, GameProgress
from domain.clocks import after_move, clock_stopped
from domain.commands import ExpireDeadlines, Move
from domain.events import (
    AbandonVoted,
    ClockStarted,
    ClockStopped,
    CloseReason,
    DeckRevealed,
    DeckShuffled,
    Event,
    GameClosed,
    GameCreated,
    GamePaused,
    GameResumed,
    MachineLevel,
    PlayerId,
    PlayerJoined,
    PlayerLeft,
    SeatAutomated,
    SeatReclaimed,
)
from domain.game import (
    NEW,
    Game,
    NeedsMove,
    Settlement,
    Stage,
    decide,
    evolve,
    has_expired,
    judge,
    settle,
)
from domain.lobby.evolvers import LOBBY_EVOLVERS as LOBBY
from domain.machine.thinking import thinker_version
from domain.machine.thinking.levels import SEARCHING
from domain.rules import NeedsShuffle
from domain.shuffles.shuffle import commitment
from domain.state import BEFORE_START


class AuditedGame:
    """A game as far as an audit has replayed it."""

    def __init__(self, *, machines: bool = False) -> None:
        """Begin before the first event; with `machines`, compute the machine's choices again."""
        self.game: Game = NEW
        self._progress = GameProgress(CroupierState()) if machines else None
        self.unknown_choices = 0
        """Number of the machine's moves that this release cannot compute again."""
        self._due: deque[Event] = deque()
        self._settlement: Settlement | None = ()
        self._at: datetime | None = None
        self._before: Event | None = None
        self._machine_thought = False
        """True if a machine player that searches has moved since the last command."""

    def judge(self, event: Event, at: datetime) -> str | None:
        """Return why the event, recorded then, cannot come next, None if it can; call `apply` afterwards."""
        self._at = at
        if self._due and _is_optional_stop(self._due[0], self._before) and type(event) is not ClockStopped:
            # Logs from before clocks kept what was left of a bank have no such event.
            self._due.popleft()
        if self._due:
            return self._difference(event, self._due.popleft())
        match self._settled():
            case NeedsShuffle(cards=cards):
                return _shuffle_fault(self.game, cards, event)
            case NeedsMove(seat=seat, level=level):
                self._machine_thought = self._machine_thought or level in SEARCHING
                fault = self._judge_move(event, seat, lambda _: clock_stopped(self.game, seat, at))
                return fault or self._choice_fault(event, seat, level)
            case ():
                return self._judge_command(event, at)
            case consequences:
                self._due.extend(consequences)
                return self._difference(event, self._due.popleft())

    def apply(self, event: Event) -> None:
        """Apply the event, even if `judge` found a fault."""
        self.game = evolve(self.game, event)
        if self._progress is not None:
            self._progress.take([event])
        self._before = event
        self._settlement = None

    @property
    def is_settled(self) -> bool:
        """True if no automatic consequence is outstanding, such as the start after the last seed."""
        has_all_seeds = self.game.stage is Stage.WAITING_FOR_SEEDS and not self.game.awaited_seeds
        due = [event for event in self._due if not _is_optional_stop(event, self._before)]
        return not due and not has_all_seeds and self._settled() == ()

    def _settled(self) -> Settlement:
        if self._settlement is None:
            self._settlement = settle(self.game, self._at)
        return self._settlement

    def _difference(self, event: Event, due: Event) -> str | None:
        if self._machine_thought and isinstance(event, ClockStarted) and isinstance(due, ClockStarted):
            # No log tells how long the machine players have thought before the clock started.
            due = replace(due, deadline=max(due.deadline, event.deadline))
        return _difference(event, due)

    def _judge_command(self, event: Event, at: datetime) -> str | None:
        self._machine_thought = False
        if has_expired(self.game, at):
            expected, *others = decide(self.game, ExpireDeadlines(), at)
            if is_recorded(event, expected):
                self._due.extend(others)
                return None
            if self.game.clocks is not None:
                return f"{_name(event)} stands where {_name(expected)} has to follow: a clock has run out"
        if type(event) in LOBBY or self.game.stage in BEFORE_START:
            self._due.extend(_follows(self.game, event, at))
            return lobby_fault(self.game, event, at)
        seat = getattr(event, "seat", None)
        if self.game.stage is not Stage.PLAYING or seat is None or not 0 <= seat < len(self.game.seats):
            return f"no command leads to {_name(event)}"
        if self.game.seats[seat].automated:
            return f"{_name(event)} is by a seat that the machine plays, and it is not to move"
        return self._judge_move(event, seat, lambda move: after_move(self.game, seat, move, at))

    def _judge_move(
        self, event: Event, seat: int, following: Callable[[Move], Iterable[Event]]
    ) -> str | None:
        found = self._move_to(seat, event)
        if found is not None:
            move, decided = found
            self._due.extend((*decided[1:], *following(move)))
            return None
        return f"no legal move of seat {seat} leads to {_name(event)}"

    def _move_to(self, seat: int, event: Event) -> tuple[Move, tuple[Event, ...]] | None:
        return move_to(self.game, seat, event)

    def _choice_fault(self, event: Event, seat: int, level: MachineLevel) -> str | None:
        """Return why an event's move is not the machine's choice, None if it is or is not to be judged."""
        if self._progress is None:
            return None
        chosen_by = None if level is MachineLevel.PUBLISHED else self.game.seats[seat].thinker
        if chosen_by != thinker_version(self.game.variant, self.game.rules_version, level):
            # Another version of the machine player chose otherwise, and this release does not have it.
            self.unknown_choices += 1
            return None
        try:
            expected = judge(self.game, seat, self._progress.choice(seat, level).make())
        except Exception:  # noqa: BLE001 - a legal move replaces the choice of a machine player that fails
            self.unknown_choices += 1
            return None
        if expected and is_recorded(event, expected[0]):
            return None
        return f"the machine at seat {seat} makes another move at the level {level}"


def _follows(game: Game, event: Event, at: datetime) -> Iterator[Event]:
    """Yield the events that belong to the same command as a lobby event."""
    if isinstance(event, GameCreated):
        yield PlayerJoined(seat=0, player=event.organizer)
    elif isinstance(event, PlayerJoined) and event.machine:
        yield SeatAutomated(seat=event.seat)
    elif isinstance(event, SeatAutomated):
        yield from clock_stopped(game, event.seat, at, moved=False)
    elif isinstance(event, SeatReclaimed) and game.is_paused:
        yield GameResumed()
    elif isinstance(event, AbandonVoted) and {*game.votes, event.seat} >= set(game.people_playing):
        yield GameClosed(reason=CloseReason.ABANDONED)
    elif isinstance(event, PlayerLeft) and not _someone_stays(game, event.player):
        yield GameClosed(reason=CloseReason.EVERYONE_LEFT)


def _someone_stays(game: Game, leaving: PlayerId) -> bool:
    return any(not seat.machine and seat.player != leaving for seat in game.seats)


def _shuffle_fault(game: Game, cards: tuple[str, ...], event: Event) -> str | None:
    if not isinstance(event, DeckShuffled):
        return f"{_name(event)} stands where a shuffle has to follow"
    if event.shuffle != game.shuffles:
        return f"shuffle {event.shuffle} stands where shuffle {game.shuffles} has to follow"
    if sorted(event.order) != sorted(cards):
        return f"shuffle {event.shuffle} is not of the cards that were to be shuffled"
    if event.salt is None or commitment(event.order, event.salt) != event.commitment:
        return f"shuffle {event.shuffle} is not what its commitment says"
    return None


def _difference(event: Event, due: Event) -> str | None:
    if is_recorded(event, due):
        return None
    if type(event) is not type(due):
        return f"{_name(event)} stands where {_name(due)} has to follow"
    if isinstance(event, DeckRevealed):
        return f"shuffle {event.shuffle} is not what was committed to"
    # The message omits the values: some are sealed for ever.
    names = [name for name in due.__struct_fields__ if getattr(event, name) != getattr(due, name)]
    return f"{_name(event)} is not what has to follow: {', '.join(names)}"


def _is_optional_stop(event: Event, before: Event | None) -> bool:
    """Return whether an event is the stop of a clock that a handed-over seat or a pause has ended."""
    return isinstance(event, ClockStopped) and isinstance(before, SeatAutomated | GamePaused)


def _name(event: Event) -> str:
    return type(event).__name__
