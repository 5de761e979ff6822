"""Changes of `log.db`: of events and of signed checkpoints."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from random import Random
from typing import Any, Final

from application.codec import all_event_types, topic_of
from tests.tampering.record_forgery import changed

Row = dict[str, Any]
Change = Callable[[Random, sqlite3.Connection], None]
"""Changes a log in place."""


def rows_of(connection: sqlite3.Connection) -> list[Row]:
    """Return all events."""
    return [dict(row) for row in connection.execute("SELECT * FROM events ORDER BY position")]


def write(connection: sqlite3.Connection, rows: list[Row]) -> None:
    """Replace all events, and number positions and versions anew."""
    versions: dict[bytes, int] = {}
    connection.execute("DELETE FROM events")
    for position, row in enumerate(rows, 1):
        moved = row["version"]
        versions[row["game"]] = versions.get(row["game"], 0) + 1
        last = row["last"] + versions[row["game"]] - moved
        values = {**row, "position": position, "version": versions[row["game"]], "last": last}
        connection.execute(
            "INSERT INTO events VALUES "
            "(:position, :game, :version, :topic, :state, :at, :by, :command_id, :last)",
            values,
        )
    connection.execute("UPDATE counter SET position = ?", (len(rows),))


def event_changed(name: str, change: Callable[[Random, Row], Any]) -> Change:
    """Change one column of a random event."""

    def apply(chance: Random, connection: sqlite3.Connection) -> None:
        row = chance.choice(rows_of(connection))
        connection.execute(
            f'UPDATE events SET "{name}" = ? WHERE position = ?',  # noqa: S608 - of literals alone
            (change(chance, row), row["position"]),
        )

    return apply


def _bit_flipped(chance: Random, row: Row) -> bytes:
    content = bytearray(row["state"])
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return bytes(content)


def _bit_of_time_flipped(chance: Random, row: Row) -> int:
    at: int = row["at"] ^ 1 << chance.randrange(63)
    return at


def _field_changed(chance: Random, row: Row) -> bytes:
    state = json.loads(row["state"])
    field = chance.choice([*state])
    state[field] = changed(state[field])
    return json.dumps(state, separators=(",", ":")).encode()


def _other_topic(chance: Random, row: Row) -> str:
    return chance.choice([topic_of(each) for each in all_event_types()])


def secret_changed(chance: Random, connection: sqlite3.Connection) -> None:
    row = chance.choice([row for row in rows_of(connection) if row["version"] == 1])
    state = json.loads(row["state"])
    state["secret"] = chance.randbytes(32).hex()
    connection.execute(
        "UPDATE events SET state = ? WHERE position = ?", (json.dumps(state).encode(), row["position"])
    )


def moved_to_another_game(chance: Random, connection: sqlite3.Connection) -> None:
    rows = rows_of(connection)
    row = chance.choice(rows)
    row["game"] = chance.choice(rows)["game"]
    write(connection, rows)


def deleted(chance: Random, connection: sqlite3.Connection) -> None:
    row = chance.choice(rows_of(connection))
    connection.execute("DELETE FROM events WHERE position = ?", (row["position"],))


def deleted_and_numbered_again(chance: Random, connection: sqlite3.Connection) -> None:
    rows = rows_of(connection)
    del rows[chance.randrange(len(rows))]
    write(connection, rows)


def repeated_and_numbered_again(chance: Random, connection: sqlite3.Connection) -> None:
    rows = rows_of(connection)
    place = chance.randrange(len(rows))
    rows.insert(place, rows[place])
    write(connection, rows)


def swapped_and_numbered_again(chance: Random, connection: sqlite3.Connection) -> None:
    rows = rows_of(connection)
    one, other = chance.sample(range(len(rows)), 2)
    rows[one], rows[other] = rows[other], rows[one]
    write(connection, rows)


def truncated(chance: Random, connection: sqlite3.Connection) -> None:
    size = chance.randrange(len(rows_of(connection)))
    connection.execute("DELETE FROM events WHERE position > ?", (size,))
    connection.execute("UPDATE counter SET position = ?", (size,))


def game_dropped(chance: Random, connection: sqlite3.Connection) -> None:
    rows = rows_of(connection)
    game = chance.choice(rows)["game"]
    write(connection, [row for row in rows if row["game"] != game])


def counter_changed(chance: Random, connection: sqlite3.Connection) -> None:
    connection.execute(
        "UPDATE counter SET position = position + ?", (chance.choice((-1, 1)) * chance.randint(1, 9),)
    )


def checkpoint_changed(chance: Random, connection: sqlite3.Connection) -> None:
    """Change a column of a checkpoint, but not its time, which nobody signs."""
    row = dict(chance.choice(connection.execute("SELECT * FROM log_checkpoints").fetchall()))
    name = chance.choice(["origin", "size", "root", "verifier_key", "note"])
    value = row[name]
    match value:
        case bytes():
            value = bytearray(value)
            value[chance.randrange(len(value))] ^= 1 << chance.randrange(8)
            value = bytes(value)
        case int():
            value += chance.choice((-1, 1))
        case str():
            place = chance.randrange(len(value))
            value = f"{value[:place]}{chance.choice('ABCabc+/=019 .')}{value[place + 1 :]}"
    connection.execute(
        f"UPDATE OR REPLACE log_checkpoints SET {name} = ? WHERE size = ?",  # noqa: S608 - of literals alone
        (value, row["size"]),
    )


def events_changed(chance: Random, connection: sqlite3.Connection) -> None:
    """Change events in one of the ways above."""
    chance.choice(EVENTS_CHANGED)(chance, connection)


EVENTS_CHANGED: Final[tuple[Change, ...]] = (
    event_changed("state", _field_changed),
    event_changed("at", lambda chance, row: row["at"] + chance.choice((-1, 1))),
    event_changed("by", lambda chance, row: chance.choice(["ann", "bob", None])),
    secret_changed,
    deleted_and_numbered_again,
    repeated_and_numbered_again,
    swapped_and_numbered_again,
    game_dropped,
)
"""Changes after which a log can be read and signed again."""
CHANGES: Final[dict[str, Change]] = {
    "a bit of a state": event_changed("state", _bit_flipped),
    "a field of a state": EVENTS_CHANGED[0],
    "a topic": event_changed("topic", _other_topic),
    "a time": EVENTS_CHANGED[1],
    "a bit of a time": event_changed("at", _bit_of_time_flipped),
    "a player": EVENTS_CHANGED[2],
    "a secret": secret_changed,
    "an event of another game": moved_to_another_game,
    "an event deleted": deleted,
    "an event deleted, numbered again": deleted_and_numbered_again,
    "an event repeated, numbered again": repeated_and_numbered_again,
    "events swapped, numbered again": swapped_and_numbered_again,
    "the end cut": truncated,
    "a game dropped": game_dropped,
    "the counter": counter_changed,
    "a checkpoint": checkpoint_changed,
}
