"""Cursors for arbitrary places, as the server creates them."""

from __future__ import annotations

from uuid import UUID

from api.graphql.context import Services
from projections.games.game_search import GameOrder, Search
from projections.players.boards import Board
from projections.players.leaderboard_queries import BoardQuery
from projections.players.profile_queries import ProfileKey

VARIANT = "hundred-and-ten"
ListOf = tuple[object, ...]
"""A list: its name, and all that selects and orders its items."""

LEADERBOARD: ListOf = ("leaderboard", BoardQuery(variant=VARIANT))


def events_of(game: str) -> ListOf:
    """Return the list of a game's events."""
    return "events", UUID(game)


def all_games(order: GameOrder = GameOrder.NEWEST) -> ListOf:
    """Return the list of all games."""
    return "games", None, Search(), order, None


def games_of_a_profile(player: str) -> ListOf:
    """Return the list of a player's finished games with people."""
    return "games of a profile", ProfileKey(VARIANT, Board.PEOPLE, player)


def opponents_of(player: str) -> ListOf:
    """Return the list of a player's opponents in games with people."""
    return "opponents", ProfileKey(VARIANT, Board.PEOPLE, player)


async def sealed(services: Services, of: ListOf, place: str) -> str:
    """Return the cursor of a place in a list."""
    name, *arguments = of
    return (await services.cursors.of(str(name), *arguments)).seal(place)
