"""Statistics of whole games in the schema: places, starting hands, ranks, lengths and activity."""

from __future__ import annotations

from datetime import date, datetime

import strawberry

from api.graphql.queries.statistics.row_parts import begins, part
from api.graphql.types.derivation import described
from domain.cards import Rank
from projections.statistics.metrics import RANKS
from projections.statistics.queries import Activity, Figure, Lengths


@strawberry.type(description="The frequency of a place for a seat.")
class SeatPlace:
    """Places by seat."""

    begins: date | None = begins()
    seat: int = described("The seat, from 0 clockwise.")
    place: int = described("The place, from 1: the number of seats ahead, plus one.")
    games: int = described("The number of games in which the seat had this place.")
    share: float | None = described("The share of the seat's games, from 0 to 1; null without games.")
    points: int = described("The sum of the final scores; 0 in a variant without points.")
    average_points: float | None = described("The average final score; null without games.")

    @classmethod
    def of(cls, row: Figure, share: float | None) -> SeatPlace:
        """Return the record of a seat and a place."""
        return cls(
            begins=row.begins,
            seat=row.x,
            place=row.y,
            games=row.count,
            share=share,
            points=row.total,
            average_points=part(row.total, row.count),
        )


@strawberry.type(description="The frequency of a place for a starting hand, by its strength.")
class StartingHandPlace:
    """Places by the strength of the starting hand."""

    begins: date | None = begins()
    strength_place: int = described(
        "The hand's place by strength, 1 for the strongest at the table; equal hands share the better place."
    )
    place: int = described("The final place, from 1: the number of seats ahead, plus one.")
    games: int = described("The number of times that such a hand led to this place.")
    share: float | None = described("The share of such hands, from 0 to 1; null without any.")
    average_strength: float | None = described(
        "The average strength of the hands, as the variant computes it; null without games."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> StartingHandPlace:
        """Return the record of a starting hand and a place."""
        return cls(
            begins=row.begins,
            strength_place=row.x,
            place=row.y,
            games=row.count,
            share=share,
            # The total of strengths is in hundredths.
            average_strength=part(row.total, 100 * row.count),
        )


@strawberry.type(description="The frequency of plays with cards of a rank, by the player's final place.")
class RankPlayed:
    """Plays by rank and place."""

    begins: date | None = begins()
    rank: Rank = described("The rank of the cards.")
    place: int = described("The final place of the players, from 1.")
    plays: int = described("The number of plays.")
    cards: int = described("The number of cards in all plays.")
    average_cards: float | None = described("The average number of cards in a play; null without plays.")

    @classmethod
    def of(cls, row: Figure) -> RankPlayed:
        """Return the plays of a rank by players of a place."""
        return cls(
            begins=row.begins,
            rank=RANKS[row.x],
            place=row.y,
            plays=row.count,
            cards=row.total,
            average_cards=part(row.total, row.count),
        )


@strawberry.type(description="The lengths of games.")
class GameLengths:
    """The lengths of games."""

    begins: date | None = begins()
    games: int = described("The number of finished games.")
    rounds: int = described("The number of rounds dealt in these games.")
    moves: int = described("The number of moves in these games.")
    seconds: float = described("The sum of the games' durations in seconds.")
    average_rounds: float | None = described("The average number of rounds in a game; null without games.")
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
    created: int = described("The number of games created.")
    started: int = described("The number of games started.")
    ended: int = described("The number of games won or closed.")
    moves: int = described("The number of moves.")
    machine_moves: int = described("The number of these moves that machine players made.")
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
