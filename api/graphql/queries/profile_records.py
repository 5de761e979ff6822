"""The parts of a profile in the schema: ratings, games, and totals over many games."""

from __future__ import annotations

from datetime import datetime

import strawberry

from api.graphql.types.derivation import described
from api.graphql.types.players import Names, Player
from domain.cards import Suit
from projections.players.profile_queries import AtSeat, Bid, Finished, Opponent, Sums, Trump


@strawberry.type(description="How good a player is thought to be.")
class ProfileRating:
    """A player's rating: mean (mu), uncertainty (sigma) and the ordinal, mu - 3 sigma."""

    mu: float = described("How strong the player is thought to be.")
    sigma: float = described("How uncertain that is.")
    ordinal: float = described(
        "The strength that the player almost certainly has: mu less three times sigma."
    )

    @classmethod
    def of(cls, rated: Sums | Finished) -> ProfileRating:
        """Return the rating in a profile or after a game."""
        return cls(mu=rated.mu, sigma=rated.sigma, ordinal=rated.mu - 3 * rated.sigma)


@strawberry.type(description="A finished game in a profile.")
class ProfileGame:
    """A player's result in a finished game."""

    game: strawberry.ID = described("The game's id.")
    ended_at: datetime = described("When the game was won.")
    seats: int = described("How many played.")
    seat: int = described("The player's seat, from 0 clockwise.")
    place: int = described("The player's place, from 1: one more than there are players before it.")
    won: bool = described("Whether the player won.")
    points: int | None = described("The player's total at the end; null in a variant without points.")
    rating: ProfileRating = described("The player's rating after the game.")

    @classmethod
    def of(cls, game: Finished) -> ProfileGame:
        """Return a finished game as profiles show it."""
        return cls(
            game=strawberry.ID(str(game.game)),
            ended_at=game.ended_at,
            seats=game.seats,
            seat=game.seat,
            place=game.place,
            won=game.won,
            points=game.points,
            rating=ProfileRating.of(game),
        )


@strawberry.type(description="What the games of a profile come to.")
class ProfileTotals:
    """Totals over all games of a profile."""

    games: int = described("How many games the player has finished.")
    wins: int = described("How many of them the player has won.")
    win_rate: float = described("Wins by games, from 0 to 1.")
    average_place: float = described("The mean of the player's places.")
    points: int = described("The player's totals at the ends of those games, added up.")
    rounds: int = described("How many rounds were dealt.")
    tricks: int = described("How many tricks the player has won.")
    tricks_played: int = described("How many tricks all at the table have won.")
    bids_made: int = described("How many bids that counted the player has made good.")
    bids_failed: int = described("How many bids that counted the player has not made good.")

    @classmethod
    def of(cls, sums: Sums) -> ProfileTotals:
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


@strawberry.type(description="Games in a row that were won, or lost; a shared win is a win.")
class ProfileStreaks:
    """A player's winning and losing streaks."""

    winning: int = described("How many games the player has won in a row, up to the last one.")
    longest_winning: int = described("The most games that the player has won in a row.")
    losing: int = described("How many games the player has not won in a row, up to the last one.")
    longest_losing: int = described("The most games that the player has not won in a row.")


@strawberry.type(description="How often a player bid an amount, and with which success.")
class ProfileBid:
    """A player's bids of one amount that counted when the round was scored."""

    amount: int = described("How much was bid.")
    made: int = described("How many of these bids were made good.")
    failed: int = described("How many of them were not.")
    success_rate: float = described("Those made good by all, from 0 to 1.")

    @classmethod
    def of(cls, bid: Bid) -> ProfileBid:
        """Return the record of a bid amount."""
        rate = bid.made / (bid.made + bid.failed)
        return cls(amount=bid.amount, made=bid.made, failed=bid.failed, success_rate=rate)


@strawberry.type(description="How often a player has named a suit as trump.")
class ProfileTrump:
    """A trump suit and how often the player named it."""

    suit: Suit = described("The suit.")
    times: int = described("How often the player has named it.")

    @classmethod
    def of(cls, trump: Trump) -> ProfileTrump:
        """Return the record of a trump suit."""
        return cls(suit=Suit(trump.suit), times=trump.times)


@strawberry.type(description="How a player has done at a seat.")
class ProfileSeat:
    """A player's record in one seat at tables of one size."""

    seats: int = described("How many played.")
    seat: int = described("The seat, from 0 clockwise.")
    games: int = described("How many games the player has finished there.")
    wins: int = described("How many of them the player has won.")
    average_place: float = described("The mean of the player's places there.")

    @classmethod
    def of(cls, at: AtSeat) -> ProfileSeat:
        """Return the record of a seat."""
        place = at.places / at.games
        return cls(seats=at.seats, seat=at.seat, games=at.games, wins=at.wins, average_place=place)


@strawberry.type(description="How a player has done against another.")
class HeadToHead:
    """The comparison of two players in the games that both have finished."""

    opponent: Player | None = described("Who it was; null stands for all that machines played.")
    games: int = described("How many games they have finished together.")
    ahead: int = described("In how many of them the player was ahead; of all machines, if there were any.")
    level: int = described("In how many of them both shared a place.")
    behind: int = described("In how many of them the opponent was ahead.")

    @classmethod
    def of(cls, met: Opponent, names: Names) -> HeadToHead:
        """Return the comparison with the opponent's name."""
        return cls(
            opponent=None if met.player is None else Player.of(met.player, names),
            games=met.games,
            ahead=met.ahead,
            level=met.level,
            behind=met.games - met.ahead - met.level,
        )
