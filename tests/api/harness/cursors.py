"""Cursors for arbitrary places, as the server creates them."""

from __future__ import annotations

from api.graphql.context import Services

EVENTS = "events"
GAMES = "games by CREATED"
LEADERBOARD = "leaderboard"
GAMES_OF_A_PROFILE = "games of a profile"
OPPONENTS = "opponents"


async def sealed(services: Services, name: str, place: str) -> str:
    """Return the cursor of a place in a list."""
    return (await services.cursors.of(name)).seal(place)
