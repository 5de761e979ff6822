"""Audits a log: that nothing is missing, everything can be read, and every game replays."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator

from msgspec import Struct

from application.recorded import CorruptEvent, GameId, Position, Recorded, Version
from application.store import Store
from domain.events import DeckRevealed, DeckShuffled
from domain.game import NEW, Game, Stage, evolve, settle
from domain.shuffle import opens

BATCH = 1_000


class Finding(Struct, frozen=True, kw_only=True):
    """Something that must not be in a log."""

    position: Position
    what: str


class _Course(Struct):
    """What an audit remembers of a game."""

    version: Version = 0
    game: Game | None = NEW
    """None once an event of the game could not be read or remembered."""


class Audit:
    """Goes through a log once; `findings` and the counts grow as it goes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[GameId, _Course] = {}
        self.position: Position = 0
        self.findings: list[Finding] = []
        self.topics: Counter[str] = Counter()
        self.stages: Counter[Stage] = Counter()

    async def steps(self) -> AsyncIterator[Position]:
        """Audit the log up to where it ends now, yielding the position after each batch."""
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
                # Half as many at a time, until what cannot be read stands alone.
                await self._next_batch(limit // 2)
            return
        for recorded in batch:
            self._look_at(recorded)
        if not batch:
            self._find(self.position + 1, "there is no event at this position")
            self.position += limit

    def _look_at(self, recorded: Recorded) -> None:
        if recorded.position != self.position + 1:
            self._find(self.position + 1, "there is no event at this position")
        self.position = recorded.position
        self.topics[type(recorded.event).__name__] += 1
        course = self._course(recorded.game, recorded.version, recorded.position)
        if course.game is None:
            return
        event = recorded.event
        if isinstance(event, DeckRevealed) and not self._opens(course.game, event):
            self._find(recorded.position, f"shuffle {event.shuffle} is not what was committed to")
        try:
            course.game = evolve(course.game, event)
        except Exception as error:  # noqa: BLE001 - that it fails, in whatever way, is what is looked for
            self._find(recorded.position, f"the game {recorded.game} does not replay: {error!r}")
            course.game = None

    def _opens(self, game: Game, event: DeckRevealed) -> bool:
        committed: list[DeckShuffled] = [each for each in game.sealed if each.shuffle == event.shuffle]
        return len(committed) == 1 and opens(event, committed[0])

    def _course(self, game: GameId, version: Version, position: Position) -> _Course:
        course = self._games.setdefault(game, _Course())
        if version != course.version + 1:
            self._find(position, f"version {version} of game {game} follows version {course.version}")
        course.version = version
        return course

    def _corrupt(self, error: CorruptEvent) -> None:
        self.position += 1
        self._find(self.position, str(error))
        self._course(error.game, error.version, self.position).game = None

    def _find(self, position: Position, what: str) -> None:
        self.findings.append(Finding(position=position, what=what))

    def _finish(self) -> None:
        for game_id, course in self._games.items():
            if course.game is None:
                continue
            self.stages[course.game.stage] += 1
            if settle(course.game) != ():
                self._find(self.position, f"the game {game_id} waits for the server")
