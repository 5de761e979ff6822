"""Totals and streaks of a player over several games, in leaderboards and profiles."""

from __future__ import annotations

import strawberry

from api.graphql.types.derivation import described


@strawberry.type(description="Totals over a player's games.")
class Totals:
    """Totals over a player's games."""

    games: int = described("The number of games that the player has finished.")
    wins: int = described("The number of these games that the player has won.")
    win_rate: float = described("The share of these games that the player has won, from 0 to 1.")
    points: int = described("The sum of the player's final scores in these games.")
    bids_made: int = described("The number of the player's counted bids that were made.")
    bids_failed: int = described("The number of the player's counted bids that were not made.")


@strawberry.type(description="Runs of consecutive wins; a shared win is a win.")
class Streaks:
    """A player's winning streaks."""

    winning: int = described("The number of consecutive wins up to the last game.")
    longest_winning: int = described("The longest run of consecutive wins.")
