"""Replay of one game for an audit: judges each move again and compares every consequence.

Commands are not stored. The command that led to an event is inferred from the event, and its consequences are
computed again by `settle`. Permissions in the lobby are not judged by today's rules, which change without a
version; only invariants that hold in every log are checked there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields, replace

from application.audit.lobby_invariants import lobby_fault
from domain.clocks import after_move, clock_stopped
from domain.commands import ExpireDeadlines, Move
from domain.events import (
    AbandonVoted,
    ClockStopped,
    CloseReason,
    DeckRevealed,
    DeckShuffled,
    Event,
    GameClosed,
    GameCreated,
    GamePaused,
    GameResumed,
    GameStarted,
    PlayerId,
    PlayerJoined,
    PlayerLeft,
    SeatAutomated,
    SeatReclaimed,
    SeatsClosed,
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
    legal,
    settle,
)
from domain.lobby.evolvers import LOBBY_EVOLVERS as LOBBY
from domain.refusals import MoveRefusal
from domain.rules import NeedsShuffle
from domain.shuffles.shuffle import commitment
from domain.state import BEFORE_START


class AuditedGame:
    """A game as far as an audit has replayed it."""

    def __init__(self) -> None:
        self.game: Game = NEW
        self._due: deque[Event] = deque()
        self._settlement: Settlement | None = ()
        self._at: datetime | None = None
        self._before: Event | None = None

    def judge(self, event: Event, at: datetime) -> str | None:
        """Return why the event, recorded then, cannot come next, None if it can; call `apply` afterwards."""
        self._at = at
        if self._due and _is_optional_stop(self._due[0], self._before) and type(event) is not ClockStopped:
            # Logs from before clocks kept what was left of a bank have no such event.
            self._due.popleft()
        if self._due:
            return _difference(event, self._due.popleft())
        match self._settled():
            case NeedsShuffle(cards=cards):
                return _shuffle_fault(self.game, cards, event)
            case NeedsMove(seat=seat):
                return self._judge_move(event, seat, lambda _: clock_stopped(self.game, seat, at))
            case ():
                return self._judge_command(event, at)
            case consequences:
                self._due.extend(consequences)
                return _difference(event, self._due.popleft())

    def apply(self, event: Event) -> None:
        """Apply the event, even if `judge` found a fault."""
        self.game = evolve(self.game, event)
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

    def _judge_command(self, event: Event, at: datetime) -> str | None:
        if has_expired(self.game, at):
            expected, *others = decide(self.game, ExpireDeadlines(), at)
            if _is(event, expected):
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
        for move in _moves_to(self.game, seat, event):
            try:
                decided = judge(self.game, seat, move)
            except MoveRefusal:
                continue
            if decided and _is(event, decided[0]):
                self._due.extend((*decided[1:], *following(move)))
                return None
        return f"no legal move of seat {seat} leads to {_name(event)}"


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


def _moves_to(game: Game, seat: int, event: Event) -> Iterator[Move]:
    """Yield the moves that may have led to an event, first those built from the event's own fields."""
    by = game.seats[seat].player
    said = {name: getattr(event, name) for name in event.__struct_fields__}
    for move in game.rules.moves:
        own = [name for name in move.__struct_fields__ if name != "by"]
        if said.keys() >= set(own):
            yield move(by=by, **{name: said[name] for name in own})
    for offer in legal(game, seat):
        yield from offer.moves(by)


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
    if _is(event, due):
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


def _is(event: Event, due: Event) -> bool:
    """Return whether an event equals the expected one, also in the form that an earlier server stored."""
    if isinstance(event, GameStarted) and isinstance(due, GameStarted):
        # The identity provider of the time vouched for players, which no log can tell.
        due = replace(due, vouched=event.vouched)
    elif isinstance(event, SeatsClosed) and isinstance(due, SeatsClosed):
        # The wait for seeds is a setting of the server.
        due = replace(due, until=event.until)
    if event == due:
        return True
    if type(event) is not type(due) or not due.__struct_config__.omit_defaults:
        return False
    # In events stored before a field was added, the field holds its default.
    later = {field.name: field.default for field in fields(due) if _holds_default(event, field)}
    return event == replace(due, **later)


def _holds_default(event: Event, field: FieldInfo) -> bool:
    return field.default is not NODEFAULT and getattr(event, field.name) == field.default


def _name(event: Event) -> str:
    return type(event).__name__
