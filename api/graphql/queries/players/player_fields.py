"""The fields of `Player` that lead to read models: profiles, games, and results against opponents."""

from __future__ import annotations

from typing import Annotated, Final

import strawberry

from api.graphql.context import Info
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.answer_marks import public_for
from api.graphql.execution.field_price import price
from api.graphql.execution.list_sizes import page_size
from api.graphql.games.types import Game
from api.graphql.pagination.connections import After, Before, Connection, First, Last, Paging
from api.graphql.queries.freshness import UpToDateArgument
from api.graphql.queries.game_lists import (
    OrderArgument,
    SearchArgument,
    StageFilter,
    VariantFilter,
    games_page,
)
from api.graphql.queries.leaderboard import BoardArgument
from api.graphql.queries.players.profile import OpponentsPage, Profile, head_to_head_page, profile_of
from api.graphql.queries.variant_fields import RECORDS_AGE
from api.graphql.types.added_fields import add_fields
from api.graphql.types.players import Player
from projections.games.game_list import Membership
from projections.games.game_list_queries import MAX_PAGE_SIZE as MAX_GAMES_PAGE
from projections.games.game_list_queries import Member
from projections.games.game_search import GameOrder
from projections.players.boards import Board
from projections.players.profile_queries import MAX_PAGE_SIZE as MAX_OPPONENTS_PAGE

VariantName = Annotated[str, strawberry.argument(description="The name of the variant.")]
PROFILE_PRICE: Final = 300
GAMES_PRICE: Final = 700


class _Records:
    """What is recorded of a player; `self` is the player's id."""

    @strawberry.field(
        metadata={**price(PROFILE_PRICE), **public_for(RECORDS_AGE)},
        description="The player's record in the public games of a variant; null for a player who has "
        "finished none.",
    )
    async def profile(
        self,
        info: Info,
        variant: VariantName,
        board: BoardArgument = Board.PEOPLE,
        up_to_date: UpToDateArgument = False,
    ) -> Profile | None:
        """Return the player's profile."""
        return await profile_of(info.context, str(self), variant, board, up_to_date=up_to_date)

    @strawberry.field(
        metadata={**price(PROFILE_PRICE), **public_for(RECORDS_AGE)},
        directives=[page_size(MAX_OPPONENTS_PAGE)],
        description="The player's results against each opponent in the public games of a variant, the most "
        f"frequent opponents first. {null_beside_error()}",
    )
    async def head_to_head(
        self,
        info: Info,
        variant: VariantName,
        board: BoardArgument = Board.PEOPLE,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        up_to_date: UpToDateArgument = False,
    ) -> OpponentsPage | None:
        """Return a page of the player's opponents."""
        paging = Paging(first, after, last, before)
        return await head_to_head_page(info.context, str(self), variant, board, paging, up_to_date=up_to_date)

    @strawberry.field(
        metadata={**price(GAMES_PRICE), **public_for(RECORDS_AGE)},
        directives=[page_size(MAX_GAMES_PAGE)],
        description="The games in which the player has a seat, or had one at the end: public games, and "
        f"private ones that you may see. {null_beside_error()}",
    )
    async def games(
        self,
        info: Info,
        filter: StageFilter = None,
        variant: VariantFilter = None,
        search: SearchArgument = None,
        order: OrderArgument = GameOrder.NEWEST,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        up_to_date: UpToDateArgument = False,
    ) -> Connection[Game] | None:
        """Return a page of the player's games."""
        paging, seated = Paging(first, after, last, before), Member(str(self), Membership.SEATED)
        return await games_page(
            info.context, filter, variant, search, order, paging, up_to_date=up_to_date, member=seated
        )


add_fields(Player, _Records)
