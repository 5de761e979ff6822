"""Series of rematches: their games, and the score of each player in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection

from application.codec import GameId
from application.games.rematches import is_void
from domain.events import PlayerId
from domain.state import Stage
from projections.games.game_list_queries import Listed, newest_of_series
from projections.games.lobby import admits

MAX_GAMES: Final = 50
"""Maximum games of a series that are read, the newest ones."""
MAX_SCORES: Final = 20
"""Maximum players with a score in a series."""


class PlayerScore(Struct, frozen=True, kw_only=True):
    """What a player has achieved in the finished games of a series."""

    player: PlayerId
    games: int
    wins: int
    points: int | None
    """The sum of the player's points; None if no game had any."""


class Series(Struct, frozen=True, kw_only=True):
    """The games of a series that a viewer may see, oldest first, and the scores in them."""

    games: tuple[Listed, ...]
    scores: tuple[PlayerScore, ...]
    """The scores of the players, the most wins first."""


def read_series(connection: Connection, first: GameId, viewer: PlayerId | None) -> Series:
    """Return what a viewer may see of the newest games of a series; raises NotBuilt.

    Rematches that were closed before they started are left out.
    """
    found = newest_of_series(connection, first, MAX_GAMES)
    games = tuple(game for game in found if admits(game, viewer) and not is_void_row(game))
    return Series(games=games, scores=scores_of(games))


def scores_of(games: Sequence[Listed]) -> tuple[PlayerScore, ...]:
    """Return the scores in the games that were won, the most wins first, then by points and id."""
    scores: dict[PlayerId, PlayerScore] = {}
    for game in games:
        if game.stage is not Stage.WON:
            continue
        for seat, player in enumerate(each.player for each in game.seats):
            before = scores.get(player) or PlayerScore(player=player, games=0, wins=0, points=None)
            points = game.scores[seat] if seat < len(game.scores) else None
            scores[player] = PlayerScore(
                player=player,
                games=before.games + 1,
                wins=before.wins + (player in game.winners),
                points=before.points if points is None else points + (before.points or 0),
            )
    ordered = sorted(scores.values(), key=lambda each: (-each.wins, -(each.points or 0), each.player))
    return tuple(ordered[:MAX_SCORES])


def is_void_row(game: Listed) -> bool:
    """Return whether a game was closed before it started, so that another rematch may replace it."""
    return is_void(game.stage, has_started=game.started_at is not None)
