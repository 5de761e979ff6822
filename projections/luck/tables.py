"""The tables of luck: one row for each seat of a game, and one for each seat of a round.

Values are whole numbers of 1 / `UNIT` of a point or a place. What follows from others is left to the views.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, Column, Index, Integer, MetaData, String, Table, Uuid

from projections.engine.generations import Instant
from projections.engine.projection import Naming, Tables


def define(metadata: MetaData, called: Naming) -> Tables:
    """Define the tables of one generation."""
    of_game = Table(
        called("luck"),
        metadata,
        Column("game", Uuid, primary_key=True),
        _key("seat"),
        Column("variant", String, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("player", String, nullable=False),
        Column("machine", Boolean, nullable=False),
        # True if the values are points, false if they are places.
        Column("in_points", Boolean, nullable=False),
        Column("rounds", Integer, nullable=False),
        *_values(),
        # The name of the table of luck; null if there is none for the game's rules.
        Column("luck_table", String),
        Column("ended_at", Instant, nullable=False),
        sqlite_with_rowid=False,
    )
    Index(called("luck_by_player"), of_game.c.player, of_game.c.variant, of_game.c.ended_at)
    of_round = Table(
        called("round_luck"),
        metadata,
        Column("game", Uuid, primary_key=True),
        _key("round"),
        _key("seat"),
        # Places to the left of the dealer, 0 for the dealer.
        Column("from_dealer", Integer, nullable=False),
        *_values(),
        sqlite_with_rowid=False,
    )
    return {"luck": of_game, "round_luck": of_round}


def _key(name: str) -> Column[Any]:
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _values() -> tuple[Column[Any], ...]:
    names = ("result", "par", "luck", "luck_error", "play_error")
    return tuple(Column(name, Integer) for name in names)
