"""Read model of each game's public view, and of the private part of each seat's view.

All stored data has gone through `View`, and so through `redact`. A seat's row holds only the fields of its
view that differ from the public view. Seats have rows from the start of the game on; before it nothing is
private.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace
from sqlalchemy import Column, Connection, Integer, LargeBinary, MetaData, Table, Uuid, select

from application.codec import GameId, RecordedEvent, Version
from domain.events import Event, GameStarted
from domain.rules import Table as GameTable
from domain.state import Game
from domain.view import View
from domain.visibility import SPECTATOR, Viewer
from projections.engine.generations import active_tables
from projections.engine.projection import Change, Naming, Projection, Put, Row, Rows, Tables, by_game
from projections.engine.tracking import Instant

# Sets are encoded in a fixed order, so that equal views are equal bytes.
_encode = msgspec.json.Encoder(order="deterministic").encode


class GameView(Projection):
    """Each game's public view, and each seat's private part."""

    name = "game_view"
    version = 9

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define one table of games and one of seats."""
        return {
            "game": Table(
                called("game"),
                metadata,
                Column("game", Uuid, primary_key=True),
                Column("version", Integer, nullable=False),
                # Together with the version it identifies the last event, as a restored log may have another.
                Column("at", Instant, nullable=False),
                Column("view", LargeBinary, nullable=False),
            ),
            "seat": Table(
                called("seat"),
                metadata,
                Column("game", Uuid, primary_key=True),
                Column("seat", Integer, primary_key=True),
                Column("private", LargeBinary, nullable=False),
            ),
        }

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Fold the batch's events into the public view and the seats' views of each game."""
        games: dict[GameId, Row] = {row["game"]: row for row in rows["game"]}
        seats: dict[GameId, dict[int, bytes]] = {}
        for row in rows["seat"]:
            seats.setdefault(row["game"], {})[row["seat"]] = row["private"]
        public_rows: list[Row] = []
        seat_rows: list[Row] = []
        for game, recorded in by_game(batch).items():
            known = seats.get(game, {})
            public = _public(games[game]["view"]) if game in games else View()
            views = [_seat(public, seat, known[seat]) for seat in sorted(known)]
            public, views = _after(public, views, [each.event for each in recorded])
            last = recorded[-1]
            public_rows.append(
                {"game": game, "version": last.version, "at": last.at, "view": _stored(public)}
            )
            for seat, view in enumerate(views):
                private = _private(view, public)
                if private != known.get(seat):
                    seat_rows.append({"game": game, "seat": seat, "private": private})
        return [Put("game", public_rows), Put("seat", seat_rows)]


GAME_VIEW: Final = GameView()


def load(connection: Connection, game: GameId, viewer: Viewer = SPECTATOR) -> tuple[Version, View] | None:
    """Return a game's version and a viewer's view of it, or None if there is no such game.

    Raises LookupError for a seat that a started game does not have, and NotBuilt.
    """
    found = load_dated(connection, game, viewer)
    return None if found is None else (found[0], found[2])


def load_dated(
    connection: Connection, game: GameId, viewer: Viewer = SPECTATOR
) -> tuple[Version, datetime, View] | None:
    """Return the same as `load`, with the time of the game's last event between the two."""
    tables = active_tables(connection, GAME_VIEW)
    games, seats = tables["game"], tables["seat"]
    row = connection.execute(
        select(games.c.version, games.c.at, games.c.view).where(games.c.game == game)
    ).one_or_none()
    if row is None:
        return None
    version, at, public = row.version, row.at, _public(row.view)
    if viewer is SPECTATOR:
        return version, at, public
    if public.game.table is None:
        return version, at, replace(public, viewer=viewer)
    private = connection.execute(
        select(seats.c.private).where(seats.c.game == game, seats.c.seat == viewer)
    ).scalar_one_or_none()
    if private is None:
        raise LookupError(f"game {game} has no seat {viewer}")
    return version, at, _seat(public, viewer, private)


def public_views(connection: Connection, games: Collection[GameId]) -> dict[GameId, View]:
    """Return the public views of the known games among some ids; raises NotBuilt."""
    table = active_tables(connection, GAME_VIEW)["game"]
    rows = connection.execute(select(table.c.game, table.c.view).where(table.c.game.in_(games)))
    return {row.game: _public(row.view) for row in rows}


def _after(public: View, seats: list[View], events: list[Event]) -> tuple[View, list[View]]:
    if not seats:
        start = next((i for i, event in enumerate(events) if type(event) is GameStarted), None)
        if start is None:
            return public.after(events), []
        public = public.after(events[: start + 1])
        seats = public.by_seat()
        events = events[start + 1 :]
    return public.after(events), [view.after(events) for view in seats]


class _Stored(Struct, frozen=True):
    """A public view as stored; the table is separate, because its type depends on the game's variant."""

    game: Game
    table: Raw
    revealed: frozenset[int]


_stored_decoder = msgspec.json.Decoder(_Stored)


def _stored(view: View) -> bytes:
    table = Raw(_encode(view.game.table))
    return _encode(_Stored(game=_without_table(view.game), table=table, revealed=view.revealed))


def _public(stored: bytes) -> View:
    parts = _stored_decoder.decode(stored)
    table = _table_decoder(parts.game.rules.table).decode(parts.table)
    return View(viewer=SPECTATOR, game=replace(parts.game, table=table), revealed=parts.revealed)


def _private(view: View, public: View) -> bytes:
    game = _difference(_without_table(view.game), _without_table(public.game))
    return _encode({"game": game, "table": _difference(view.game.table, public.game.table)})


def _seat(public: View, seat: int, private: bytes) -> View:
    parts = _private_decoder(public.game.rules.table).decode(private)
    table = _with(public.game.table, parts.table)
    return View(
        viewer=seat, game=replace(_with(public.game, parts.game), table=table), revealed=public.revealed
    )


def _without_table(game: Game) -> Game:
    return replace(game, table=None)


def _difference(mine: Any, public: Any) -> dict[str, Any]:
    fields = ((name, getattr(mine, name)) for name in mine.__struct_fields__)
    return {name: value for name, value in fields if value != getattr(public, name)}


def _with(public: Any, difference: Struct) -> Any:
    fields = ((name, getattr(difference, name)) for name in difference.__struct_fields__)
    return replace(public, **{name: value for name, value in fields if value is not UNSET})


@cache
def _table_decoder(table: type[GameTable]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(table | None)


@cache
def _private_decoder(table: type[GameTable]) -> msgspec.json.Decoder[Any]:
    parts = [("game", _some_fields_of(Game)), ("table", _some_fields_of(table))]
    return msgspec.json.Decoder(msgspec.defstruct("Private", parts))


def _some_fields_of(kind: type[Struct]) -> type[Struct]:
    """Return a struct class with the fields of another one, all of them optional."""
    fields = [(field.name, field.type | UnsetType, UNSET) for field in msgspec.structs.fields(kind)]
    return msgspec.defstruct(f"SomeOf{kind.__name__}", fields)
