"""The parts of a profile in the schema: ratings, games, and totals over many games."""

from __future__ import annotations

from datetime import datetime

import strawberry

from api.graphql.errors.null_fields import null_beside_error
from api.graphql.games.game_reference import GameReference
from api.graphql.games.types import Game
from api.graphql.queries.ratings import Rating
from api.graphql.queries.totals import Streaks, Totals
from api.graphql.types.derivation import described
from api.graphql.types.players import Player
from domain.cards import Suit
from domain.events import PlayerId
from projections.players.profile_queries import Bid, Opponent, PlayedGame, PlayerTotals, SeatTotals, Trump


@strawberry.type(description="A finished game in a profile.")
class ProfileGame:
    """A player's result in a finished game."""

    game: GameReference = described(
        f"The game. {null_beside_error('you lose access to it before all that you select is read')}",
        Game | None,
    )
    ended_at: datetime = described("The time at which the game was won.")
    player_count: int = described("The number of players.")
    seat: int = described("The player's seat, from 0 clockwise.")
    place: int = described("The player's place, from 1: the number of players ahead, plus one.")
    won: bool = described("Whether the player won.")
    points: int | None = described("The player's final score; null in a variant without points.")
    rating: Rating = described("The player's rating after the game.")

    @classmethod
    def of(cls, game: PlayedGame, viewer: PlayerId | None) -> ProfileGame:
        """Return a finished game, which is public, as profiles show it."""
        return cls(
            game=GameReference(game.game, viewer),
            ended_at=game.ended_at,
            player_count=game.seats,
            seat=game.seat,
            place=game.place,
            won=game.won,
            points=game.points,
            rating=Rating.of(game),
        )


@strawberry.type(description="Totals over all games of a profile.")
class ProfileTotals(Totals):
    """Totals over all games of a profile."""

    average_place: float = described("The player's average place.")
    rounds: int = described("The number of rounds dealt.")
    tricks: int = described("The number of tricks that the player has won.")
    tricks_played: int = described("The number of tricks that all players at the table have won.")

    @classmethod
    def of(cls, sums: PlayerTotals) -> ProfileTotals:
        """Return the totals of a profile."""
        return cls(
            games=sums.games,
            wins=sums.wins,
            win_rate=sums.wins / sums.games,
            average_place=sums.places / sums.games,
            points=sums.points,
            rounds=sums.rounds,
            tricks=sums.tricks,
            tricks_played=sums.tricks_played,
            bids_made=sums.bids_made,
            bids_failed=sums.bids_failed,
        )


@strawberry.type(description="Runs of consecutive wins and losses; a shared win is a win.")
class ProfileStreaks(Streaks):
    """A player's winning and losing streaks."""

    losing: int = described("The number of consecutive losses up to the last game.")
    longest_losing: int = described("The longest run of consecutive losses.")


@strawberry.type(description="A player's bids of one amount, and their success.")
class ProfileBid:
    """A player's bids of one amount that counted when the round was scored."""

    amount: int = described("The amount of the bid.")
    made: int = described("The number of these bids that were made.")
    failed: int = described("The number of these bids that were not made.")
    success_rate: float = described("The share of these bids that were made, from 0 to 1.")

    @classmethod
    def of(cls, bid: Bid) -> ProfileBid:
        """Return the record of a bid amount."""
        rate = bid.made / (bid.made + bid.failed)
        return cls(amount=bid.amount, made=bid.made, failed=bid.failed, success_rate=rate)


@strawberry.type(description="The number of times that a player chose a suit as trump.")
class ProfileTrump:
    """A trump suit and how often the player named it."""

    suit: Suit = described("The suit.")
    times: int = described("The number of times that the player chose it.")

    @classmethod
    def of(cls, trump: Trump) -> ProfileTrump:
        """Return the record of a trump suit."""
        return cls(suit=Suit(trump.suit), times=trump.times)


@strawberry.type(description="A player's results in one seat at tables of one size.")
class ProfileSeat:
    """A player's record in one seat at tables of one size."""

    player_count: int = described("The number of players.")
    seat: int = described("The seat, from 0 clockwise.")
    games: int = described("The number of games that the player has finished in this seat.")
    wins: int = described("The number of these games that the player has won.")
    average_place: float = described("The player's average place in this seat.")

    @classmethod
    def of(cls, at: SeatTotals) -> ProfileSeat:
        """Return the record of a seat."""
        place = at.places / at.games
        return cls(player_count=at.seats, seat=at.seat, games=at.games, wins=at.wins, average_place=place)


@strawberry.type(description="A player's results against one opponent.")
class HeadToHead:
    """The comparison of two players in the games that both have finished."""

    opponent: PlayerId | None = described("The opponent; null stands for all machine players.", Player | None)
    games: int = described("The number of games that both have finished together.")
    ahead: int = described(
        "The number of these games in which the player was ahead; against machine players, ahead of "
        "all of them."
    )
    level: int = described("The number of these games in which both shared a place.")
    behind: int = described("The number of these games in which the opponent was ahead.")

    @classmethod
    def of(cls, met: Opponent) -> HeadToHead:
        """Return the comparison with an opponent."""
        return cls(
            opponent=met.player,
            games=met.games,
            ahead=met.ahead,
            level=met.level,
            behind=met.games - met.ahead - met.level,
        )
