"""The table of computed reviews of finished games.

It is not folded from events, so it is no projection and is not rebuilt: a review that is missing is computed
again when it is asked for.
"""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Uuid,
    delete,
    exc,
    select,
)

from application.review.seat_review import (
    ReviewKey,
    SeatReview,
    UnreadableReview,
    decode_review,
    encode_review,
)
from application.store.table_creation import create_missing_tables
from application.store.upserts import put
from domain.machine.thinking.decision_review import REVIEW_VERSION
from projections.database.connections import ReadDatabase

logger = logging.getLogger(__name__)

MAX_KEPT: Final = 10_000
"""Number of reviews that are kept, about five kilobytes each; beyond it the oldest are dropped."""
_MICROSECOND: Final = timedelta(microseconds=1)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

_metadata = MetaData()

_reviews = Table(
    "review",
    _metadata,
    Column("game", Uuid, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("review_version", Integer, primary_key=True, autoincrement=False),
    # The position and the time of the game's last event, the time in microseconds since 1970.
    Column("position", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    # Nanoseconds since 1970.
    Column("computed", BigInteger, nullable=False, index=True),
    Column("review", LargeBinary, nullable=False),
)


class ReviewTable:
    """Keeps the newest reviews, for all processes on the read database."""

    def __init__(self, database: ReadDatabase, *, most: int = MAX_KEPT) -> None:
        """Create the table if it is missing."""
        self._database = database
        self._most = most
        create_missing_tables(self._create)

    async def find(self, key: ReviewKey) -> SeatReview | None:
        """Return a review that is kept, None if it is not there.

        Logs a warning for one that cannot be read, which is computed again like one that is missing.
        """
        found = await self._database.read(_find, key)
        try:
            return None if found is None else decode_review(found)
        except UnreadableReview as error:
            logger.warning(
                "the kept review of seat %d of game %s cannot be read: %s", key.seat, key.game, error
            )
            return None

    async def keep(self, key: ReviewKey, reviewed: SeatReview) -> None:
        """Keep a review, and drop the oldest ones beyond the maximum and those of former versions.

        Logs a warning if the database does not take it.
        """
        try:
            await self._database.write(_keep, key, encode_review(reviewed), self._most)
        except (exc.DBAPIError, exc.TimeoutError) as error:
            # Its callers wait for it, and it can be computed again.
            reason = error.orig if isinstance(error, exc.DBAPIError) else error
            logger.warning("a review of seat %d of game %s is not kept: %s", key.seat, key.game, reason)

    def _create(self) -> None:
        with self._database.writing() as connection:
            _metadata.create_all(connection)


def _find(connection: Connection, key: ReviewKey) -> bytes | None:
    found: bytes | None = connection.execute(
        select(_reviews.c.review).where(*(_reviews.c[name] == value for name, value in _columns(key).items()))
    ).scalar()
    return found


def _keep(connection: Connection, key: ReviewKey, review: bytes, most: int) -> None:
    put(connection, _reviews, {**_columns(key), "computed": time.time_ns(), "review": review})
    connection.execute(delete(_reviews).where(_reviews.c.review_version < REVIEW_VERSION))
    newest = select(_reviews.c.computed).order_by(_reviews.c.computed.desc())
    last = connection.execute(newest.offset(most).limit(1)).scalar()
    if last is not None:
        connection.execute(delete(_reviews).where(_reviews.c.computed <= last))


def _columns(key: ReviewKey) -> dict[str, Any]:
    at = (key.at - _EPOCH) // _MICROSECOND
    return {
        "game": key.game,
        "seat": key.seat,
        "review_version": key.review_version,
        "position": key.position,
        "at": at,
    }
