"""Audit of a log: no event is missing, every event decodes, and every game follows its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator

from msgspec import Struct, field

from application.audit.game_audit import AuditedGame
from application.codec import CorruptEvent, GameId, Position, RecordedEvent, Version
from application.store.port import Store
from domain.state import Stage

BATCH = 1_000


class Finding(Struct, frozen=True, kw_only=True):
    """A fault found in a log."""

    position: Position
    what: str
    game: GameId | None = None
    """The game; None for a missing position, a gap in a game's versions or an event that does not decode."""
    version: Version | None = None
    """The event's version in its game."""


class _GameAudit(Struct):
    """Audit state of one game."""

    version: Version = 0
    replayed: AuditedGame | None = field(default_factory=AuditedGame)
    """The replayed game; None once an event could not be decoded or applied."""
    sound: bool = True
    """Whether the game is still judged: after a first fault, later events would be reported too."""


class Audit:
    """One pass over a log; `findings` and the counts grow as it proceeds."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[GameId, _GameAudit] = {}
        self.position: Position = 0
        self.findings: list[Finding] = []
        self.topics: Counter[str] = Counter()
        self.stages: Counter[Stage] = Counter()

    async def steps(self) -> AsyncIterator[Position]:
        """Audit the log up to its current end, yielding the position after each batch."""
        head = await self._store.head()
        while self.position < head:
            await self._next_batch(min(BATCH, head - self.position))
            yield self.position
        self._finish()

    async def _next_batch(self, limit: int) -> None:
        try:
            batch = await self._store.select(self.position, limit)
        except CorruptEvent as error:
            if limit == 1:
                self._corrupt(error)
            else:
                # Halve the batch until the event that does not decode is alone in it.
                await self._next_batch(limit // 2)
            return
        for recorded in batch:
            self._look_at(recorded)
        if not batch:
            self._find(self.position + 1, "there is no event at this position")
            self.position += limit

    def _look_at(self, recorded: RecordedEvent) -> None:
        if recorded.position != self.position + 1:
            self._find(self.position + 1, "there is no event at this position")
        self.position = recorded.position
        self.topics[type(recorded.event).__name__] += 1
        course = self._course(recorded.game, recorded.version, recorded.position)
        if course.replayed is None:
            return
        try:
            if course.sound:
                self._judge(course, course.replayed, recorded)
            course.replayed.remember(recorded.event)
            if course.sound and recorded.last == recorded.version and not course.replayed.is_settled:
                self._find_in(course, recorded, "the commit ends before what has to follow")
        except Exception as error:  # noqa: BLE001 - that it fails, in whatever way, is what is looked for
            if course.sound:
                self._find_in(course, recorded, f"the game {recorded.game} does not replay: {error!r}")
            course.replayed = None

    def _judge(self, course: _GameAudit, replayed: AuditedGame, recorded: RecordedEvent) -> None:
        fault = replayed.judge(recorded.event)
        if fault is not None:
            self._find_in(course, recorded, fault)

    def _find_in(self, course: _GameAudit, recorded: RecordedEvent, what: str) -> None:
        course.sound = False
        found = Finding(position=recorded.position, what=what, game=recorded.game, version=recorded.version)
        self.findings.append(found)

    def _course(self, game: GameId, version: Version, position: Position) -> _GameAudit:
        course = self._games.setdefault(game, _GameAudit())
        if version != course.version + 1:
            self._find(position, f"version {version} of game {game} follows version {course.version}")
            course.sound = False
        course.version = version
        return course

    def _corrupt(self, error: CorruptEvent) -> None:
        self.position += 1
        self._find(self.position, str(error))
        self._course(error.game, error.version, self.position).replayed = None

    def _find(self, position: Position, what: str) -> None:
        self.findings.append(Finding(position=position, what=what))

    def _finish(self) -> None:
        for game_id, course in self._games.items():
            if course.replayed is None:
                continue
            self.stages[course.replayed.game.stage] += 1
            if course.sound and not course.replayed.is_settled:
                found = Finding(
                    position=self.position,
                    what=f"the game {game_id} waits for the server",
                    game=game_id,
                    version=course.version,
                )
                self.findings.append(found)
