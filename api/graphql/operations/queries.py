"""Queries: games, legal moves, events, replays, invitations, leaderboards, profiles, statistics."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

import strawberry

from api.graphql.context import GameArgument, Info, game_id
from api.graphql.errors.faults import or_fault
from api.graphql.execution.field_price import price
from api.graphql.operations.account import Session, session_of
from api.graphql.operations.freshness import FreshArgument
from api.graphql.operations.game_lists import GameSearch, GameSummary, games_page
from api.graphql.operations.invitations import Invitation, invitation_of
from api.graphql.operations.leaderboard import LeaderboardEntry, leaderboard_page
from api.graphql.operations.profile import Profile, profile_of
from api.graphql.operations.projection_status import ProjectionState, projections_of
from api.graphql.operations.replays import MOMENTS, MOST_MOMENTS, moments_of, replayed, suggested_then
from api.graphql.statistics.summary import Statistics, statistics_of
from api.graphql.types.connections import (
    After,
    Asked,
    Before,
    Connection,
    Edge,
    First,
    Last,
    Paging,
    connection,
    key,
)
from api.graphql.types.events import GameEvent
from api.graphql.types.games import Game, Player, game_of, known_player
from api.graphql.types.moves_and_offers import Move, Offer
from api.graphql.types.node import Node
from api.graphql.types.variants import Variant
from application.games.machine_moves import suggested_move
from application.refusals import UnknownGame
from domain.game import legal
from domain.refusals import NotSeated
from domain.rules import variants
from domain.view import View
from projections.games.current_games import Stretch
from projections.games.game_list_queries import GameFilter
from projections.games.game_search import GameOrder
from projections.players.boards import Board
from projections.players.leaderboard_queries import Wanted
from projections.players.time_windows import Window

_GAME_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The format of game ids; player ids have no dashes."""
LARGEST_PAGE_OF_EVENTS: Final = 500
PAGE_OF_EVENTS: Final = 100


async def _game(info: Info, given: strawberry.ID) -> Game:
    context, game = info.context, game_id(given)
    player = await context.player()
    version, view = await context.services.reading.current(game, player)
    return await game_of(context, game, version, view, player)


async def _seat(info: Info, given: strawberry.ID) -> tuple[int, View]:
    player = await info.context.signed_in()
    _, view = await info.context.services.reading.current(game_id(given), player)
    seat = view.game.seat_of(player)
    if seat is None:
        raise NotSeated(player)
    return seat, view


async def _events(info: Info, given: strawberry.ID, asked: Asked[int]) -> Stretch:
    player = await info.context.player()
    return await info.context.services.reading.events(
        game_id(given), player, asked.size, after=asked.after or 0, before=asked.before, last=asked.last
    )


async def _node(info: Info, given: strawberry.ID) -> Node | None:
    """Return the game or player with an id, None if there is none that the caller may know of."""
    if _GAME_ID.fullmatch(given):
        try:
            return await _game(info, given)
        except UnknownGame:
            return None
    return await known_player(info.context, given)


async def _suggestion(info: Info, given: strawberry.ID) -> Any:
    seat, view = await _seat(info, given)
    return suggested_move(view.game, seat, game_id(given))


@strawberry.type(description="What can be asked.")
class Query:
    """The root of all queries; each returns only data that the caller may read."""

    @strawberry.field(
        metadata=price(600),
        description="A game or a player by its id; null when there is none that you may know of. Machine "
        "players are players; one who was erased is called so.",
    )
    async def node(
        self, info: Info, id: Annotated[strawberry.ID, strawberry.argument(description="The node's id.")]
    ) -> Node | None:
        """Return the game or player with the id."""
        return await _node(info, id)

    @strawberry.field(description="Who you are; null for an onlooker.")
    async def me(self, info: Info) -> Player | None:
        """Return the caller."""
        player = await info.context.player()
        return None if player is None else Player.of(player, await info.context.names([player]))

    @strawberry.field(description="Who you are, what you may do and for how long; null for an onlooker.")
    async def session(self, info: Info) -> Session | None:
        """Return the caller's session."""
        return await session_of(info)

    @strawberry.field(
        metadata=price(500), description="How it goes with each read model; null for who is no operator."
    )
    async def projections(self, info: Info) -> list[ProjectionState] | None:
        """Return the status of each read model."""
        return await projections_of(info)

    @strawberry.field(metadata=price(100), description="The games that can be played here.")
    def variants(self) -> list[Variant]:
        """Return all variants."""
        return [Variant.of(rules) for rules in variants().values()]

    @strawberry.field(metadata=price(600), description="A game as you see it now; null when it is refused.")
    async def game(self, info: Info, id: GameArgument) -> Game | None:
        """Return a game at its latest version."""
        return await or_fault(_game(info, id))

    @strawberry.field(
        metadata=price(700),
        description="Games by their stage and by what is searched for, in an order; private games only for "
        "those who are in them.",
    )
    async def games(
        self,
        info: Info,
        filter: Annotated[GameFilter, strawberry.argument(description="Which games.")] = GameFilter.LOBBY,
        variant: Annotated[str | None, strawberry.argument(description="Only games of this variant.")] = None,
        search: Annotated[GameSearch | None, strawberry.argument(description="What to look for.")] = None,
        order: Annotated[
            GameOrder, strawberry.argument(description="Which games come first.")
        ] = GameOrder.NEWEST,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        fresh: FreshArgument = False,
    ) -> Connection[GameSummary]:
        """Return a page of a list of games."""
        paging = Paging(first, after, last, before)
        return await games_page(info.context, filter, variant, search, order, paging, fresh=fresh)

    @strawberry.field(
        metadata=price(500),
        description="How people have done in the public games of a variant, in a window of time. Who is "
        "ranked comes first, by ordinal; then who has games enough but none lately; then who has too few.",
    )
    async def leaderboard(
        self,
        info: Info,
        variant: Annotated[str, strawberry.argument(description="Which game.")],
        window: Annotated[
            Window, strawberry.argument(description="How long a time is counted together.")
        ] = Window.ALL_TIME,
        board: Annotated[
            Board, strawberry.argument(description="Which games are counted together.")
        ] = Board.PEOPLE,
        key: Annotated[
            str | None,
            strawberry.argument(
                description="Which day (2026-11-20), week (2026-W47), month (2026-11) or season (2026-Q4), "
                "in UTC; by default the one that is now."
            ),
        ] = None,
        ranked: Annotated[
            bool | None,
            strawberry.argument(description="Only who is ranked, or only who is provisional."),
        ] = None,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        fresh: FreshArgument = False,
    ) -> Connection[LeaderboardEntry]:
        """Return a page of a leaderboard."""
        wanted = Wanted(variant=variant, board=board, window=window, key=key, ranked=ranked)
        return await leaderboard_page(info.context, wanted, Paging(first, after, last, before), fresh=fresh)

    @strawberry.field(
        metadata=price(300),
        description="What a player has done in the public games of a variant; null for who has finished "
        "none.",
    )
    async def profile(
        self,
        info: Info,
        player: Annotated[strawberry.ID, strawberry.argument(description="The player's id.")],
        variant: Annotated[str, strawberry.argument(description="Which game.")],
        board: Annotated[Board, strawberry.argument(description="Which games count.")] = Board.PEOPLE,
        fresh: FreshArgument = False,
    ) -> Profile | None:
        """Return a player's profile."""
        return await profile_of(info.context, player, variant, board, fresh=fresh)

    statistics: Statistics = strawberry.field(
        metadata=price(1_000),
        resolver=statistics_of,
        description="What was played in the public games of a variant, added up, and how busy it was; by "
        "stretches of time if wanted.",
    )

    @strawberry.field(
        metadata=price(500),
        graphql_type=list[Offer] | None,
        description="What you may do now; each offer stands for exactly the moves that would be accepted. "
        "Null when it is refused.",
    )
    async def legal_moves(self, info: Info, game: GameArgument) -> Any:
        """Return the caller's legal moves."""
        seat, view = await or_fault(_seat(info, game))
        return list(legal(view.game, seat))

    @strawberry.field(
        metadata=price(500),
        graphql_type=Move | None,
        description="What the machine would do in your place, knowing what you know; null when you are not "
        "to move, and when it is refused: also in a game without a machine player.",
    )
    async def suggestion(self, info: Info, game: GameArgument) -> Any:
        """Return the move that the machine would choose for the caller."""
        return await or_fault(_suggestion(info, game))

    @strawberry.field(
        metadata=price(1_000),
        description="What has happened in a game, as you may read it; null when it is refused. A page has "
        f"{PAGE_OF_EVENTS} events unless you say how many, and {LARGEST_PAGE_OF_EVENTS} at most.",
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
        cursors = await info.context.services.cursors.of("events")
        asked = paging.asked(cursors, key, most=LARGEST_PAGE_OF_EVENTS, usual=PAGE_OF_EVENTS)
        stretch = await or_fault(_events(info, game, asked))
        shown: Any = stretch.events
        return connection(
            Connection[GameEvent],
            Edge[GameEvent],
            shown,
            cursors,
            [str(each.version) for each in shown],
            following=stretch.has_next,
            preceding=stretch.has_previous,
        )

    replay: Game | None = strawberry.field(
        metadata=price(2_500),
        resolver=replayed,
        description="A game as it stood at a version, from your seat; shuffles revealed since then are open. "
        "Null when it is refused.",
    )
    moments: list[Game] | None = strawberry.field(
        metadata=price(4_000),
        resolver=moments_of,
        description="A game as it stood after each of the next events, each time as `replay` shows it: "
        f"{MOMENTS} events unless you say how many, and {MOST_MOMENTS} at most. Null when it is refused.",
    )
    replay_suggestion: Any = strawberry.field(
        metadata=price(2_500),
        resolver=suggested_then,
        graphql_type=Move | None,
        description="What the machine would have done at a version in a seat's place, knowing what the seat "
        "knew then. Null when the game did not wait for the seat; when you may not see by now all that it "
        "went by, as a hand that was not revealed; and when it is refused: also in a game without a machine "
        "player.",
    )
    invitation: Invitation | None = strawberry.field(
        resolver=invitation_of,
        description="What an invitation by link leads to; null for one that is not good, or good no more.",
    )
