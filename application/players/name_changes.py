"""Changes of a player's name within a transaction."""

from __future__ import annotations

from sqlalchemy import Connection, update

from application.players.search.name_index import rename_in_index
from application.players.tables import player_changes, players
from application.refusals import UnknownPlayer
from domain.events import PlayerId


def lock_name(connection: Connection, player: PlayerId) -> str:
    """Return a player's name, which no other transaction changes until this one ends; raises UnknownPlayer.

    An update, because it also makes SQLite begin a transaction that writes.
    """
    # No id contains other characters, and some databases reject them.
    if not (player.isascii() and player.isprintable()):
        raise UnknownPlayer(player)
    same = update(players).where(players.c.id == player).values(id=players.c.id)
    name = connection.execute(same.returning(players.c.name)).scalar()
    if name is None:
        raise UnknownPlayer(player)
    return str(name)


def set_name(connection: Connection, player: PlayerId, name: str) -> None:
    """Rename a player whose name is locked."""
    connection.execute(update(players).where(players.c.id == player).values(name=name))
    rename_in_index(connection, player, name)
    player_changes.increment(connection)
