"""Queries: games and lists of games, what may be done, what has happened, and how it looked then."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Annotated, Any, TypeVar

import strawberry

from api.graphql.commands import Move, Offer
from api.graphql.connections import Connection, Edge, connection, key, page_size
from api.graphql.context import GameArgument, Info, game_id, refused
from api.graphql.events import GameEvent
from api.graphql.freshness import FreshArgument
from api.graphql.games import GameSearch, GameSummary, games_page
from api.graphql.leaderboard import LeaderboardEntry, leaderboard_page
from api.graphql.profile import Profile, profile_of
from api.graphql.scalars import Version
from api.graphql.types import Game, Player, Variant, game_of
from application.recorded import Recorded
from domain.game import legal
from domain.machine import player_of
from domain.refusals import NotSeated, Refusal
from domain.rules import variants
from domain.view import View
from projections.boards import Board
from projections.listing import GameFilter
from projections.search import GameOrder
from projections.standings import Wanted
from projections.windows import Window

T = TypeVar("T")
_VersionArgument = Annotated[Version, strawberry.argument(description="How many events the game had had.")]
LARGEST_PAGE_OF_EVENTS = 500


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


async def _events(info: Info, given: strawberry.ID) -> Sequence[Recorded]:
    player = await info.context.player()
    return await info.context.services.watching.events(game_id(given), player)


async def _replay(info: Info, given: strawberry.ID, version: int) -> Game:
    context, game = info.context, game_id(given)
    player = await context.player()
    view = await context.services.watching.replay(game, player, version)
    return await game_of(context, game, version, view, player)


async def _suggestion(info: Info, given: strawberry.ID) -> Any:
    seat, view = await _seat(info, given)
    suggest = player_of(view.game.variant)
    return suggest(view.game, seat) if legal(view.game, seat) else None


async def _or_fault(answer: Awaitable[T]) -> T:
    try:
        return await answer
    except Refusal as refusal:
        raise refused(refusal) from refusal


@strawberry.type(description="What can be asked.")
class Query:
    """The root of all queries; each reads what the caller may read."""

    @strawberry.field(description="Who you are; null for an onlooker.")
    async def me(self, info: Info) -> Player | None:
        """Return the caller."""
        player = await info.context.player()
        return None if player is None else Player.of(player, await info.context.names([player]))

    @strawberry.field(description="The games that can be played here.")
    def variants(self) -> list[Variant]:
        """Return all variants."""
        return [Variant.of(rules) for rules in variants().values()]

    @strawberry.field(description="A game as you see it now.")
    async def game(self, info: Info, id: GameArgument) -> Game | None:
        """Return a game at its latest version."""
        return await _or_fault(_game(info, id))

    @strawberry.field(
        description="Games by their stage and by what is searched for, in an order; private games only for "
        "those who are in them."
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
        first: Annotated[int, strawberry.argument(description="How many at most.")] = 20,
        after: Annotated[str | None, strawberry.argument(description="The cursor to go on from.")] = None,
        fresh: FreshArgument = False,
    ) -> Connection[GameSummary]:
        """Return a page of a list of games."""
        return await games_page(info.context, filter, variant, search, order, first, after, fresh=fresh)

    @strawberry.field(
        description="How people have done in the public games of a variant, in a window of time. Who is "
        "ranked comes first, by ordinal; then who has games enough but none lately; then who has too few."
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
        first: Annotated[int, strawberry.argument(description="How many at most.")] = 20,
        after: Annotated[str | None, strawberry.argument(description="The cursor to go on from.")] = None,
        fresh: FreshArgument = False,
    ) -> Connection[LeaderboardEntry]:
        """Return a page of a leaderboard."""
        wanted = Wanted(variant=variant, board=board, window=window, key=key, ranked=ranked)
        return await leaderboard_page(info.context, wanted, first, after, fresh=fresh)

    @strawberry.field(
        description="What a player has done in the public games of a variant; null for who has finished none."
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

    @strawberry.field(
        graphql_type=list[Offer] | None,
        description="What you may do now; each offer stands for exactly the moves that would be accepted.",
    )
    async def legal_moves(self, info: Info, game: GameArgument) -> Any:
        """Return the caller's legal moves."""
        seat, view = await _or_fault(_seat(info, game))
        return list(legal(view.game, seat))

    @strawberry.field(
        graphql_type=Move | None,
        description="What the machine would do in your place, knowing what you know; null when you are not "
        "to move. A game without a machine player is answered by an error.",
    )
    async def suggestion(self, info: Info, game: GameArgument) -> Any:
        """Return the move that the machine would choose for the caller."""
        return await _or_fault(_suggestion(info, game))

    @strawberry.field(description="What has happened in a game, as you may read it.")
    async def events(
        self,
        info: Info,
        game: GameArgument,
        first: Annotated[int, strawberry.argument(description="How many at most.")] = 100,
        after: Annotated[str | None, strawberry.argument(description="The cursor to go on from.")] = None,
    ) -> Connection[GameEvent] | None:
        """Return a page of a game's events; a cursor is the version of its event."""
        size, start = page_size(first, LARGEST_PAGE_OF_EVENTS), key(after) or 0
        recorded = await _or_fault(_events(info, game))
        shown: Any = recorded[start : start + size]
        return connection(
            Connection[GameEvent],
            Edge[GameEvent],
            shown,
            [str(each.version) for each in shown],
            more=len(recorded) > start + size,
        )

    @strawberry.field(
        description="A game as it stood at a version, from your seat; shuffles revealed since then are open."
    )
    async def replay(self, info: Info, game: GameArgument, version: _VersionArgument) -> Game | None:
        """Return a game at a version."""
        return await _or_fault(_replay(info, game, version))
