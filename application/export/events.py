"""Export of the log's events, redacted for spectators or for the operator of the server.

Redaction for a spectator takes all reveals into account that a game has had so far, wherever in the log they
are. The facts of a game that this requires are looked up when the game first appears on a page, and cached
for some thousand games, so that neither long logs nor long games take more memory than short ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from cachetools import LRUCache
from msgspec import Struct

from application.codec import CorruptEvent, GameId, Position, RecordedEvent, topic_of
from application.export.sheets import ALWAYS, Column, ColumnType, Part, Parts, Period, Sheet
from application.store.port import Store
from domain.events import Access, DeckRevealed, Event, GameCreated
from domain.view import reveals
from domain.visibility import SPECTATOR, redact, without_secrets

PAGE: Final = 2_000
"""Number of positions of the log read at a time."""
MAX_CACHED_GAMES: Final = 4_096
"""Number of games whose facts are cached; more are seldom played at once."""

EVENTS: Final = Sheet(
    "events",
    (
        Column("position", ColumnType.INTEGER),
        Column("game", ColumnType.WORD),
        Column("version", ColumnType.INTEGER),
        Column("at", ColumnType.MOMENT),
        Column("by", ColumnType.WORD),
        Column("type", ColumnType.WORD),
        Column("variant", ColumnType.WORD),
        Column("data", ColumnType.JSON),
    ),
)

_FACT_EVENTS: Final[frozenset[type[Event]]] = frozenset({GameCreated, DeckRevealed})
"""The event classes that determine who may see a game and what of it is revealed."""


class _GameFacts(Struct, frozen=True):
    """The facts of a game that determine which viewer may read which of its fields."""

    id: str
    variant: str
    private: bool
    revealed: frozenset[int]


class EventExport:
    """Export of the log, in log order, up to its end when the export begins.

    Without `operator`, private games are left out, and `position` counts the events of public games only:
    gaps would disclose that there are private games, and how much happens in them. With `operator`, every
    field is readable unless it is sealed for ever, and `position` is the position in the log.
    """

    def __init__(
        self, store: Store, *, period: Period = ALWAYS, variant: str | None = None, operator: bool = False
    ) -> None:
        self._store = store
        self._period = period
        self._variant = variant
        self._operator = operator
        self._games: LRUCache[GameId, _GameFacts] = LRUCache(MAX_CACHED_GAMES)
        self._place: Position = 0
        """Position of the previous event."""
        self._encoder = msgspec.json.Encoder()

    async def parts(self, head: Position) -> Parts:
        """Yield the log up to a position; `done` is the position reached. Raises CorruptEvent."""
        done = 0
        yield Part(EVENTS, [[] for _ in EVENTS.columns], done)
        while done < head:
            stretch = await self._store.read_slice(done, min(PAGE, head - done))
            games = await self._known({each.game for each in stretch.events}, head)
            done = stretch.upto
            yield Part(EVENTS, self._page(stretch.events, games), done)

    async def _known(self, games: set[GameId], head: Position) -> dict[GameId, _GameFacts]:
        new = [game for game in games if game not in self._games]
        found: dict[GameId, list[Event]] = {game: [] for game in new}
        for each in await self._store.read_games(new, _FACT_EVENTS, head) if new else ():
            found[each.game].append(each.event)
        known = {game: self._games[game] for game in games if game not in found}
        for game, events in found.items():
            known[game] = self._games[game] = _facts_of(game, events)
        return known

    def _page(self, events: Sequence[RecordedEvent], games: dict[GameId, _GameFacts]) -> tuple[list[Any], ...]:
        columns: tuple[list[Any], ...] = tuple([] for _ in EVENTS.columns)
        position, game, version, at, by, kind, variant, data = (column.append for column in columns)
        for each in events:
            told = games[each.game]
            if told.private and not self._operator:
                continue
            self._place = each.position if self._operator else self._place + 1
            if self._variant not in (None, told.variant) or not self._period.holds(each.at):
                continue
            event = each.event
            topic = topic_of(type(event))
            readable = without_secrets(event) if self._operator else redact(event, SPECTATOR, told.revealed)
            position(self._place)
            game(told.id)
            version(each.version)
            at(each.at)
            by(each.by)
            kind(topic)
            variant(told.variant)
            data(self._fields(readable, topic))
        return columns

    def _fields(self, event: Event, topic: str) -> bytes:
        """Return the event's fields as JSON, without the topic, which comes first and has its own column."""
        rest = self._encoder.encode(event)[len(f'{{"type":"{topic}"') :]
        return b"{" + rest.removeprefix(b",")


def _facts_of(game: GameId, events: Sequence[Event]) -> _GameFacts:
    created = next((event for event in events if isinstance(event, GameCreated)), None)
    if created is None:
        raise CorruptEvent(game, 1, topic_of(GameCreated), "the game has events and was never created")
    return _GameFacts(str(game), created.variant, created.access is Access.PRIVATE, reveals(events))
