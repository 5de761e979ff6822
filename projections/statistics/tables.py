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
from projections.statistics import player_results
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
        # The short key of its many facts: the position of its first event in the log.
        _value("number", BigInteger),
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
    Index(called("game_by_number"), game.c.number, unique=True)
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
        *player_results.seat_columns(),
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
        # The facts of a game are up to 700 rows, so they have its short key, and do not repeat what the
        # tables of games and seats have.
        "round": table(
            "round",
            _key("game", BigInteger),
            _key("round"),
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
            _maybe("passed_out_at", Instant),
            # When secret or prescribed bids became public.
            _maybe("bids_opened_at", Instant),
            # The number of decisions in the game before the round.
            _value("first_move"),
            # A character for each decision, known at the end of the round; see legal_counts.py.
            _maybe("legal_counts", String),
        ),
        "score": table(
            "score",
            _key("game", BigInteger),
            _key("round"),
            _key("seat"),
            _value("machine", Boolean),
            # Places to the left of the dealer, 0 for the dealer.
            _value("from_dealer"),
            _maybe("bid"),
            _value("tricks"),
            _maybe("made", Boolean),
            _value("points"),
            _value("total"),
        ),
        "trick": table(
            "trick",
            _key("game", BigInteger),
            _key("round"),
            _key("trick"),
            # The number of the move that led.
            _value("lead"),
            # The seats that led and that won.
            _value("leader"),
            _value("winner"),
            # The numbers of the moves that won and that ended it; null where all seats played in turn.
            _maybe("best"),
            _maybe("last"),
        ),
        "move": table(
            "move",
            _key("game", BigInteger),
            _key("round"),
            # From 0 in each round.
            _key("number"),
            _value("seat"),
            # The kind and who decided: the sum of two constants of moves.py.
            _value("decision"),
            # From 0 in each round: among its bids and passed bids, or among its plays; else null.
            _maybe("place"),
            # The amount of a bid, a suit, the number of discarded cards, or the cards of a play.
            _maybe("value", String),
            # Microseconds after the creation of the game.
            _value("after", BigInteger),
            _maybe("thinking_ms", BigInteger),
        ),
        # Cards that were discarded and drawn, once their shuffle is revealed.
        "discard": table(
            "discard",
            _key("game", BigInteger),
            _key("round"),
            # The number of the move.
            _key("number"),
            # Separated by spaces.
            _value("cards", String),
            _value("drawn", String),
        ),
        "departure": table(
            "departure",
            _key("game", BigInteger),
            # From 0 in each game.
            _key("number"),
            _value("player", String),
            # Whether the organizer or an operator removed the player.
            _value("removed", Boolean),
            _value("left_at", Instant),
        ),
        "automation": table(
            "automation",
            _key("game", BigInteger),
            # From 0 in each game.
            _key("number"),
            _value("seat"),
            # Null in games from before the reason was recorded.
            _maybe("reason", String),
            _value("level", String),
            _value("automated_at", Instant),
            _maybe("reclaimed_at", Instant),
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
        **player_results.tables(table, called),
    }


def _key(name: str, kind: Any = Integer) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def _value(name: str, kind: Any = Integer) -> Column[Any]:
    return Column(name, kind, nullable=False)


def _sums(measures: Iterable[Measure]) -> Iterator[Column[Any]]:
    return (_value(measure.name, BigInteger) for measure in measures)


def _maybe(name: str, kind: Any = Integer) -> Column[Any]:
    return Column(name, kind)
