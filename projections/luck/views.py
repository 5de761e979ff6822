"""The views of luck, by game and by round."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Double, case, cast, literal
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from domain.luck.table import UNIT
from projections.engine.projection import Tables
from projections.statistics.views.definition import Identity, Reference, View, ViewColumn
from projections.statistics.views.timestamps import moment

_Columns = ReadOnlyColumnCollection[str, Any]

_GAME: Final = "The id of the game."
_SEAT: Final = "The seat, from 0 clockwise."
_VARIANT: Final = "The game that was played."
_PLAYER: Final = "The id of the player who had the seat at the end."
_MACHINE: Final = "True if a machine played the seat at the end."
_UNIT: Final = "The unit of the values: points; places in a game without points."
_LUCK: Final = (
    "The worth of the seat's {hands} less par; null while a hand is not public, and without a table of luck."
)
_PLAY: Final = "The rest: result less par and luck. result - par = luck + play, exactly, also in sums."
_LUCK_ERROR: Final = "The standard error of luck and play: the table of luck is an estimate."
_PLAY_ERROR: Final = (
    "The standard deviation of play if the seat plays like the published player: less than twice that may be "
    "chance."
)
_TABLE: Final = "The name of the table of luck; null if there is none for the rules of the game."


def views(tables: Tables) -> tuple[View, ...]:
    """Return the views over one generation of the tables."""
    return _luck(tables), _round_luck(tables)


def _luck(tables: Tables) -> View:
    of = tables["luck"].c
    return View(
        name="v_luck",
        comment="The results of seats in games that were won, split into par, luck of the deals, and play.",
        key=("game", "seat"),
        references=(Reference(("game",), "v_game"), Reference(("game", "seat"), "v_seat")),
        source=tables["luck"],
        columns=(
            ViewColumn("game", _GAME, of.game, Identity.GAME),
            ViewColumn("seat", _SEAT, of.seat),
            ViewColumn("variant", _VARIANT, of.variant),
            ViewColumn("seats", "The number of seats.", of.seats),
            ViewColumn("player", _PLAYER, of.player, Identity.PLAYER),
            ViewColumn("machine", _MACHINE, of.machine),
            ViewColumn("ended_at", "The time of the end.", moment(of.ended_at)),
            ViewColumn("rounds_dealt", "The number of rounds dealt.", of.rounds),
            *_parts(
                of,
                of,
                "Points less the mean of the table; in places: the middle place less the place of the seat.",
                deals="deals",
                hands="hands",
            ),
        ),
    )


def _round_luck(tables: Tables) -> View:
    of, game = tables["round_luck"].c, tables["luck"].c
    source = tables["round_luck"].join(tables["luck"], (of.game == game.game) & (of.seat == game.seat))
    return View(
        name="v_round_luck",
        comment="The same for each round, in games that were won.",
        key=("game", "round", "seat"),
        references=(Reference(("game", "round"), "v_round"), Reference(("game", "seat"), "v_seat")),
        source=source,
        columns=(
            ViewColumn("game", _GAME, of.game, Identity.GAME),
            ViewColumn("round", "The round of the game, from 0.", of["round"]),
            ViewColumn("seat", _SEAT, of.seat),
            ViewColumn("variant", _VARIANT, game.variant),
            ViewColumn("seats", "The number of seats.", game.seats),
            ViewColumn("player", _PLAYER, game.player, Identity.PLAYER),
            ViewColumn("machine", _MACHINE, game.machine),
            ViewColumn("ended_at", "The time of the end of the game.", moment(game.ended_at)),
            ViewColumn("from_dealer", "Places to the left of the dealer, 0 for the dealer.", of.from_dealer),
            *_parts(
                of,
                game,
                "Points less the mean of the table, 0 in a round that was passed out; in places: the middle "
                "place less the place of the seat.",
                deals="deal",
                hands="hand",
            ),
        ),
    )


def _parts(of: _Columns, game: _Columns, result: str, *, deals: str, hands: str) -> tuple[ViewColumn, ...]:
    """Return the columns of the parts of a result, of a game or of a round."""
    par = f"The result that the seat could expect before the {deals}."
    return (
        ViewColumn("unit", _UNIT, _unit(game)),
        ViewColumn("result", result, _value(of.result)),
        ViewColumn("par", par, _value(of.par)),
        ViewColumn("luck", _LUCK.format(hands=hands), _value(of.luck)),
        ViewColumn("play", _PLAY, _play(of)),
        ViewColumn("luck_error", _LUCK_ERROR, _value(of.luck_error)),
        ViewColumn("play_error", _PLAY_ERROR, _value(of.play_error)),
        ViewColumn("luck_table", _TABLE, game.luck_table),
    )


def _value(stored: ColumnElement[int]) -> ColumnElement[Any]:
    # A power of two divides a floating point number exactly.
    return cast(stored, Double) / literal(float(UNIT), Double)


def _play(of: _Columns) -> ColumnElement[Any]:
    return _value(of.result - of.par - of.luck)


def _unit(of: _Columns) -> ColumnElement[Any]:
    return case((of.in_points, "points"), else_="places")
