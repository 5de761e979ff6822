"""Statistics of whole games in the schema: places, starting hands, ranks, lengths and activity."""

from __future__ import annotations

from datetime import date, datetime

import strawberry

from api.graphql.queries.statistics.row_parts import begins, part
from api.graphql.types.derivation import described
from domain.cards import Rank
from projections.statistics.metrics import RANKS
from projections.statistics.queries import Activity, Figure, Lengths


@strawberry.type(description="How often a seat came in a place.")
class SeatPlace:
    """Places by seat."""

    begins: date | None = begins()
    seat: int = described("The seat, from 0 clockwise.")
    place: int = described("The place, from 1: one more than there are seats before it.")
    games: int = described("How many games of the seat ended so.")
    share: float | None = described("The part of the games of this seat, from 0 to 1; null for none.")
    points: int = described("The totals at the end, added up; 0 in a variant without points.")
    average_points: float | None = described("The mean of the totals; null for no games.")

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


@strawberry.type(description="How often a starting hand, by its strength, led to a place.")
class StartingHandPlace:
    """Places by the strength of the starting hand."""

    begins: date | None = begins()
    strength_place: int = described(
        "The place of the hand by strength, 1 for the strongest at the table; equals share the better place."
    )
    place: int = described("The place at the end, from 1: one more than there are seats before it.")
    games: int = described("How many games of a seat went so.")
    share: float | None = described("The part of the games with such a hand, from 0 to 1; null for none.")
    average_strength: float | None = described(
        "The mean strength of the hands, as the variant reckons it; null for no games."
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


@strawberry.type(description="How often cards of a rank were played by who came in a place.")
class RankPlayed:
    """Plays by rank and place."""

    begins: date | None = begins()
    rank: Rank = described("The rank of the cards.")
    place: int = described("The place at the end of who played them, from 1.")
    plays: int = described("How often they were played.")
    cards: int = described("How many cards these plays had together.")
    average_cards: float | None = described("The mean number of cards in a play; null for no plays.")

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


@strawberry.type(description="How long games were.")
class GameLengths:
    """The lengths of games."""

    begins: date | None = begins()
    games: int = described("How many games were finished.")
    rounds: int = described("How many rounds were dealt in them.")
    moves: int = described("How many moves were made in them.")
    seconds: float = described("The seconds from their starts to their ends, added up.")
    average_rounds: float | None = described("The mean number of rounds in a game; null for no games.")
    average_moves: float | None = described("The mean number of moves in a game; null for no games.")
    average_seconds: float | None = described(
        "The mean of the seconds from a game's start to its end; null for no games."
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


@strawberry.type(name="Activity", description="How busy it was.")
class Busyness:
    """The activity in a period."""

    begins: datetime | None = described("When the stretch of time begins; null where all is in one.")
    created: int = described("How many games were created.")
    started: int = described("How many games were started.")
    ended: int = described("How many games were won or closed.")
    moves: int = described("How many moves were made.")
    machine_moves: int = described("How many of them machines made.")
    active_players: int | None = described(
        "How many people made a move, each counted once; null by the hour, for which it is not counted."
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
