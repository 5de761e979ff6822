"""Read model of deadlines: for each unfinished game, when something is due if nobody acts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import JSON, Column, Connection, Index, Integer, MetaData, String, Table, Uuid, select

from application.codec import GameId, RecordedEvent
from application.deadlines.scheduler import IDLE, DueGame, DueKind, FindDue
from application.store.port import EventTypes
from domain import events as e
from domain.lobby.evolvers import LOBBY_EVOLVERS
from projections.database.connections import ReadDatabase
from projections.engine.generations import Instant, active_tables
from projections.engine.projection import Change, Naming, Projection, Put, Remove, Row, Rows, Tables, by_game

MAX_FOUND: Final = 5_000
"""The maximum number of games that are looked up at once."""

_KINDS: Final[EventTypes] = frozenset(LOBBY_EVOLVERS) | {
    e.GameStarted,
    e.RoundDealt,
    e.ClockStarted,
    e.ClockStopped,
    e.GamePaused,
    e.GameResumed,
    e.GameWon,
}


class Deadlines(Projection):
    """One row for each unfinished game; a game without a running clock is idle from its last round on."""

    name = "deadlines"
    version = 2

    @property
    def kinds(self) -> EventTypes:
        """The events that move a deadline; moves do so by their clocks alone."""
        return _KINDS

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define the table of deadlines."""
        table = Table(
            called("deadline"),
            metadata,
            Column("game", Uuid, primary_key=True),
            Column("kind", String, nullable=False),
            # None for a table that may wait for ever.
            Column("due", Instant),
            Column("at", Instant, nullable=False),
            # The minutes for which the lobby may be unattended; None in games without this option.
            Column("lobby_minutes", Integer),
            # The deadline of each running clock, by seat.
            Column("clocks", JSON, nullable=False),
        )
        Index(called("by_due"), table.c.kind, table.c.due)
        return {"deadline": table}

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Fold the events of the lobby, the clocks and the end."""
        known = {row["game"]: row for row in rows["deadline"]}
        changed: list[Row] = []
        over: list[Row] = []
        for game, recorded in by_game(batch).items():
            row = _after(known.get(game), recorded)
            if row is not None:
                changed.append(row)
            elif game in known:
                over.append({"game": game})
        return [Put("deadline", changed), Remove("deadline", over)]


DEADLINES: Final = Deadlines()


def due_games(
    connection: Connection, before: datetime, kinds: frozenset[DueKind] = frozenset(DueKind)
) -> list[DueGame]:
    """Return the games with a deadline of some kinds up to a time, the earliest first; raises NotBuilt."""
    table = active_tables(connection, DEADLINES)["deadline"]
    query = select(table.c.game, table.c.kind, table.c.due, table.c.at).where(
        table.c.kind.in_(sorted(kinds)), table.c.due <= before
    )
    return [
        DueGame(game=row.game, kind=DueKind(row.kind), due=row.due, at=row.at)
        for row in connection.execute(query.order_by(table.c.due).limit(MAX_FOUND))
    ]


def due_finder(database: ReadDatabase) -> FindDue:
    """Return the function with which the scheduler finds what is due."""

    async def find(before: datetime, kinds: frozenset[DueKind]) -> list[DueGame]:
        return await database.read(due_games, before, kinds)

    return find


def _after(row: Row | None, recorded: Sequence[RecordedEvent]) -> Row | None:
    """Return the row of a game after events; None for a game that is over."""
    entry: dict[str, Any] | None = None if row is None else {**row, "clocks": dict(row["clocks"])}
    for each in recorded:
        if isinstance(each.event, e.GameCreated):
            entry = _new(each.game, each.event)
        elif isinstance(each.event, e.GameWon | e.GameClosed):
            return None
        if entry is not None:
            entry["at"] = each.at
            _fold(entry, each.event)
    if entry is not None:
        entry["due"] = _due(entry)
    return entry


def _new(game: GameId, event: e.GameCreated) -> dict[str, Any]:
    minutes, until = event.options.get("lobby_minutes"), event.waits_until
    kind = _open_lobby(minutes) if until is None else DueKind.REMATCH
    return {"game": game, "kind": kind.value, "due": until, "lobby_minutes": minutes, "clocks": {}}


def _open_lobby(minutes: Any) -> DueKind:
    """Return what is due in a lobby that waits for players; without the option, it is idle after a while."""
    return DueKind.IDLE if minutes is None else DueKind.LOBBY


def _fold(entry: dict[str, Any], event: e.Event) -> None:
    clocks = entry["clocks"]
    match event:
        case e.SeatsReleased():
            entry["kind"] = _open_lobby(entry["lobby_minutes"]).value
        case e.SeatsClosed(until=until):
            entry["kind"], entry["due"] = DueKind.SEEDS.value, until
        case e.GameStarted():
            entry["kind"] = DueKind.IDLE.value
        case e.ClockStarted(seat=seat, deadline=deadline):
            clocks[str(seat)] = deadline.isoformat()
        case e.ClockStopped(seat=seat) | e.SeatAutomated(seat=seat):
            clocks.pop(str(seat), None)
        case e.GamePaused():
            clocks.clear()
    if entry["kind"] in (DueKind.IDLE, DueKind.CLOCK):
        entry["kind"] = (DueKind.CLOCK if clocks else DueKind.IDLE).value


def _due(entry: dict[str, Any]) -> datetime | None:
    at: datetime = entry["at"]
    match entry["kind"]:
        case DueKind.LOBBY:
            minutes: int = entry["lobby_minutes"]
            return at + timedelta(minutes=minutes) if minutes else None
        case DueKind.CLOCK:
            return min(map(datetime.fromisoformat, entry["clocks"].values()))
        case DueKind.IDLE:
            return at + IDLE
        case _:
            until: datetime = entry["due"]
            return until
