"""Changes of a player's name within a transaction, and the names that operators took from it."""

from __future__ import annotations

from datetime import UTC, datetime
from secrets import randbelow
from time import time

from sqlalchemy import Connection, delete, select, update

from application.moderation.refusals import NameFixed, NameWithdrawn
from application.moderation.tables import fixed_names, withdrawn_names
from application.players.confusable_names import look_alike
from application.players.search.name_index import rename_in_index
from application.players.tables import player_changes, players
from application.refusals import UnknownPlayer
from application.store.upserts import put, put_if_absent
from domain.events import PlayerId


def neutral_name() -> str:
    """Return a made-up name."""
    return f"Player {10_000 + randbelow(90_000)}"


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


def check_own_choice(connection: Connection, player: PlayerId, name: str) -> None:
    """Check that a player may take a name, in the transaction that renames it.

    Raises NameFixed and NameWithdrawn.
    """
    fixed = select(fixed_names.c.until).where(fixed_names.c.player == player)
    until = connection.execute(fixed).scalar()
    if until is not None and until > time():
        raise NameFixed(datetime.fromtimestamp(until, UTC))
    withdrawn = select(withdrawn_names.c.name).where(withdrawn_names.c.player == player)
    if any(look_alike(name, each) for each in connection.execute(withdrawn).scalars()):
        raise NameWithdrawn(name)


def withdraw(connection: Connection, player: PlayerId, name: str, fixed_until: int | None) -> None:
    """Take a name from a player, who may not rename itself until a time, in the renaming transaction."""
    put_if_absent(connection, withdrawn_names, {"player": player, "name": name})
    if fixed_until is None:
        connection.execute(delete(fixed_names).where(fixed_names.c.player == player))
    else:
        put(connection, fixed_names, {"player": player, "until": fixed_until})
