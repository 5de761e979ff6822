"""The field of `Game` with the ratings that its result changed."""

from __future__ import annotations

from typing import Any, Final

import strawberry

from api.graphql.context import Info
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.answer_marks import public_for
from api.graphql.execution.field_price import price
from api.graphql.execution.list_sizes import at_most
from api.graphql.games.types import Game
from api.graphql.queries.freshness import UpToDateArgument, wait_until_up_to_date
from api.graphql.queries.ratings import Rating
from api.graphql.types.added_fields import add_fields
from api.graphql.types.derivation import described, enum_type
from api.graphql.types.players import Player
from api.graphql.types.table_sizes import MAX_SEATS
from domain.events import PlayerId
from projections.players.boards import Board
from projections.players.profile import PROFILE
from projections.players.rating_queries import rating_changes

CHANGES_PRICE: Final = 500
COUNTED_AGE: Final = 10
"""Seconds for which caches may keep an answer."""

enum_type(Board)


@strawberry.type(description="The change of a player's rating of all time by a game.")
class RatingChange:
    """A player's rating before and after a game."""

    player: PlayerId = described("The player.", Player)
    board: Board = described("The board on which the game counts: PEOPLE or MIXED.")
    before: Rating = described("The rating before the game.")
    after: Rating = described("The rating after the game.")


class _Ratings:
    """The rating changes of a game; `self` is a `ViewedGame`, a `ListedGame` or a `GameReference`."""

    @strawberry.field(
        # An empty list fills once the game is counted.
        metadata={**price(CHANGES_PRICE), **public_for(COUNTED_AGE)},
        directives=[at_most(MAX_SEATS)],
        description="The changes of the ratings of the people at the table, in the order of the seats. Empty "
        "in private games, in games without a result, and until the game is over and counted. "
        f"{null_beside_error()}",
    )
    async def rating_changes(
        self, info: Info, up_to_date: UpToDateArgument = False
    ) -> list[RatingChange] | None:
        """Return the changes."""
        game: Any = self
        if up_to_date:
            await wait_until_up_to_date(info.context, PROFILE.name)
        changes = await info.context.read("The profile", rating_changes, game.game)
        return [
            RatingChange(
                player=change.player,
                board=change.board,
                before=Rating.of(change.before),
                after=Rating.of(change.after),
            )
            for change in changes
        ]


add_fields(Game, _Ratings)
