"""Read model of the timeline: the events of each game, as everyone and as each seat may read them.

Every row has gone through `redact`. A seat has a row for an event only if it may read more of the event than
everyone. A reveal rewrites the events that it opens, so readers need not know about reveals. No secret is
stored for that: before the reveal, a hidden field is open in the row of a seat that may read it, and a field
that no seat may read (the order of a shuffle and its salt) comes with the reveal itself. So the fold needs
its own rows and the batch, but not the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    FromClause,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Uuid,
    and_,
    func,
    select,
)

from application.codec import GameId, RecordedEvent, Version, default_codec
from domain.events import DeckRevealed, DeckShuffled, Event, GameStarted
from domain.visibility import SPECTATOR, Viewer, marks, redact
from projections.engine.generations import Instant, active_tables
from projections.engine.projection import (
    Change,
    Naming,
    Projection,
    Put,
    Remove,
    Row,
    Rows,
    Tables,
    by_game,
    rows_of,
)

LARGEST_PAGE: Final = 500


class Timeline(Projection):
    """Each event's public form, and each seat's form where it differs; reveals are applied."""

    name = "timeline"
    version = 2

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define tables of games, of public forms, of seats' forms, and of sealed events."""
        # The events that a shuffle's reveal will open; `until` is the name of the shuffle in the marks.
        sealed = Table(
            called("sealed"),
            metadata,
            Column("game", Uuid, primary_key=True),
            Column("version", Integer, primary_key=True),
            Column("until", String, primary_key=True),
            Column("shuffle", Integer, nullable=False),
        )
        Index(called("by_shuffle"), sealed.c.game, sealed.c.shuffle)
        return {
            "game": Table(
                called("game"),
                metadata,
                Column("game", Uuid, primary_key=True),
                # 0 before the start: until then nothing is private to a seat.
                Column("seats", Integer, nullable=False),
                Column("revealed", JSON, nullable=False),
            ),
            "event": Table(
                called("event"),
                metadata,
                Column("game", Uuid, primary_key=True),
                Column("version", Integer, primary_key=True),
                Column("position", BigInteger, nullable=False),
                Column("at", Instant, nullable=False),
                Column("by", String),
                Column("command_id", String),
                Column("last", Integer),
                Column("topic", String, nullable=False),
                Column("state", LargeBinary, nullable=False),
            ),
            "seat": Table(
                called("seat"),
                metadata,
                Column("game", Uuid, primary_key=True),
                Column("version", Integer, primary_key=True),
                Column("seat", Integer, primary_key=True),
                Column("state", LargeBinary, nullable=False),
            ),
            "sealed": sealed,
        }

    def load(self, connection: Connection, tables: Tables, batch: Sequence[RecordedEvent]) -> Rows:
        """Return the rows of the batch's games, and the events that its reveals may open."""
        game, sealed = tables["game"], tables["sealed"]
        games = rows_of(connection, select(game).where(game.c.game.in_(list(by_game(batch)))))
        reveals = [(each.game, each.event.shuffle) for each in batch if isinstance(each.event, DeckRevealed)]
        if not reveals:
            return {"game": games, "event": [], "seat": [], "sealed": []}
        # May include another game's shuffle of the same number; the fold opens only revealed ones.
        due = and_(
            sealed.c.game.in_({game for game, _ in reveals}),
            sealed.c.shuffle.in_({shuffle for _, shuffle in reveals}),
        )

        def opened(table: Table) -> list[Row]:
            same = and_(sealed.c.game == table.c.game, sealed.c.version == table.c.version)
            return rows_of(connection, select(table).join(sealed, same).where(due).distinct())

        return {
            "game": games,
            "event": opened(tables["event"]),
            "seat": opened(tables["seat"]),
            "sealed": rows_of(connection, select(sealed).where(due)),
        }

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Write the batch's events in the forms of all viewers, and rewrite the events that it reveals."""
        known = {name: _by_game(found) for name, found in rows.items()}
        stories: list[_Story] = []
        for game, recorded in by_game(batch).items():
            story = _Story(game, known["game"].get(game, []), recorded)
            if story.reveals:
                story.open(*(known[name].get(game, []) for name in ("sealed", "event", "seat")))
            for each in recorded:
                story.tell(each)
            stories.append(story)
        return [
            Put("game", [story.row for story in stories]),
            Put("event", [row for story in stories for row in story.events]),
            Put("seat", [row for story in stories for row in story.own]),
            Remove("seat", [key for story in stories for key in story.shared]),
            Put("sealed", [row for story in stories for row in story.sealed]),
            Remove("sealed", [key for story in stories for key in story.unsealed]),
        ]


TIMELINE: Final = Timeline()


def page(
    connection: Connection,
    game: GameId,
    viewer: Viewer = SPECTATOR,
    after_version: Version = 0,
    limit: int = LARGEST_PAGE,
) -> tuple[RecordedEvent, ...]:
    """Return up to `limit` of a game's events after a version, as the viewer may read them now.

    An unknown game has no events. The caller must check that the viewer may know of the game.
    Raises ValueError for a limit out of bounds, and NotBuilt.
    """
    if not 0 <= limit <= LARGEST_PAGE:
        raise ValueError(f"a page holds 0 to {LARGEST_PAGE} events, not {limit}")
    tables = active_tables(connection, TIMELINE)
    event, seat = tables["event"], tables["seat"]
    source: FromClause = event
    state: ColumnElement[bytes] = event.c.state
    if viewer is not SPECTATOR:
        own = and_(seat.c.game == event.c.game, seat.c.version == event.c.version, seat.c.seat == viewer)
        source, state = event.outerjoin(seat, own), func.coalesce(seat.c.state, event.c.state)
    envelope = [column for column in event.columns if column is not event.c.state]
    found = (
        select(*envelope, state.label("state"))
        .select_from(source)
        .where(event.c.game == game, event.c.version > after_version)
        .order_by(event.c.version)
        .limit(limit)
    )
    return tuple(map(_recorded, rows_of(connection, found)))


class _Story:
    """The rows that a batch writes for one game."""

    def __init__(self, game: GameId, before: Sequence[Row], recorded: Sequence[RecordedEvent]) -> None:
        self.game = game
        self.seats: int = before[0]["seats"] if before else 0
        self.reveals = {
            each.event.shuffle: each.event for each in recorded if isinstance(each.event, DeckRevealed)
        }
        self.revealed = frozenset(before[0]["revealed"] if before else ()) | self.reveals.keys()
        self.events: list[Row] = []
        self.own: list[Row] = []
        self.shared: list[Row] = []
        """Keys of the seats' forms that no longer differ from the public form."""
        self.sealed: list[Row] = []
        self.unsealed: list[Row] = []

    @property
    def row(self) -> Row:
        """The row of the game itself, which the next batch needs."""
        return {"game": self.game, "seats": self.seats, "revealed": sorted(self.revealed)}

    def tell(self, recorded: RecordedEvent) -> None:
        """Write the rows of an unredacted event."""
        event, version = recorded.event, recorded.version
        if isinstance(event, GameStarted):
            self.seats = len(event.players)
        public = redact(event, SPECTATOR, self.revealed)
        topic, state = default_codec().encode(public)
        self.events.append(
            {
                "game": self.game,
                "version": version,
                "position": recorded.position,
                "at": recorded.at,
                "by": recorded.by,
                "command_id": recorded.command_id,
                "last": recorded.last,
                "topic": topic,
                "state": state,
            }
        )
        if public is event:
            return
        for seat in range(self.seats):
            own = redact(event, seat, self.revealed)
            if own != public:
                self.own.append(self._own(version, seat, own))
        names = sorted({mark.until for _, mark in marks(type(event)) if mark.until is not None})
        self.sealed += [
            {"game": self.game, "version": version, "until": name, "shuffle": getattr(event, name)}
            for name in names
            if getattr(event, name) not in self.revealed
        ]

    def open(self, sealed: Sequence[Row], events: Sequence[Row], own: Sequence[Row]) -> None:
        """Rewrite stored events with the fields that are revealed now."""
        opened = [row for row in sealed if row["shuffle"] in self.revealed]
        self.unsealed = [{name: row[name] for name in ("game", "version", "until")} for row in opened]
        due = {row["version"] for row in opened}
        forms: dict[Version, dict[int, Event]] = {}
        topics = {row["version"]: row["topic"] for row in events}
        for row in own:
            version = row["version"]
            form = default_codec().decode(self.game, version, topics[version], row["state"])
            forms.setdefault(version, {})[row["seat"]] = form
        for row in events:
            if (version := row["version"]) not in due:
                continue
            public = default_codec().decode(self.game, version, row["topic"], row["state"])
            of_seats = forms.get(version, {})
            readable = self._readable(public, of_seats)
            public = replace(public, **readable)
            self.events.append({**row, "state": default_codec().encode(public)[1]})
            for seat, form in of_seats.items():
                form = replace(form, **readable)
                if form == public:
                    self.shared.append({"game": self.game, "version": version, "seat": seat})
                else:
                    self.own.append(self._own(version, seat, form))

    def _readable(self, public: Event, of_seats: Mapping[int, Event]) -> dict[str, Any]:
        readable: dict[str, Any] = {}
        for field, mark in marks(type(public)):
            if mark.until is None or (shuffle := getattr(public, mark.until)) not in self.revealed:
                continue
            admitted = next((seat for seat in range(self.seats) if mark.admits(public, seat)), None)
            if admitted is not None:
                readable[field] = getattr(of_seats.get(admitted, public), field)
            elif isinstance(public, DeckShuffled) and shuffle in self.reveals:
                readable[field] = getattr(self.reveals[shuffle], field)
        return readable

    def _own(self, version: Version, seat: int, form: Event) -> Row:
        return {"game": self.game, "version": version, "seat": seat, "state": default_codec().encode(form)[1]}


def _recorded(row: Row) -> RecordedEvent:
    envelope = dict(row)
    event = default_codec().decode(row["game"], row["version"], envelope.pop("topic"), envelope.pop("state"))
    return RecordedEvent(**envelope, event=event)


def _by_game(rows: Sequence[Row]) -> dict[GameId, list[Row]]:
    found: dict[GameId, list[Row]] = {}
    for row in rows:
        found.setdefault(row["game"], []).append(row)
    return found
