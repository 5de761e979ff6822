"""Queries for the events of a PostgreSQL log."""

from __future__ import annotations

from typing import Final, LiteralString

HEAD: Final = "SELECT position FROM kibitz.counter"
VERSION: Final = "SELECT coalesce(max(version), 0) FROM kibitz.events WHERE game = %s"
EVENT_KEY: Final = "SELECT game, version FROM kibitz.events WHERE position = %s"
IS_READ_ONLY: Final = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool"

_EVENTS: Final[LiteralString] = """
    SELECT position, uuid_send(game), version, topic, state, at, "by", command_id, last FROM kibitz.events
"""
"""The columns of `application.store.rows.EventRow`."""
_LOG: Final[LiteralString] = """
    SELECT
        -1::bigint AS position, uuid_send(log) AS game, epoch AS version, NULL AS topic, NULL::bytea AS state,
        counter.position AS at, NULL AS "by", NULL AS command_id, NULL::bigint AS last
    FROM kibitz.counter JOIN kibitz.log USING (one) WHERE one = 1
"""
"""A row in the form of an event's row that describes the log itself."""
_SLICE: Final[LiteralString] = _LOG + " UNION ALL " + _EVENTS + " WHERE position >= %s AND position <= %s "
# A slice names the events at both its ends, so these are found whatever their topics.
_OF_TOPICS: Final = " AND (position IN (%s, %s, (SELECT position FROM kibitz.counter)) OR topic = ANY(%s))"

READ_GAME: Final = _EVENTS + " WHERE game = %s AND version > %s AND version <= %s ORDER BY version"
READ_LOG: Final = _EVENTS + " WHERE position > %s ORDER BY position LIMIT %s"
READ_GAMES: Final = _EVENTS + " WHERE game = ANY(%s) AND topic = ANY(%s) AND position <= %s ORDER BY position"
FORMS_OF_GAME: Final[LiteralString] = """
    SELECT uuid_send(game), topic, state FROM kibitz.events
    WHERE game = %s AND version > %s AND version <= %s ORDER BY version
"""
FORMS_OF_LOG: Final[LiteralString] = """
    SELECT uuid_send(game), topic, state FROM kibitz.events
    WHERE position > %s AND position <= %s ORDER BY position
"""
"""The columns of `application.store.rows.FormRow`."""
FIRST_EVENTS: Final = """
    SELECT uuid_send(game), state FROM kibitz.events WHERE version = 1 AND game = ANY(%s)
"""
"""The columns of `application.store.rows.FirstRow`."""
READ_SLICE: Final = _SLICE + " ORDER BY position"
READ_SLICE_OF_TOPICS: Final = _SLICE + _OF_TOPICS + " ORDER BY position"
