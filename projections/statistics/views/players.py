"""The views of people: their results by day, against each other, and the history of their ratings."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Double,
    FromClause,
    Subquery,
    Table,
    case,
    cast,
    func,
    literal,
    select,
)

from projections.engine.projection import Tables
from projections.finished_games.progress import MACHINE
from projections.statistics.player_results import PLAYER_DAY
from projections.statistics.views.definition import Identity, Reference, View, ViewColumn
from projections.statistics.views.timestamps import moment

RATING_HISTORY: Final = "v_rating_history"

_COUNTED = (
    "Counts public games that were won and in which a person played, as profiles do; games that were closed, "
    "and games of machines alone, count for nobody. A rank on a leaderboard needs a number of games and of "
    "different opponents besides. A person whose seat the machine plays at the end has lost: the place is "
    "behind all others, and the points do not count."
)
_RATED = "null before the end, for machine players, and in games that rate nobody"


def players(tables: Tables) -> tuple[View, ...]:
    """Return the views of people over one generation of the tables."""
    return _player_day(tables), _head_to_head(tables), _rating_history(tables)


def seat_results(seat: FromClause) -> tuple[ViewColumn, ...]:
    """Return the last columns of the view of seats: ratings, and who made the moves."""
    of = seat.c
    moves: ColumnElement[int] = of.person_moves + of.machine_moves
    return (
        ViewColumn(
            "rating_before",
            "The mean of the person's rating before the game, as the leaderboard of all time and of the "
            f"game's board computes it; 25 before the first game; {_RATED}.",
            of.rating_before,
        ),
        ViewColumn("rating_after", f"The mean of the rating after the game; {_RATED}.", of.rating_after),
        ViewColumn(
            "uncertainty_before",
            f"The uncertainty (sigma) of the rating before the game; {_RATED}.",
            of.uncertainty_before,
        ),
        ViewColumn(
            "uncertainty_after",
            f"The uncertainty (sigma) of the rating after the game; {_RATED}.",
            of.uncertainty_after,
        ),
        ViewColumn(
            "opponents_rating",
            "The strength of the opponents: the mean of rating_before over those who were rated, which are "
            "people after their first game, and machine players, whose rating is fixed for each level; null "
            "if none was, before the end, and in games that rate nobody.",
            of.opponents_rating,
        ),
        ViewColumn(
            "person_move_count",
            "How many moves the person made at the seat, as v_game counts them; null before the end, and if "
            "the game was closed.",
            of.person_moves,
        ),
        ViewColumn(
            "machine_move_count",
            "How many moves machines made at the seat, the machine player or in place of the person; null "
            "before the end, and if the game was closed.",
            of.machine_moves,
        ),
        ViewColumn(
            "person_move_share",
            "The share of the seat's moves that the person made, from 0 to 1; the rest were made by "
            "machines. Null without moves.",
            cast(of.person_moves, Double) / func.nullif(moves, 0),
        ),
    )


def _player_day(tables: Tables) -> View:
    of = tables[PLAYER_DAY].c
    return View(
        name="v_player_day",
        comment="What people achieved, day by day. " + _COUNTED,
        key=("day", "variant", "player", "board"),
        source=tables[PLAYER_DAY],
        columns=(
            _player(of.player),
            ViewColumn("day", "The day on which the games ended, in UTC.", of.day),
            _variant(of.variant),
            _board(of.board),
            ViewColumn("game_count", "The number of games.", of.games),
            ViewColumn("win_count", "The number of these games that the player won.", of.wins),
            ViewColumn(
                "place_sum", "The sum of the player's places in these games, 1 for the best.", of.places
            ),
            ViewColumn(
                "opponent_count",
                "The number of other seats in these games, summed: between place_sum = game_count, always "
                "first, and game_count + opponent_count, always last.",
                of.opponents,
            ),
            ViewColumn(
                "points_sum",
                "The sum of the player's points in these games; 0 in a variant without points.",
                of.points,
            ),
            ViewColumn(
                "move_count",
                "The number of moves that the player made in these games, without those of a machine in the "
                "player's place.",
                of.moves,
            ),
            ViewColumn(
                "duration_ms",
                "The sum of the durations of these games, from the start to the end, in milliseconds.",
                of.duration_ms,
            ),
        ),
    )


def _head_to_head(tables: Tables) -> View:
    met = _meetings(tables["seat"], tables["game"])
    of = met.c
    return View(
        name="v_head_to_head",
        comment="People against their opponents, over all time; each pair of people has two rows. "
        + _COUNTED,
        key=("player", "variant", "board", "opponent"),
        source=met,
        columns=(
            _player(of.player),
            ViewColumn(
                "opponent",
                "The id of the opponent; machine for all machine players of a game together, which count as "
                "one with their best place.",
                of.opponent,
                Identity.PLAYER,
            ),
            _variant(of.variant),
            _board(of.board),
            ViewColumn("game_count", "The number of games together.", of.games),
            ViewColumn("ahead_count", "The number of these in which the player came ahead.", of.ahead),
            ViewColumn(
                "behind_count",
                "The number of these in which the player came behind.",
                of.games - of.ahead - of.level,
            ),
            ViewColumn("level_count", "The number of these in which both shared a place.", of.level),
        ),
    )


def _meetings(seat: Table, game: Table) -> Subquery:
    """Return a query that counts the meetings of people and their opponents from the facts of seats.

    It is quick for a player, whose seats an index finds; sums would be written for each pair at each game.
    """
    own, other = seat.alias("own"), seat.alias("other")
    opponent = case((_is_rated(other), other.c.player), else_=literal(MACHINE))
    seats = own.join(other, (other.c.game == own.c.game) & (other.c.seat != own.c.seat))
    in_game = (
        select(
            own.c.player,
            own.c.variant,
            game.c.board,
            opponent.label("opponent"),
            func.min(_rank(own)).label("rank"),
            func.min(_rank(other)).label("rank_of_opponent"),
        )
        .select_from(seats.join(game, game.c.game == own.c.game))
        .where(_is_rated(own))
        .group_by(own.c.game, own.c.player, own.c.variant, game.c.board, opponent)
        .subquery("in_game")
    )
    of = in_game.c
    key = of.player, of.variant, of.board, of.opponent
    return (
        select(
            *key,
            _count(literal(1)).label("games"),
            _count(case((of.rank < of.rank_of_opponent, 1))).label("ahead"),
            _count(case((of.rank == of.rank_of_opponent, 1))).label("level"),
        )
        .group_by(*key)
        .subquery("met")
    )


def _count(value: ColumnElement[int]) -> ColumnElement[int]:
    return func.count(value, type_=BigInteger)


def _is_rated(seat: FromClause) -> ColumnElement[bool]:
    """Return whether a seat was that of a person, in a game that rates people."""
    found: ColumnElement[bool] = seat.c.rating_after.is_not(None)
    return found


def _rank(seat: FromClause) -> ColumnElement[int]:
    """Return the place of a seat; a person who handed it over comes behind all others."""
    handed_over = seat.c.machine & _is_rated(seat)
    return case((handed_over, seat.c.seats + 1), else_=seat.c.place)


def _rating_history(tables: Tables) -> View:
    seat, game = tables["seat"], tables["game"]
    of = seat.c
    return View(
        name=RATING_HISTORY,
        comment="The ratings of people around each rated game: public games that were won and in which a "
        "person played. Games of people alone and games with machine players are rated "
        "apart, by board; VOUCHED and shorter windows of time are not here. In the order of at, except for "
        "games that ended within the difference of two servers' clocks.",
        key=("game", "player"),
        references=(Reference(("game",), "v_game"), Reference(("game", "seat"), "v_seat")),
        source=seat.join(game, of.game == game.c.game),
        where=of.rating_after.is_not(None),
        columns=(
            _player(of.player),
            _variant(of.variant),
            _board(game.c.board),
            ViewColumn("game", "The id of the game, as in v_game.", of.game, Identity.GAME),
            ViewColumn("seat", "The seat of the player, from 0, as in v_seat.", of.seat),
            ViewColumn("at", "When the game ended.", moment(of.ended_at)),
            ViewColumn(
                "rating_before", "The mean of the rating before the game, as in v_seat.", of.rating_before
            ),
            ViewColumn(
                "rating_after", "The mean of the rating after the game, as in v_seat.", of.rating_after
            ),
            ViewColumn(
                "uncertainty_before",
                "The uncertainty (sigma) of the rating before the game, as in v_seat.",
                of.uncertainty_before,
            ),
            ViewColumn(
                "uncertainty_after",
                "The uncertainty (sigma) of the rating after the game, as in v_seat.",
                of.uncertainty_after,
            ),
        ),
    )


def _player(player: ColumnElement[str]) -> ViewColumn:
    return ViewColumn("player", "The id of the player, a person.", player, Identity.PLAYER)


def _variant(variant: ColumnElement[str]) -> ViewColumn:
    return ViewColumn("variant", "The game that was played.", variant)


def _board(board: ColumnElement[str]) -> ViewColumn:
    return ViewColumn(
        "board", "people if no machine player had a seat, mixed if one had, as in v_game.", board
    )
