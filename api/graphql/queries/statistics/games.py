"""Statistics of whole games in the schema: places, starting hands, ranks, lengths and activity."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final

import strawberry

from api.graphql.queries.statistics.row_parts import begins, column, columns_of, measure_field, part
from api.graphql.types.derivation import described
from domain.cards import Rank
from projections.statistics.metrics import HOURLY, LENGTHS, RANKS, Metric
from projections.statistics.queries import Activity, Figure, Lengths

_LENGTHS: Final = {measure.name: measure for measure in LENGTHS}
_HOURLY: Final = {measure.name: measure for measure in HOURLY}


@strawberry.type(description="The frequency of a place for a seat.")
class SeatPlace:
    """Places by seat."""

    begins: date | None = begins()
    seat: int = column(Metric.SEAT, "seat")
    place: int = column(Metric.SEAT, "place")
    games: int = column(Metric.SEAT, "games")
    share: float | None = described("The share of the seat's games, from 0 to 1; null without games.")
    points: int = column(Metric.SEAT, "points")
    average_points: float | None = described("The average final score; null without games.")

    @classmethod
    def of(cls, row: Figure, share: float | None) -> SeatPlace:
        """Return the record of a seat and a place."""
        average = part(row.total, row.count)
        return cls(**columns_of(Metric.SEAT, row), share=share, average_points=average)


@strawberry.type(description="The frequency of a place for a seat, at tables of one number of players.")
class TablePlace:
    """Places by number of players and seat."""

    begins: date | None = begins()
    player_count: int = described("The number of players.")
    seat: int = column(Metric.SEAT, "seat")
    place: int = column(Metric.SEAT, "place")
    games: int = column(Metric.SEAT, "games")
    share: float | None = described(
        "The share of the seat's games at such tables, from 0 to 1; null without games."
    )
    points: int = column(Metric.SEAT, "points")
    average_points: float | None = described("The average final score; null without games.")

    @classmethod
    def of(cls, row: Figure, share: float | None) -> TablePlace:
        """Return the record of a seat and a place at tables of one size."""
        return cls(
            begins=row.begins,
            player_count=row.seats,
            seat=row.x,
            place=row.y,
            games=row.count,
            share=share,
            points=row.total,
            average_points=part(row.total, row.count),
        )


@strawberry.type(description="The frequency of a number of rounds in a game.")
class RoundCount:
    """Games by their number of rounds."""

    begins: date | None = begins()
    rounds: int = column(Metric.GAME, "rounds")
    games: int = column(Metric.GAME, "games")
    share: float | None = described("The share of the games, from 0 to 1; null without games.")
    average_seconds: float | None = described(
        "The average duration of these games in seconds; null without games."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> RoundCount:
        """Return the record of a number of rounds."""
        columns = columns_of(Metric.GAME, row)
        seconds = columns.pop("seconds")
        return cls(**columns, share=share, average_seconds=part(seconds, row.count))


@strawberry.type(description="The frequency of a place for a starting hand, by its strength.")
class StartingHandPlace:
    """Places by the strength of the starting hand."""

    begins: date | None = begins()
    strength_place: int = column(Metric.STRENGTH, "strength_place")
    place: int = column(Metric.STRENGTH, "place")
    games: int = column(Metric.STRENGTH, "games")
    share: float | None = described("The share of such hands, from 0 to 1; null without any.")
    average_strength: float | None = described(
        "The average strength of the hands, as the variant computes it; null without games."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> StartingHandPlace:
        """Return the record of a starting hand and a place."""
        return cls(**_hand_columns(row), share=share)


@strawberry.type(
    description="The frequency of a place for a starting hand, by its strength, at tables of one number of "
    "players."
)
class TableHandPlace:
    """Places by number of players and the strength of the starting hand."""

    begins: date | None = begins()
    player_count: int = described("The number of players.")
    strength_place: int = column(Metric.STRENGTH, "strength_place")
    place: int = column(Metric.STRENGTH, "place")
    games: int = column(Metric.STRENGTH, "games")
    share: float | None = described("The share of such hands, from 0 to 1; null without any.")
    average_strength: float | None = described(
        "The average strength of the hands, as the variant computes it; null without games."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> TableHandPlace:
        """Return the record of a starting hand and a place at tables of one size."""
        return cls(player_count=row.seats, **_hand_columns(row), share=share)


def _hand_columns(row: Figure) -> dict[str, Any]:
    columns = columns_of(Metric.STRENGTH, row)
    # The total of strengths is in hundredths.
    columns["average_strength"] = part(columns.pop("strength"), 100 * row.count)
    return columns


@strawberry.type(description="The frequency of plays with cards of a rank, by the player's final place.")
class RankPlayed:
    """Plays by rank and place."""

    begins: date | None = begins()
    rank: Rank = column(Metric.RANK_PLAYED, "rank")
    place: int = column(Metric.RANK_PLAYED, "place")
    plays: int = column(Metric.RANK_PLAYED, "plays")
    cards: int = column(Metric.RANK_PLAYED, "cards")
    average_cards: float | None = described("The average number of cards in a play; null without plays.")

    @classmethod
    def of(cls, row: Figure) -> RankPlayed:
        """Return the plays of a rank by players of a place."""
        columns = columns_of(Metric.RANK_PLAYED, row) | {"rank": RANKS[row.x]}
        return cls(**columns, average_cards=part(row.total, row.count))


@strawberry.type(description="The lengths of games.")
class GameLengths:
    """The lengths of games."""

    begins: date | None = begins()
    games: int = measure_field(_LENGTHS["games"])
    rounds: int = measure_field(_LENGTHS["rounds"])
    moves: int = measure_field(_LENGTHS["moves"])
    seconds: float = measure_field(_LENGTHS["seconds"])
    average_rounds: float | None = described(
        "The average number of rounds dealt in a game; null without games."
    )
    average_moves: float | None = described("The average number of moves in a game; null without games.")
    average_seconds: float | None = described(
        "The average duration of a game in seconds; null without games."
    )

    @classmethod
    def of(cls, row: Lengths) -> GameLengths:
        """Return the lengths of games in a period."""
        return cls(
            begins=row.begins,
            games=row.games,
            rounds=row.rounds,
            moves=row.moves,
            seconds=float(row.seconds),
            average_rounds=part(row.rounds, row.games),
            average_moves=part(row.moves, row.games),
            average_seconds=part(row.seconds, row.games),
        )


@strawberry.type(name="Activity", description="The activity on the server.")
class Busyness:
    """The activity in a period."""

    begins: datetime | None = described("The start of the period; null without periods.")
    created: int = measure_field(_HOURLY["created"])
    started: int = measure_field(_HOURLY["started"])
    ended: int = measure_field(_HOURLY["ended"])
    moves: int = measure_field(_HOURLY["moves"])
    machine_moves: int = measure_field(_HOURLY["machine_moves"])
    active_players: int | None = described(
        "The number of different people who made a move; null by the hour, for which it is not counted."
    )

    @classmethod
    def of(cls, row: Activity) -> Busyness:
        """Return the activity in a period."""
        return cls(
            begins=row.begins,
            created=row.created,
            started=row.started,
            ended=row.ended,
            moves=row.moves,
            machine_moves=row.machine_moves,
            active_players=row.people,
        )
