"""The signed-in player in the schema: what only the player may see."""

from __future__ import annotations

import strawberry

from api.graphql.context import Info
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.field_price import price
from api.graphql.execution.list_sizes import at_most, page_size
from api.graphql.games.types import Game
from api.graphql.pagination.connections import After, Before, Connection, First, Last, Paging
from api.graphql.queries.freshness import UpToDateArgument
from api.graphql.queries.game_lists import (
    OrderArgument,
    SearchArgument,
    StageFilter,
    VariantFilter,
    awaiting_page,
    games_page,
)
from api.graphql.queries.leaderboard import BoardArgument
from api.graphql.queries.players.player_fields import GAMES_PRICE, PROFILE_PRICE, VariantName
from api.graphql.queries.players.player_sessions import SESSIONS_TEXT, PlayerSession, sessions_of
from api.graphql.queries.players.profile import Profile, profile_of
from api.graphql.seeks.types import MAX_SEEKS, Seek, shown_seeks
from api.graphql.types.players import Player
from application.players.sessions import MAX_LISTED
from application.talk.mutes import MAX_MUTED
from domain.events import PlayerId
from projections.games.game_list import Membership
from projections.games.game_list_queries import MAX_PAGE_SIZE, Member
from projections.games.game_search import GameOrder
from projections.games.own_games import MAX_GAMES
from projections.players.boards import Board

YOUR_TURN_PRICE = 3_000
"""The price of reading the views of all running games of a player."""


@strawberry.type(description="You: your games, turns, invitations, record and sessions.")
class Me:
    """The signed-in player."""

    player: PlayerId = strawberry.field(graphql_type=Player, description="You, as others see you.")

    @strawberry.field(
        metadata=price(GAMES_PRICE),
        directives=[page_size(MAX_PAGE_SIZE)],
        description="The games in which you have a seat, or had one at the end, public and private. "
        f"{null_beside_error()}",
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
        """Return a page of the caller's games."""
        paging, seated = Paging(first, after, last, before), Member(self.player, Membership.SEATED)
        return await games_page(
            info.context, filter, variant, search, order, paging, up_to_date=up_to_date, member=seated
        )

    @strawberry.field(
        metadata=price(YOUR_TURN_PRICE),
        directives=[page_size(MAX_PAGE_SIZE)],
        description=f"The games that wait for your move, the newest first, of your {MAX_GAMES} newest "
        f"running games. {null_beside_error()}",
    )
    async def your_turn(
        self,
        info: Info,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        up_to_date: UpToDateArgument = False,
    ) -> Connection[Game] | None:
        """Return a page of the games that wait for the caller."""
        paging = Paging(first, after, last, before)
        return await awaiting_page(info.context, self.player, paging, up_to_date=up_to_date)

    @strawberry.field(
        metadata=price(GAMES_PRICE),
        directives=[page_size(MAX_PAGE_SIZE)],
        description="The games that wait for players and to which players have invited you, the newest "
        f"first. {null_beside_error()}",
    )
    async def invitations(
        self,
        info: Info,
        variant: VariantFilter = None,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        up_to_date: UpToDateArgument = False,
    ) -> Connection[Game] | None:
        """Return a page of the games to which the caller is invited."""
        paging, invited = Paging(first, after, last, before), Member(self.player, Membership.INVITED)
        return await games_page(
            info.context, None, variant, None, GameOrder.NEWEST, paging, up_to_date=up_to_date, member=invited
        )

    @strawberry.field(
        metadata=price(PROFILE_PRICE),
        description="Your record in the public games of a variant; null when you have finished none.",
    )
    async def profile(
        self,
        info: Info,
        variant: VariantName,
        board: BoardArgument = Board.PEOPLE,
        up_to_date: UpToDateArgument = False,
    ) -> Profile | None:
        """Return the caller's profile."""
        return await profile_of(info.context, self.player, variant, board, up_to_date=up_to_date)

    @strawberry.field(
        metadata=price(500),
        graphql_type=list[Player],
        directives=[at_most(MAX_MUTED)],
        description=f"The players whom you have muted, at most {MAX_MUTED}, the last one first. Nobody "
        "else is told.",
    )
    async def muted(self, info: Info) -> list[PlayerId]:
        """Return the muted players."""
        return await info.context.services.talk.mutes.of(self.player)

    @strawberry.field(
        metadata=price(500),
        graphql_type=list[Seek],
        directives=[at_most(MAX_SEEKS)],
        description="Your seeks, at most one per variant, the oldest first: the games that you look for.",
    )
    async def seeks(self, info: Info) -> list[Seek]:
        """Return the caller's seeks."""
        states = await info.context.services.seeks.of(self.player)
        return shown_seeks(info.context, self.player, states)

    sessions: list[PlayerSession] | None = strawberry.field(
        metadata=price(500),
        directives=[at_most(MAX_LISTED)],
        resolver=sessions_of,
        description=f"{SESSIONS_TEXT} {null_beside_error()}",
    )


async def me(info: Info) -> Me | None:
    """Return the caller, None for a spectator."""
    player = await info.context.player()
    return None if player is None else Me(player=player)
