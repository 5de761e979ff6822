"""Facts that follow from others: bids, plays, tricks and scores with their players, games and moments.

The tables of these facts have a short key for the game, and leave out what the tables of games, rounds and
seats have, because hundreds of rows of a game would repeat it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Integer,
    Subquery,
    and_,
    case,
    cast,
    func,
    select,
    type_coerce,
)
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from projections.engine.projection import Tables
from projections.engine.tracking import Instant
from projections.statistics.decisions.moves import BID, GROUP, KINDS_APART, PASS, PLAY
from projections.statistics.views.join_order import not_searched

Columns = ReadOnlyColumnCollection[str, Any]
Facts = Mapping[str, FromClause]

_INTERNAL: Final = ("number", "bids_opened_at", "first_move", "legal_counts")
"""Columns of games and rounds that only other facts need."""


def with_derived(tables: Tables) -> Facts:
    """Return the tables of one generation, with the derived facts in the place of their tables."""
    return {
        **tables,
        "round": _rounds(tables),
        "score": _scores(tables),
        "bid": _bids(tables),
        "trick": _tricks(tables),
        "play": _plays(tables),
    }


def happened_at(tables: Tables, after: ColumnElement[int]) -> ColumnElement[Any]:
    """Return the moment that is so many microseconds after the creation of the game."""
    return type_coerce(type_coerce(tables["game"].c.created_at, BigInteger) + after, Instant)


def by_machine(decision: ColumnElement[int]) -> ColumnElement[bool]:
    """Return whether a machine made a decision, or the rules did at the seat of a machine."""
    return decision.bitwise_and(1) == 1


def is_of_kind(decision: ColumnElement[int], first: int, last: int | None = None) -> ColumnElement[bool]:
    """Return whether a decision is of a kind, or of one of successive kinds."""
    upto = (first if last is None else last) + KINDS_APART
    return decision < upto if first == PLAY else and_(decision >= first, decision < upto)


def with_round(tables: Tables, source: FromClause, of: Columns) -> FromClause:
    """Join facts with their round; a database skips the join when a query does not read it."""
    round = tables["round"].c
    return source.outerjoin(tables["round"], and_(round.game == of.game, round["round"] == of["round"]))


def with_game(tables: Tables, name: str) -> FromClause:
    """Join facts with their game."""
    return tables[name].join(tables["game"], tables[name].c.game == not_searched(tables["game"].c.number))


def with_player(tables: Tables, name: str, seat: ColumnElement[int]) -> FromClause:
    """Join facts with their game, and with the player of a seat, which is skipped like a round."""
    game, player = tables["game"].c, tables["seat"].c
    found = with_game(tables, name)
    return found.outerjoin(tables["seat"], and_(player.game == game.game, player.seat == seat))


def _rounds(tables: Tables) -> Subquery:
    of, game = tables["round"].c, tables["game"].c
    own = (column for column in of if column.name not in ("game", "round", *_INTERNAL))
    return (
        select(game.game, of["round"], game.variant, game.seats, *own)
        .select_from(with_game(tables, "round"))
        .subquery("round")
    )


def _scores(tables: Tables) -> Subquery:
    of, game, seat, round = (tables[name].c for name in ("score", "game", "seat", "round"))
    own = of.machine, of.from_dealer, of.bid, of.tricks, of.made, of.points, of.total
    return (
        select(game.game, game.variant, of["round"], of.seat, seat.player, *own, round.scored_at.label("at"))
        .select_from(with_round(tables, with_player(tables, "score", of.seat), of))
        .subquery("score")
    )


def _bids(tables: Tables) -> Subquery:
    of, game, seat, round = (tables[name].c for name in ("move", "game", "seat", "round"))
    opened, made = round.bids_opened_at, happened_at(tables, of.after)
    return (
        select(
            game.game,
            game.variant,
            of["round"],
            of.place.label("number"),
            of.seat,
            seat.player,
            by_machine(of.decision).label("machine"),
            # A database may compute the column before it leaves out values that are no numbers.
            case((is_of_kind(of.decision, BID), cast(of.value, Integer))).label("amount"),
            type_coerce(func.coalesce(opened, made), Instant).label("at"),
        )
        .select_from(with_round(tables, with_player(tables, "move", of.seat), of))
        .where(is_of_kind(of.decision, BID, PASS), of.place.is_not(None))
        .subquery("bid")
    )


def _tricks(tables: Tables) -> Subquery:
    of, game, player = tables["trick"].c, tables["game"].c, tables["seat"].c
    plays = {name: tables["move"].alias(name) for name in ("lead", "best", "last")}
    lead, best, last = (play.c for play in plays.values())
    # Where all seats played in turn, the numbers of the plays follow.
    turns = case((of.winner < of.leader, of.winner - of.leader + game.seats), else_=of.winner - of.leader)
    numbers = {
        "lead": of.lead,
        "best": func.coalesce(of.best, of.lead + turns),
        "last": func.coalesce(of.last, of.lead + game.seats - 1),
    }
    source = with_game(tables, "trick")
    for name, play in plays.items():
        is_of_round = and_(play.c.game == of.game, play.c["round"] == of["round"])
        source = source.outerjoin(play, and_(is_of_round, play.c.number == numbers[name]))
    source = source.outerjoin(tables["seat"], and_(player.game == game.game, player.seat == of.winner))
    return (
        select(
            game.game,
            game.variant,
            of["round"],
            of.trick,
            of.leader,
            of.winner,
            player.player,
            by_machine(best.decision).label("machine"),
            best.value.label("card"),
            case((of.last.is_(None), game.seats), else_=1 + last.place - lead.place).label("cards"),
            happened_at(tables, last.after).label("at"),
            lead.value.label("lead_card"),
        )
        .select_from(source)
        .subquery("trick")
    )


def _plays(tables: Tables) -> Subquery:
    of, game, seat = (tables[name].c for name in ("move", "game", "seat"))
    trick = case((is_of_kind(of.decision, PLAY), of.place // game.seats))
    return (
        select(
            game.game,
            game.variant,
            of["round"],
            of.place.label("number"),
            trick.label("trick"),
            of.seat,
            seat.player,
            by_machine(of.decision).label("machine"),
            of.value.label("cards"),
            (1 + func.length(of.value) - func.length(func.replace(of.value, " ", ""))).label("count"),
            happened_at(tables, of.after).label("at"),
        )
        .select_from(with_player(tables, "move", of.seat))
        .where(is_of_kind(of.decision, PLAY, GROUP))
        .subquery("play")
    )
