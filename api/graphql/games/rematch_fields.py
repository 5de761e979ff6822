"""The fields of `Game` that lead to other games: its rematch, the game before, and the series."""

from __future__ import annotations

from typing import Any

import strawberry

from api.graphql.context import Info
from api.graphql.errors.faults import or_fault
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.field_price import price
from api.graphql.games.listed_game import ListedGame
from api.graphql.games.rematches import game_before, next_game, series_with
from api.graphql.games.types import VIEW_PRICE, Game
from api.graphql.types.added_fields import add_fields
from api.graphql.types.derivation import described
from api.graphql.types.players import Player
from domain.events import PlayerId
from projections.games.series import MAX_GAMES, MAX_SCORES
from projections.games.series import PlayerScore as Score


@strawberry.type(description="What a player has achieved in a series of rematches.")
class SeriesScore:
    """The score of a player; `self` is a `PlayerScore`."""

    is_type_of = staticmethod(lambda value, _info: isinstance(value, Score))

    player: PlayerId = described("The player.", Player)
    games: int = described("The number of games in which the player had a seat to the end.")
    wins: int = described("The number of games that the player won.")
    points: int | None = described("The sum of the player's points; null in variants without points.")


@strawberry.type(
    description=f"A series of rematches, as far as you may see its games: the newest {MAX_GAMES} of them."
)
class Series:
    """The games of a series and their scores."""

    games: list[Any] = described(
        f"Of the newest {MAX_GAMES} games those that you may see, the oldest first.",
        list[Game],
        items=MAX_GAMES,
    )
    scores: list[Any] = described(
        f"The scores in the games that were won, the most wins first, of at most {MAX_SCORES} players.",
        list[SeriesScore],
        items=MAX_SCORES,
    )


class _Rematches:
    """What follows a game; `self` is a `ViewedGame`, a `ListedGame` or a `GameReference`."""

    @strawberry.field(
        metadata=price(VIEW_PRICE),
        graphql_type=Game | None,
        description="The rematch of the game; null while there is none, and when you may not see it.",
    )
    async def rematch(self, info: Info) -> Any:
        """Return the next game."""
        game: Any = self
        return await next_game(info.context, game)

    @strawberry.field(
        metadata=price(VIEW_PRICE),
        graphql_type=Game | None,
        description="The game of which this one is the rematch; null for a game that is no rematch, and when "
        "you may not see that game.",
    )
    async def rematch_of(self, info: Info) -> Any:
        """Return the game before."""
        game: Any = self
        return await or_fault(game_before(info.context, game))

    @strawberry.field(
        metadata=price(VIEW_PRICE),
        description="The series of rematches that the game belongs to; null for a game that is no rematch "
        f"and has none. {null_beside_error()}",
    )
    async def series(self, info: Info) -> Series | None:
        """Return the series."""
        game: Any = self
        found = await or_fault(series_with(info.context, game))
        if found is None:
            return None
        return Series(games=[ListedGame(row, game.viewer) for row in found.games], scores=list(found.scores))


add_fields(Game, _Rematches)
