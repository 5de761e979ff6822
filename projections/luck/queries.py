"""Reads luck: that of a game, and the means of a player's games."""

from __future__ import annotations

from collections.abc import Collection
from math import sqrt
from typing import Final

from msgspec import Struct
from sqlalchemy import BigInteger, Connection, Float, cast, func, select

from application.codec import GameId
from domain.events import PlayerId
from domain.luck.table import UNIT
from projections.engine.generations import active_tables
from projections.engine.projection import Row, rows_of
from projections.luck.projection import LUCK
from projections.players.profile import PROFILE
from projections.players.profile_queries import ProfileKey

_UNIT: Final = float(UNIT)


class SeatLuck(Struct, frozen=True, kw_only=True):
    """The parts of a seat's result: result - par = luck + play, exactly; in points or places."""

    seat: int
    player: PlayerId
    machine: bool
    """True if a machine played the seat at the end."""
    in_points: bool
    result: float
    par: float | None
    luck: float | None
    luck_error: float | None
    play_error: float | None
    luck_table: str | None

    @property
    def play(self) -> float | None:
        """The rest of the result; None without luck."""
        return None if self.par is None or self.luck is None else self.result - self.par - self.luck


class MeanLuck(Struct, frozen=True, kw_only=True):
    """The means of the parts of a player's results over games."""

    games: int
    """The number of games whose luck is known and that the player played to the end."""
    result: float
    """The mean of the result less par."""
    luck: float
    play: float
    play_error: float
    """The standard error of the mean play of a player that plays like the published player."""


def luck_of_game(connection: Connection, game: GameId) -> tuple[SeatLuck, ...]:
    """Return the luck of the seats of a public game that was won, in their order; none of other games.

    Raises NotBuilt.
    """
    table = active_tables(connection, LUCK)["luck"]
    rows = rows_of(connection, select(table).where(table.c.game == game).order_by(table.c.seat))
    return tuple(map(_seat_luck, rows))


def luck_of_seats(
    connection: Connection, seats: Collection[tuple[GameId, int]]
) -> dict[tuple[GameId, int], SeatLuck]:
    """Return the luck of seats, by game and seat; games that are not public or were not won have none.

    Raises NotBuilt.
    """
    table = active_tables(connection, LUCK)["luck"]
    rows = rows_of(connection, select(table).where(table.c.game.in_({game for game, _ in seats})))
    found = {(row["game"], row["seat"]): row for row in rows}
    return {seat: _seat_luck(found[seat]) for seat in seats if seat in found}


def mean_luck(connection: Connection, whose: ProfileKey) -> MeanLuck | None:
    """Return the means over the games of a profile whose luck is known; None if there are none.

    Games that the player left to a machine do not count.

    Raises NotBuilt.
    """
    of, played = active_tables(connection, LUCK)["luck"].c, active_tables(connection, PROFILE)["game"].c
    result = cast(of.result - of.par, BigInteger)
    # The square of an error would not fit into an integer.
    variance = cast(of.play_error, Float) * cast(of.play_error, Float)
    row = connection.execute(
        select(
            func.count().label("games"),
            func.sum(result).label("result"),
            func.sum(cast(of.luck, BigInteger)).label("luck"),
            func.sum(variance).label("variance"),
        ).where(
            played.variant == whose.variant,
            played.board == whose.board.value,
            played.player == whose.player,
            of.game == played.game,
            of.seat == played.seat,
            of.luck.is_not(None),
            # Nothing that was played at a forfeited seat counts for its owner.
            of.machine.is_(False),
        )
    ).one()
    if not row.games:
        return None
    count = row.games * _UNIT
    return MeanLuck(
        games=row.games,
        result=int(row.result) / count,
        luck=int(row.luck) / count,
        play=int(row.result - row.luck) / count,
        play_error=sqrt(row.variance) / count,
    )


def _seat_luck(row: Row) -> SeatLuck:
    return SeatLuck(
        seat=row["seat"],
        player=row["player"],
        machine=row["machine"],
        in_points=row["in_points"],
        result=row["result"] / _UNIT,
        par=_shown(row["par"]),
        luck=_shown(row["luck"]),
        luck_error=_shown(row["luck_error"]),
        play_error=_shown(row["play_error"]),
        luck_table=row["luck_table"],
    )


def _shown(units: int | None) -> float | None:
    return None if units is None else units / _UNIT
