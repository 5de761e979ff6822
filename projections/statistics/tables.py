"""The star schema: facts of public games by game, seat, round, bid, trick and play, and their sums.

Facts are written when they become public; facts that spectators never learn and private games are absent.
The sums count won games only, by the day of their end in UTC. The tables by week and month, of sums and
of active people, follow from those by day and exist because they have far fewer rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Date,
    Double,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Uuid,
)

from projections.engine.generations import Instant
from projections.engine.projection import Naming, Tables
from projections.statistics.metrics import HOURLY, LENGTHS, Measure
from projections.statistics.periods import ACTIVE, SUMS
from projections.statistics.views.timestamps import moment


def define(metadata: MetaData, called: Naming) -> Tables:
    """Define the tables of one generation."""

    def table(name: str, *columns: Column[Any]) -> Table:
        # With a rowid SQLite would store each key twice, and the key is most of a fact.
        return Table(called(name), metadata, *columns, sqlite_with_rowid=False)

    def by_moment(name: str, *terms: ColumnElement[Any]) -> None:
        # On SQLite the views show moments as text, which is rarely searched.
        Index(called(name), *terms).ddl_if(dialect="postgresql")

    def sums(name: str) -> Table:
        return table(
            name,
            _key("variant", String),
            _key("metric", String),
            # The day, or the first day of the week or the month.
            _key("day", Date),
            # Before the filter columns, because rows are read and added up in this order.
            _key("x"),
            _key("y"),
            _key("board", String),
            _key("seats"),
            # Whether a machine played the seat; false for a metric that belongs to no seat.
            _key("machine", Boolean),
            _value("count", BigInteger),
            _value("total", BigInteger),
        )

    def active(name: str) -> Table:
        return table(
            name,
            _key("variant", String),
            # The day, or the first day of the week or the month.
            _key("day", Date),
            _key("player", String),
            _value("moves", BigInteger),
        )

    game = table(
        "game",
        _key("game", Uuid),
        _value("variant", String),
        # JSON with sorted keys.
        _value("options", String),
        _maybe("seats"),
        # The number of seats that machines play, now or at the end.
        _maybe("machines"),
        _maybe("board", String),
        _value("created_at", Instant),
        _maybe("started_at", Instant),
        _maybe("ended_at", Instant),
        # The reason for the end or the closing.
        _maybe("reason", String),
        _value("rounds"),
        _value("moves"),
    )
    Index(called("game_by_end"), game.c.variant, game.c.ended_at)
    by_moment("game_by_moment", game.c.variant, moment(game.c.ended_at))
    seat = table(
        "seat",
        _key("game", Uuid),
        _key("seat"),
        _value("variant", String),
        _value("seats"),
        _value("player", String),
        _value("machine", Boolean),
        _maybe("place"),
        _maybe("won", Boolean),
        _maybe("points"),
        _maybe("strength", Double),
        _maybe("strength_place"),
        _maybe("ended_at", Instant),
    )
    Index(called("seat_by_player"), seat.c.player, seat.c.variant, seat.c.ended_at)
    hourly = table(
        "hourly",
        _key("variant", String),
        _key("hour", Instant),
        *_sums(HOURLY),
    )
    by_moment("hourly_by_moment", moment(hourly.c.hour))
    return {
        "game": game,
        "seat": seat,
        "round": table(
            "round",
            _key("game", Uuid),
            _key("round"),
            _value("variant", String),
            _value("seats"),
            _value("dealer"),
            # The number dealt to each seat; the highest where they differ.
            _value("cards"),
            _maybe("trump", String),
            # The seat that played for its bid, if the round has one.
            _maybe("bidder"),
            _maybe("contract"),
            _maybe("made", Boolean),
            _value("dealt_at", Instant),
            _maybe("scored_at", Instant),
        ),
        "score": table(
            "score",
            _key("game", Uuid),
            _key("round"),
            _key("seat"),
            _value("player", String),
            _value("machine", Boolean),
            # Places to the left of the dealer, 0 for the dealer.
            _value("from_dealer"),
            _maybe("bid"),
            _value("tricks"),
            _maybe("made", Boolean),
            _value("points"),
            _value("total"),
            _value("at", Instant),
        ),
        "bid": table(
            "bid",
            _key("game", Uuid),
            _key("round"),
            # From 0, in the order of becoming public.
            _key("number"),
            _value("seat"),
            _value("player", String),
            _value("machine", Boolean),
            # Null for a pass.
            _maybe("amount"),
            _value("at", Instant),
        ),
        "trick": table(
            "trick",
            _key("game", Uuid),
            _key("round"),
            _key("trick"),
            _value("leader"),
            _value("winner"),
            _value("player", String),
            _value("machine", Boolean),
            _value("card", String),
            _value("cards"),
            _value("at", Instant),
        ),
        "play": table(
            "play",
            _key("game", Uuid),
            _key("round"),
            # From 0 in each round.
            _key("number"),
            _maybe("trick"),
            _value("seat"),
            _value("player", String),
            _value("machine", Boolean),
            # Separated by spaces.
            _value("cards", String),
            _value("count"),
            _value("at", Instant),
        ),
        **{name: sums(name) for name in SUMS},
        "length": table(
            "length",
            _key("variant", String),
            _key("day", Date),
            _key("board", String),
            _key("seats"),
            *_sums(LENGTHS),
        ),
        "hourly": hourly,
        **{name: active(name) for name in ACTIVE.values()},
    }


def _key(name: str, kind: Any = Integer) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def _value(name: str, kind: Any = Integer) -> Column[Any]:
    return Column(name, kind, nullable=False)


def _sums(measures: Iterable[Measure]) -> Iterator[Column[Any]]:
    return (_value(measure.name, BigInteger) for measure in measures)


def _maybe(name: str, kind: Any = Integer) -> Column[Any]:
    return Column(name, kind)
