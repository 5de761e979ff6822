"""Audit of a log: no event is missing, every event decodes, and every game follows its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence

from msgspec import Struct

from application.audit.game_audit import AuditedGame
from application.audit.tree_audit import TreeAudit
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

    replayed: AuditedGame | None
    """The replayed game; None once an event could not be decoded or applied."""
    version: Version = 0
    sound: bool = True
    """True if the game is still judged: after a first fault, later events would be reported too."""


class Audit:
    """One pass over a log; `findings` and the counts grow as it proceeds."""

    def __init__(self, store: Store, *, machines: bool = False, tree: TreeAudit | None = None) -> None:
        """Begin before the first event; with `machines`, compute the machine's choices again.

        `tree` is given all events up to the first that is missing or does not decode.
        """
        self._store = store
        self._tree = tree
        self._machines = machines
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
        await self._add_to_tree(batch)
        for recorded in batch:
            self._audit_event(recorded)
        if not batch:
            self._find(self.position + 1, "there is no event at this position")
            self.position += limit

    async def _add_to_tree(self, batch: Sequence[RecordedEvent]) -> None:
        if self._tree is None or not batch:
            return
        first, last = self._tree.size + 1, self._tree.size + len(batch)
        if (batch[0].position, batch[-1].position) != (first, last):
            return
        try:
            self._tree.add(batch, await self._store.stored_slice(first - 1, last))
        except CorruptEvent as error:
            self._find(first, f"the tree of the log ends before this position: {error}")
            self._tree = None

    def _audit_event(self, recorded: RecordedEvent) -> None:
        if recorded.position != self.position + 1:
            self._find(self.position + 1, "there is no event at this position")
        self.position = recorded.position
        self.topics[type(recorded.event).__name__] += 1
        audited = self._next_event_of(recorded.game, recorded.version, recorded.position)
        if audited.replayed is None:
            return
        try:
            if audited.sound:
                self._judge(audited, audited.replayed, recorded)
            audited.replayed.apply(recorded.event)
            if audited.sound and recorded.last == recorded.version and not audited.replayed.is_settled:
                self._find_in(audited, recorded, "the commit ends before what has to follow")
        except Exception as error:  # noqa: BLE001 - that it fails, in whatever way, is what is looked for
            if audited.sound:
                self._find_in(audited, recorded, f"the game {recorded.game} does not replay: {error!r}")
            audited.replayed = None

    def _judge(self, audited: _GameAudit, replayed: AuditedGame, recorded: RecordedEvent) -> None:
        fault = replayed.judge(recorded.event, recorded.at)
        if fault is not None:
            self._find_in(audited, recorded, fault)

    def _find_in(self, audited: _GameAudit, recorded: RecordedEvent, what: str) -> None:
        audited.sound = False
        found = Finding(position=recorded.position, what=what, game=recorded.game, version=recorded.version)
        self.findings.append(found)

    def _next_event_of(self, game: GameId, version: Version, position: Position) -> _GameAudit:
        audited = self._games.get(game)
        if audited is None:
            audited = self._games[game] = _GameAudit(AuditedGame(machines=self._machines))
        if version != audited.version + 1:
            self._find(position, f"version {version} of game {game} follows version {audited.version}")
            audited.sound = False
        audited.version = version
        return audited

    def _corrupt(self, error: CorruptEvent) -> None:
        self.position += 1
        self._find(self.position, str(error))
        self._next_event_of(error.game, error.version, self.position).replayed = None

    def _find(self, position: Position, what: str) -> None:
        self.findings.append(Finding(position=position, what=what))

    @property
    def unknown_choices(self) -> int:
        """Number of the machine's moves that this release cannot compute again."""
        replayed = (audited.replayed for audited in self._games.values())
        return sum(each.unknown_choices for each in replayed if each is not None)

    def _finish(self) -> None:
        for game_id, audited in self._games.items():
            if audited.replayed is None:
                continue
            self.stages[audited.replayed.game.stage] += 1
            if audited.sound and not audited.replayed.is_settled:
                found = Finding(
                    position=self.position,
                    what=f"the game {game_id} waits for the server",
                    game=game_id,
                    version=audited.version,
                )
                self.findings.append(found)
