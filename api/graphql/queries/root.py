"""Queries: the caller, games, players, variants, lists of games, leaderboards and statistics."""

from __future__ import annotations

from typing import Annotated, Any, Final

import strawberry

from api.graphql.context import GameArgument, Info
from api.graphql.errors.faults import or_fault
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.answer_marks import public_for
from api.graphql.execution.field_price import price, price_each
from api.graphql.execution.list_sizes import at_most, page_size
from api.graphql.games.reading import current_game
from api.graphql.games.types import Game
from api.graphql.games.viewed_game import is_finished_public_game
from api.graphql.invitations.queries import Invitation, invitation_of
from api.graphql.log.log_fields import Log
from api.graphql.pagination.connections import After, Before, Connection, First, Last, Paging
from api.graphql.queries.freshness import UpToDateArgument
from api.graphql.queries.game_lists import OrderArgument, SearchArgument, VariantFilter, games_page
from api.graphql.queries.leaderboard import (
    LEADERBOARD_TEXT,
    BoardArgument,
    KeyArgument,
    LeaderboardPage,
    RankedArgument,
    WindowArgument,
    leaderboard_page,
)
from api.graphql.queries.moderation import BANS_SIZE, TRAIL_PRICE, TRAIL_SIZE, bans_page, trail_page
from api.graphql.queries.nodes import (
    MAX_NODES,
    are_finished_public_games,
    find_node,
    find_nodes,
    known_player,
)
from api.graphql.queries.players.me import Me, me
from api.graphql.queries.players.player_fields import GAMES_PRICE, VariantName
from api.graphql.queries.players.player_search import SEARCH_PRICE, SEARCH_SIZE, players_page
from api.graphql.queries.projection_status import ProjectionState, projections_of
from api.graphql.queries.session import Session, session_of
from api.graphql.queries.statistics.summary import STATISTICS_SIZE, Statistics, statistics_of
from api.graphql.queries.variant_fields import RECORDS_AGE
from api.graphql.types.moderation import Ban, ModerationEntry
from api.graphql.types.node import Node
from api.graphql.types.players import Player
from api.graphql.types.variants import Variant
from application.refusals import UnknownGame
from domain.rules import variants
from projections.games.game_list_queries import MAX_PAGE_SIZE as MAX_GAMES_PAGE
from projections.games.game_list_queries import GameFilter
from projections.games.game_search import GameOrder
from projections.players.boards import Board
from projections.players.leaderboard_queries import MAX_PAGE_SIZE as MAX_LEADERBOARD_PAGE
from projections.players.leaderboard_queries import BoardQuery
from projections.players.time_windows import Window

VARIANTS_AGE: Final = 3_600
FINISHED_GAME_AGE: Final = 60
"""Seconds for which caches may keep a finished game; its players can still change their names."""


@strawberry.type(description="All queries.")
class Query:
    """The root of all queries; each returns only data that the caller may read."""

    me: Me | None = strawberry.field(resolver=me, description="You; null for a spectator.")

    @strawberry.field(
        description="Your session: who you are, your roles and when your token expires; null for a spectator."
    )
    async def session(self, info: Info) -> Session | None:
        """Return the caller's session."""
        return await session_of(info)

    invitation: Invitation | None = strawberry.field(
        resolver=invitation_of,
        description="The game of an invitation by link. Null for an invalid or expired invitation; also once "
        "the game has started or the inviter has left, unless you have a seat.",
    )

    @strawberry.field(
        metadata={**price(600), **public_for(FINISHED_GAME_AGE, is_finished_public_game)},
        graphql_type=Node | None,
        description="A game, a player or one of your sessions by its id; null when there is none that you may"
        " see. Machine players are players; an erased player is marked as erased.",
    )
    async def node(
        self, info: Info, id: Annotated[strawberry.ID, strawberry.argument(description="The node's id.")]
    ) -> Any:
        """Return the node with the id."""
        return await find_node(info.context, id)

    @strawberry.field(
        metadata={**price_each(500), **public_for(FINISHED_GAME_AGE, are_finished_public_games)},
        graphql_type=list[Node | None],
        directives=[at_most(MAX_NODES)],
        description=f"The games, players and sessions of yours with some ids, {MAX_NODES} at most: one entry "
        "for each id, in their order; null where there is none that you may see. "
        f"{null_beside_error('the ids are too many')}",
    )
    async def nodes(
        self,
        info: Info,
        ids: Annotated[list[strawberry.ID], strawberry.argument(description="The ids of the nodes.")],
    ) -> Any:
        """Return the nodes with the ids."""
        return await find_nodes(info.context, ids)

    @strawberry.field(
        metadata={**price(600), **public_for(FINISHED_GAME_AGE, is_finished_public_game)},
        graphql_type=Game | None,
        description="A game as you may see it now. "
        f"{null_beside_error('there is none with the id that you may see')}",
    )
    async def game(self, info: Info, id: GameArgument) -> Any:
        """Return a game at its latest version."""
        return await or_fault(current_game(info.context, id), at={UnknownGame: "id"})

    @strawberry.field(
        metadata=price(100),
        graphql_type=Player | None,
        description="A player by its id; null for an unknown id. Machine players are players; an erased "
        "player is marked as erased.",
    )
    async def player(
        self, info: Info, id: Annotated[strawberry.ID, strawberry.argument(description="The player's id.")]
    ) -> Any:
        """Return the player with the id."""
        return await known_player(info.context, id)

    players: Connection[Player] | None = strawberry.field(
        metadata=price(SEARCH_PRICE),
        directives=[SEARCH_SIZE],
        resolver=players_page,
        description="The people whose name has a word that begins with the search, in the order of their "
        "names from that word on; by pages from the start. Only people who had a seat "
        "in a public game that started are found, a few seconds after its start; neither erased players nor "
        "machine players are. You must be signed in. "
        f"{null_beside_error('the search is refused')}",
    )

    @strawberry.field(
        metadata=public_for(VARIANTS_AGE),
        graphql_type=Variant | None,
        description="A variant by its name; null when this server does not offer it.",
    )
    def variant(self, name: VariantName) -> Any:
        """Return the variant with the name."""
        return name if name in variants() else None

    @strawberry.field(
        metadata={**price(100), **public_for(VARIANTS_AGE)},
        graphql_type=list[Variant],
        description="The variants that this server offers.",
    )
    def variants(self) -> Any:
        """Return all variants."""
        return list(variants())

    @strawberry.field(
        metadata=price(GAMES_PRICE),
        directives=[page_size(MAX_GAMES_PAGE)],
        description="Games by stage and search conditions, in an order. Private games are listed only for "
        f"their players and invited players. {null_beside_error()}",
    )
    async def games(
        self,
        info: Info,
        filter: Annotated[
            GameFilter, strawberry.argument(description="The list to return.")
        ] = GameFilter.JOINABLE,
        variant: VariantFilter = None,
        search: SearchArgument = None,
        order: OrderArgument = GameOrder.NEWEST,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        up_to_date: UpToDateArgument = False,
    ) -> Connection[Game] | None:
        """Return a page of a list of games."""
        paging = Paging(first, after, last, before)
        return await games_page(info.context, filter, variant, search, order, paging, up_to_date=up_to_date)

    @strawberry.field(
        metadata={**price(500), **public_for(RECORDS_AGE)},
        directives=[page_size(MAX_LEADERBOARD_PAGE)],
        description=f"The leaderboard of a variant {LEADERBOARD_TEXT} {null_beside_error()}",
    )
    async def leaderboard(
        self,
        info: Info,
        variant: VariantName,
        window: WindowArgument = Window.ALL_TIME,
        board: BoardArgument = Board.PEOPLE,
        key: KeyArgument = None,
        ranked: RankedArgument = None,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        up_to_date: UpToDateArgument = False,
    ) -> LeaderboardPage | None:
        """Return a page of a leaderboard."""
        wanted = BoardQuery(variant=variant, board=board, window=window, key=key, ranked=ranked)
        return await leaderboard_page(
            info.context, wanted, Paging(first, after, last, before), up_to_date=up_to_date
        )

    statistics: Statistics | None = strawberry.field(
        metadata=price(1_000),
        directives=[STATISTICS_SIZE],
        resolver=statistics_of,
        description="Statistics of the public games of a variant, and activity; by periods if you wish. "
        f"{null_beside_error('the arguments are invalid')}",
    )

    moderation_log: Connection[ModerationEntry] | None = strawberry.field(
        metadata=price(TRAIL_PRICE),
        directives=[TRAIL_SIZE],
        resolver=trail_page,
        description="The audit trail of what operators did, the newest first; null when you are not an "
        "operator.",
    )

    bans: Connection[Ban] | None = strawberry.field(
        metadata=price(TRAIL_PRICE),
        directives=[BANS_SIZE],
        resolver=bans_page,
        description="The bans in force, the newest first; null when you are not an operator.",
    )

    @strawberry.field(metadata=price(100), description="The log of all events, with its checkpoints.")
    async def log(self, info: Info) -> Log:
        """Return the log."""
        return await Log.read(info.context.services.log_proofs)

    @strawberry.field(
        metadata=price(500), description="The state of each read model; null when you are not an operator."
    )
    async def projections(self, info: Info) -> list[ProjectionState] | None:
        """Return the status of each read model."""
        return await projections_of(info)
