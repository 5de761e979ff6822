"""Queries: games, legal moves, events, replays, invitations, leaderboards, profiles, statistics."""

from __future__ import annotations

from typing import Annotated, Any, Final

import strawberry

from api.graphql.context import GameArgument, Info
from api.graphql.errors.faults import or_fault
from api.graphql.execution.answer_marks import public_for
from api.graphql.execution.field_price import price
from api.graphql.games.reading import (
    DEFAULT_EVENTS,
    DEFAULT_MOMENTS,
    MAX_EVENTS,
    current_game,
    events_page,
    moments_after,
    own_game,
    past_game,
    suggestion_for,
)
from api.graphql.games.types import MOMENTS, AfterVersion, Game, GameMoment, MomentCount, VersionArgument
from api.graphql.games.viewed_game import is_finished_public_game
from api.graphql.pagination.connections import (
    After,
    Before,
    Connection,
    First,
    Last,
    Paging,
)
from api.graphql.queries.freshness import UpToDateArgument
from api.graphql.queries.game_lists import GameSearch, games_page
from api.graphql.queries.invitations import Invitation, invitation_of
from api.graphql.queries.leaderboard import LeaderboardEntry, leaderboard_page
from api.graphql.queries.nodes import find_node
from api.graphql.queries.player_sessions import SESSIONS_TEXT, PlayerSession, sessions_of
from api.graphql.queries.profile import Profile, profile_of
from api.graphql.queries.projection_status import ProjectionState, projections_of
from api.graphql.queries.session import Session, session_of
from api.graphql.queries.statistics.summary import Statistics, statistics_of
from api.graphql.types.events import GameEvent
from api.graphql.types.moves_and_offers import Move, Offer
from api.graphql.types.node import Node
from api.graphql.types.players import Player
from api.graphql.types.scalars import Version
from api.graphql.types.variants import Variant
from application.refusals import UnknownGame
from domain.events import PlayerId
from domain.rules import variants
from projections.games.game_list_queries import GameFilter
from projections.games.game_search import GameOrder
from projections.players.boards import Board
from projections.players.leaderboard_queries import BoardQuery
from projections.players.time_windows import Window

_START: Final = Version(0)
VARIANTS_AGE: Final = 3_600
FINISHED_GAME_AGE: Final = 60
"""Seconds for which caches may keep a finished game; its players can still change their names."""
LEADERBOARD_AGE: Final = 10


@strawberry.type(description="All queries.")
class Query:
    """The root of all queries; each returns only data that the caller may read."""

    @strawberry.field(
        metadata={**price(600), **public_for(FINISHED_GAME_AGE, is_finished_public_game)},
        graphql_type=Node | None,
        description="A game or a player by its id; null when there is none that you may see. Machine players"
        " are players; an erased player is marked as erased.",
    )
    async def node(
        self, info: Info, id: Annotated[strawberry.ID, strawberry.argument(description="The node's id.")]
    ) -> Any:
        """Return the game or player with the id."""
        return await find_node(info.context, id)

    @strawberry.field(graphql_type=Player | None, description="You; null for a spectator.")
    async def me(self, info: Info) -> PlayerId | None:
        """Return the caller."""
        return await info.context.player()

    @strawberry.field(
        description="Your session: who you are, your roles and when your token expires; null for a spectator."
    )
    async def session(self, info: Info) -> Session | None:
        """Return the caller's session."""
        return await session_of(info)

    sessions: list[PlayerSession] | None = strawberry.field(
        metadata=price(500), resolver=sessions_of, description=f"{SESSIONS_TEXT} Null for a spectator."
    )

    @strawberry.field(
        metadata=price(500), description="The state of each read model; null when you are not an operator."
    )
    async def projections(self, info: Info) -> list[ProjectionState] | None:
        """Return the status of each read model."""
        return await projections_of(info)

    @strawberry.field(
        metadata={**price(100), **public_for(VARIANTS_AGE)},
        description="The variants that this server offers.",
    )
    def variants(self) -> list[Variant]:
        """Return all variants."""
        return [Variant.of(rules) for rules in variants().values()]

    @strawberry.field(
        metadata={**price(600), **public_for(FINISHED_GAME_AGE, is_finished_public_game)},
        graphql_type=Game | None,
        description="A game as you may see it now; null when the query is refused.",
    )
    async def game(self, info: Info, id: GameArgument) -> Any:
        """Return a game at its latest version."""
        return await or_fault(current_game(info.context, id), at={UnknownGame: "id"})

    @strawberry.field(
        metadata=price(700),
        description="Games by stage and search conditions, in an order. Private games are listed only for "
        "their players and invited players. Null beside an error, when the list cannot be read.",
    )
    async def games(
        self,
        info: Info,
        filter: Annotated[
            GameFilter, strawberry.argument(description="The list to return.")
        ] = GameFilter.LOBBY,
        variant: Annotated[
            str | None, strawberry.argument(description="Return only games of this variant.")
        ] = None,
        search: Annotated[
            GameSearch | None, strawberry.argument(description="The conditions of the search.")
        ] = None,
        order: Annotated[
            GameOrder, strawberry.argument(description="The order of the list.")
        ] = GameOrder.NEWEST,
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
        metadata={**price(500), **public_for(LEADERBOARD_AGE)},
        description="The leaderboard of a variant in a window of time, from public games. Ranked players "
        "come first, by ordinal; then players with enough games but none lately; then players "
        "with too few games. Null beside an error, when the leaderboard cannot be read.",
    )
    async def leaderboard(
        self,
        info: Info,
        variant: Annotated[str, strawberry.argument(description="The name of the variant.")],
        window: Annotated[
            Window, strawberry.argument(description="The length of the window.")
        ] = Window.ALL_TIME,
        board: Annotated[Board, strawberry.argument(description="The games that count.")] = Board.PEOPLE,
        key: Annotated[
            str | None,
            strawberry.argument(
                description="The day (2026-11-20), week (2026-W47), month (2026-11) or season (2026-Q4), in "
                "UTC; the current one by default."
            ),
        ] = None,
        ranked: Annotated[
            bool | None,
            strawberry.argument(description="Return only ranked players, or only provisional players."),
        ] = None,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        up_to_date: UpToDateArgument = False,
    ) -> Connection[LeaderboardEntry] | None:
        """Return a page of a leaderboard."""
        wanted = BoardQuery(variant=variant, board=board, window=window, key=key, ranked=ranked)
        return await leaderboard_page(
            info.context, wanted, Paging(first, after, last, before), up_to_date=up_to_date
        )

    @strawberry.field(
        metadata=price(300),
        description="A player's record in the public games of a variant; null for a player who has finished "
        "none.",
    )
    async def profile(
        self,
        info: Info,
        player: Annotated[strawberry.ID, strawberry.argument(description="The player's id.")],
        variant: Annotated[str, strawberry.argument(description="The name of the variant.")],
        board: Annotated[Board, strawberry.argument(description="The games that count.")] = Board.PEOPLE,
        up_to_date: UpToDateArgument = False,
    ) -> Profile | None:
        """Return a player's profile."""
        return await profile_of(info.context, player, variant, board, up_to_date=up_to_date)

    statistics: Statistics | None = strawberry.field(
        metadata=price(1_000),
        resolver=statistics_of,
        description="Statistics of the public games of a variant, and activity; by periods if you wish. "
        "Null beside an error, when the arguments are invalid.",
    )

    @strawberry.field(
        metadata=price(500),
        graphql_type=list[Offer] | None,
        description="The moves that you may make now; each offer stands for exactly the moves that would be "
        "accepted. Null when the query is refused.",
    )
    async def legal_moves(self, info: Info, game: GameArgument) -> Any:
        """Return the caller's legal moves."""
        viewed = await or_fault(own_game(info.context, game))
        return viewed.legal_moves

    @strawberry.field(
        metadata=price(500),
        graphql_type=Move | None,
        description="The move that the machine player would make in your seat with your knowledge; null when"
        " it is not your turn, and when the query is refused, for example in a game without a "
        "machine player.",
    )
    async def suggestion(self, info: Info, game: GameArgument) -> Any:
        """Return the move that the machine would choose for the caller."""
        viewed = await or_fault(own_game(info.context, game))
        return await or_fault(suggestion_for(viewed))

    @strawberry.field(
        metadata=price(1_000),
        description="The events of a game, as you may see them; null when the query is refused. A page has "
        f"{DEFAULT_EVENTS} events by default, and at most {MAX_EVENTS}.",
    )
    async def events(
        self,
        info: Info,
        game: GameArgument,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
    ) -> Connection[GameEvent] | None:
        """Return a page of a game's events; cursors contain the events' versions."""
        paging = Paging(first, after, last, before)
        return await or_fault(events_page(info.context, game, paging))

    @strawberry.field(
        metadata=price(2_500),
        graphql_type=GameMoment | None,
        description="A game at an earlier version, from your seat, with the shuffles that have been revealed "
        "since. Null when the query is refused.",
    )
    async def replay(self, info: Info, game: GameArgument, version: VersionArgument) -> Any:
        """Return a game as it stood at a version."""
        return await or_fault(past_game(info.context, game, version))

    @strawberry.field(
        metadata=price(4_000),
        graphql_type=list[GameMoment] | None,
        description=f"A game after each of the next events, each as `replay` shows it: {MOMENTS}. Null when "
        "the query is refused.",
    )
    async def moments(
        self,
        info: Info,
        game: GameArgument,
        after: AfterVersion = _START,
        first: MomentCount = DEFAULT_MOMENTS,
    ) -> Any:
        """Return a game as it stood after each of the next events."""
        return await or_fault(moments_after(info.context, game, after, first))

    invitation: Invitation | None = strawberry.field(
        resolver=invitation_of,
        description="The game of an invitation by link; null for an invalid or expired invitation.",
    )
