"""Queries for the events of a SQLite log."""

from __future__ import annotations

from typing import Final

EVENT_COLUMNS: Final = 'position, game, version, topic, state, at, "by", command_id, last'
"""The columns of `application.store.rows.EventRow`."""

HEAD: Final = "SELECT position FROM counter"
VERSION: Final = "SELECT coalesce(max(version), 0) FROM events WHERE game = ?"
EVENT_KEY: Final = "SELECT game, version FROM events WHERE position = ?"

_EVENTS: Final = f"SELECT {EVENT_COLUMNS} FROM events"  # noqa: S608 - of literals alone
_LOG: Final = """
    SELECT
        -1 AS position, log AS game, epoch AS version, NULL AS topic, NULL AS state,
        counter.position AS at, NULL AS "by", NULL AS command_id, NULL AS last
    FROM counter JOIN log USING (one)
"""
"""A row in the form of an event's row that describes the log itself."""

READ_GAME: Final = _EVENTS + " WHERE game = ? AND version > ? AND version <= ? ORDER BY version"
READ_LOG: Final = _EVENTS + " WHERE position > ? ORDER BY position LIMIT ?"


FORMS_OF_GAME: Final = """
    SELECT game, topic, state FROM events WHERE game = ? AND version > ? AND version <= ? ORDER BY version
"""
FORMS_OF_LOG: Final = """
    SELECT game, topic, state FROM events WHERE position > ? AND position <= ? ORDER BY position
"""
"""The columns of `application.store.rows.FormRow`."""


def first_events_query(games: int) -> str:
    """Return the query for the first events of so many games, with the columns of `FirstRow`."""
    return f"SELECT game, state FROM events WHERE version = 1 AND game IN ({_places(games)})"  # noqa: S608 - of literals alone


def slice_query(topics: int | None) -> str:
    """Return the query for a slice of the log, with the log's own row first.

    Its parameters are the positions `after` and `upto`; with `topics`, both again and that many topics. The
    events at both ends and the last one are found whatever their topics, because a slice names them.
    """
    of_topics = ""
    if topics is not None:
        of_topics = f" AND (position IN (?, ?, ({HEAD})) OR topic IN ({_places(topics)}))"
    return f"{_LOG} UNION ALL {_EVENTS} WHERE position >= ? AND position <= ?{of_topics} ORDER BY position"


def games_query(games: int, topics: int) -> str:
    """Return the query for the events of so many games and topics up to a position."""
    where = f"game IN ({_places(games)}) AND topic IN ({_places(topics)}) AND position <= ?"
    return f"{_EVENTS} WHERE {where} ORDER BY position"


def _places(count: int) -> str:
    return ", ".join("?" * count)
