"""Index of the names that everyone may find: those of people who had a seat in a started public game.

It is beside the players' names, so that a name leaves both in one transaction. People of private games have
no rows, so that neither the results nor the cost of a search depend on them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    Uuid,
    and_,
    delete,
    insert,
    not_,
    or_,
    select,
    update,
)

from application.codec import Position
from application.players.player_names import shown_name
from application.players.search.name_folding import endings, folded
from application.players.secure_deletion import begin_overwriting
from application.players.tables import players
from application.store.port import LogIdentity
from application.store.table_creation import create_missing_tables
from application.store.upserts import put_if_absent
from domain.events import PlayerId

MAX_PAGE_SIZE: Final = 25
"""Maximum number of players on a page of a search."""

_metadata = MetaData()

# Texts are compared by code points, as SQLite does by default.
_Ordered = String().with_variant(String(collation="C"), "postgresql")

public_players = Table("public_players", _metadata, Column("player", String, primary_key=True))

name_endings = Table(
    "name_endings",
    _metadata,
    # The folded name from one of its words on.
    Column("ending", _Ordered, primary_key=True),
    Column("player", _Ordered, primary_key=True, index=True),
    # The whole folded name, which tells the first of several endings that a search matches.
    Column("name", String, nullable=False),
)

_progress = Table(
    "name_index_progress",
    _metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("log", Uuid, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    # The position up to which the log has been searched for started public games.
    Column("position", BigInteger, nullable=False),
)


class FoundName(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A found player with its place in the results: they are ordered by the ending, then by the id."""

    ending: str
    player: PlayerId


class NameIndex:
    """The index of names in the players' database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        create_missing_tables(self._make_tables)

    def _make_tables(self) -> None:
        with self._engine.begin() as connection:
            _metadata.create_all(connection)

    def begin(self, log: LogIdentity) -> Position:
        """Return the position up to which a log is indexed; empty the index of another log or epoch."""
        position = select(_progress.c.position).where(_is_of(log))
        with self._engine.connect() as connection:
            known = connection.execute(position).scalar()
        if known is not None:
            return int(known)
        with begin_overwriting(self._engine) as connection:
            # Of several processes, only the one that removes the progress empties the index.
            if connection.execute(delete(_progress).where(not_(_is_of(log)))).rowcount:
                connection.execute(delete(name_endings))
                connection.execute(delete(public_players))
            put_if_absent(
                connection, _progress, {"one": 1, "log": log.log, "epoch": log.epoch, "position": 0}
            )
            return int(connection.execute(position).scalar_one())

    def missing(self, among: Collection[PlayerId]) -> set[PlayerId]:
        """Return the registered players, among the given ones, who are not in the index."""
        indexed = select(public_players.c.player)
        missing = select(players.c.id).where(players.c.id.in_(among), players.c.id.not_in(indexed))
        with self._engine.connect() as connection:
            return set(connection.execute(missing).scalars())

    def add(self, people: Collection[PlayerId], log: LogIdentity, upto: Position) -> None:
        """Add people with their present names, and note the position; unknown and erased ones are left out.

        Does nothing if the index is of another log or epoch by now.
        """
        with self._engine.begin() as connection:
            # An update first: it makes SQLite begin a transaction that writes, and other processes wait.
            if not connection.execute(update(_progress).where(_is_of(log)).values(one=1)).rowcount:
                return
            connection.execute(update(_progress).where(_progress.c.position < upto).values(position=upto))
            # Locked: a player who is renamed or erased meanwhile must not keep the old name here.
            present = select(players.c.id, players.c.name).where(players.c.id.in_(people))
            found = connection.execute(present.order_by(players.c.id).with_for_update()).all()
            put_if_absent(connection, public_players, *({"player": row.id} for row in found))
            rows = [each for row in found for each in _rows(row.id, row.name)]
            put_if_absent(connection, name_endings, *rows)

    def find(self, search: str, after: FoundName | None, limit: int) -> list[FoundName]:
        """Return the first players after a place whose folded names, from one of their words on, match.

        They match if they begin with the search.
        """
        found: list[FoundName] = []
        with self._engine.connect() as connection:
            while len(found) < limit:
                rows = connection.execute(_matching(search, after).limit(limit)).all()
                # A player whose name matches by several words is found by the first in the order.
                found += [
                    FoundName(row.ending, row.player)
                    for row in rows
                    if row.ending == min(each for each in endings(row.name) if each.startswith(search))
                ]
                if len(rows) < limit:
                    break
                after = FoundName(rows[-1].ending, rows[-1].player)
        return found[:limit]

    def count(self, search: str, limit: int) -> int:
        """Return the number of players whom a search finds; above `limit` it need not be exact."""
        found, after = set[PlayerId](), None
        places = name_endings.c.ending, name_endings.c.player
        with self._engine.connect() as connection:
            while len(found) <= limit:
                query = _matching(search, after).with_only_columns(*places)
                rows = connection.execute(query.limit(limit + 1)).all()
                found.update(row.player for row in rows)
                if len(rows) <= limit:
                    break
                after = FoundName(rows[-1].ending, rows[-1].player)
        return len(found)


def _is_of(log: LogIdentity) -> ColumnElement[bool]:
    return and_(_progress.c.log == log.log, _progress.c.epoch == log.epoch)


def rename_in_index(connection: Connection, player: PlayerId, name: str) -> None:
    """Replace a player's name in the index if it is there, in the transaction that renames the player."""
    is_public = select(public_players.c.player).where(public_players.c.player == player)
    if connection.execute(is_public).first() is not None:
        connection.execute(delete(name_endings).where(name_endings.c.player == player))
        if rows := _rows(player, name):
            connection.execute(insert(name_endings), rows)


def forget_name(connection: Connection, player: PlayerId) -> None:
    """Remove a player from the index, in the transaction that erases the player."""
    for table in (name_endings, public_players):
        connection.execute(delete(table).where(table.c.player == player))


def _rows(player: PlayerId, name: str) -> list[dict[str, str]]:
    whole = folded(shown_name(player, name))
    return [{"ending": each, "player": player, "name": whole} for each in {*endings(whole)} if each]


def _matching(search: str, after: FoundName | None) -> Select[Any]:
    ending, player = name_endings.c.ending, name_endings.c.player
    query = select(name_endings).order_by(ending, player)
    # Above all texts that begin with the search: names have no such character.
    query = query.where(ending < search + "\U0010ffff")
    if after is None:
        return query.where(ending >= search)
    # In this form, a database starts reading its index at the place.
    return query.where(ending >= after.ending, or_(ending > after.ending, player > after.player))
