"""Tables of seeks and of the matches that form from them, and a counter of their changes.

They are beside the log. Every transaction that changes them first locks the row of the counter, so all
processes change them one after the other: there is one matcher at a time, and no deadlock. Times are those of
the database, because the clocks of processes differ.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    Uuid,
    delete,
    update,
)

from application.codec import GameId
from application.seeks.seek import Seek, decoded_options
from application.store.change_counter import ChangeCounter
from application.store.table_creation import create_missing_tables
from domain.events import OptionValue, PlayerId

_metadata = MetaData()

seeks: Final = Table(
    "seeks",
    _metadata,
    # A player has one seek per variant.
    Column("player", String, primary_key=True),
    Column("variant", String, primary_key=True),
    Column("id", String, nullable=False),
    Column("options", String, nullable=False),
    Column("least", Integer, nullable=False),
    Column("most", Integer, nullable=False),
    Column("rating", BigInteger, nullable=False),
    Column("range", BigInteger),
    Column("machines_after", Integer),
    Column("opened", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    # The game to which the seek was matched; null while it is open.
    Column("game", Uuid),
)
Index("seeks_by_game", seeks.c.game)

matches: Final = Table(
    "seek_matches",
    _metadata,
    # Chosen before the game exists: creating it again finds that it does.
    Column("game", Uuid, primary_key=True),
    Column("variant", String, nullable=False),
    Column("options", String, nullable=False),
    # The organizer first.
    Column("players", JSON, nullable=False),
    Column("size", Integer, nullable=False),
    Column("formed", BigInteger, nullable=False),
    # The process that brings the table to its start, and the time until which no other takes over.
    Column("holder", String, nullable=False),
    Column("held_until", BigInteger, nullable=False),
    # True once a player has lost its place: the table breaks up.
    Column("breaking_up", Boolean, nullable=False),
)

changes: Final = ChangeCounter("seek_changes", _metadata)


class Match(Struct, frozen=True, kw_only=True):
    """A table that has formed, until its game starts or it breaks up."""

    game: GameId
    variant: str
    options: str
    players: tuple[PlayerId, ...]
    """The players, the organizer first."""
    size: int
    """The number of seats; machine players take those that the players leave free."""
    formed: int
    breaking_up: bool = False

    @property
    def organizer(self) -> PlayerId:
        """The player whose seek is the oldest."""
        return self.players[0]

    @property
    def chosen_options(self) -> dict[str, OptionValue]:
        """Every option with its value."""
        return decoded_options(self.options)


def make_seek_tables(engine: Engine) -> None:
    """Create the missing tables."""
    create_missing_tables(partial(_make_tables, engine))


def _make_tables(engine: Engine) -> None:
    with engine.begin() as connection:
        _metadata.create_all(connection)
        changes.prepare(connection)


def seek_of(row: Row[Any]) -> Seek:
    """Return the seek of a row."""
    return Seek(**row._mapping)


def match_of(row: Row[Any]) -> Match:
    """Return the match of a row."""
    values = {name: row._mapping[name] for name in Match.__struct_fields__}
    return Match(**{**values, "players": tuple(row.players), "game": UUID(str(row.game))})


def mark_breaking_up(connection: Connection, games: Collection[GameId]) -> None:
    """Mark matches that have lost a player: the process that holds one breaks its table up."""
    if games:
        connection.execute(update(matches).where(matches.c.game.in_(games)).values(breaking_up=True))


def forget_seeks(connection: Connection, players: Collection[PlayerId]) -> bool:
    """Delete all seeks of players who are banned or erased, in the transaction that does it.

    The tables that have formed with them break up. Returns False if there are no such seeks.
    """
    changes.lock(connection)
    theirs = delete(seeks).where(seeks.c.player.in_(players)).returning(seeks.c.game)
    games = list(connection.execute(theirs).scalars())
    mark_breaking_up(connection, {each for each in games if each is not None})
    if games:
        changes.increment(connection)
    return bool(games)
