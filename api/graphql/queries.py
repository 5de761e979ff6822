"""Queries: games and lists of games, what may be done, what has happened, and how it looked then."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from datetime import datetime
from typing import Annotated, Any, TypeVar

import strawberry

from api.graphql.commands import Move, Offer
from api.graphql.connections import Connection, Edge, connection, key, page_size
from api.graphql.context import GameArgument, Info, game_id, refused
from api.graphql.derive import enum_type
from api.graphql.events import GameEvent
from api.graphql.leaderboard import LeaderboardEntry, leaderboard_page
from api.graphql.scalars import Version
from api.graphql.types import Game, Names, Player, Variant, game_of
from application.recorded import Recorded
from domain.events import Access
from domain.game import legal
from domain.machine import player_of
from domain.refusals import NotSeated, Refusal
from domain.rules import variants
from domain.state import Stage
from domain.view import View
from projections.listing import LARGEST_PAGE, GameFilter, Listed, page

T = TypeVar("T")
_VersionArgument = Annotated[Version, strawberry.argument(description="How many events the game had had.")]
LARGEST_PAGE_OF_EVENTS = 500

for enum in (GameFilter, Stage):
    enum_type(enum)


@strawberry.type(description="A game in a list.")
class GameSummary:
    """What a list tells of a game."""

    id: strawberry.ID = strawberry.field(description="The game's id.")
    variant: str = strawberry.field(description="Which game is played.")
    access: Access = strawberry.field(description="Who may find and join the game.")
    stage: Stage = strawberry.field(description="How far the game has come.")
    organizer: Player | None = strawberry.field(description="Who set the game up, or inherited that.")
    players: list[Player] = strawberry.field(description="Who is seated, in the order of the seats.")
    seats: int = strawberry.field(description="How many can play.")
    winners: list[Player] = strawberry.field(description="Who won; empty while the game goes on.")
    created_at: datetime = strawberry.field(description="When the game was set up.")
    ended_at: datetime | None = strawberry.field(description="When the game was won or closed.")

    @classmethod
    def of(cls, listed: Listed, names: Names) -> GameSummary:
        """Return a game as lists show it."""
        return cls(
            id=strawberry.ID(str(listed.game)),
            variant=listed.variant,
            access=listed.access,
            stage=listed.stage,
            organizer=Player.of(listed.organizer, names) if listed.organizer else None,
            players=[Player.of(seat.player, names) for seat in listed.seats],
            seats=listed.most_seats,
            winners=[Player.of(each, names) for each in listed.winners],
            created_at=listed.created_at,
            ended_at=listed.ended_at,
        )


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

    @strawberry.field(description="Games, the newest first.")
    async def games(
        self,
        info: Info,
        filter: Annotated[GameFilter, strawberry.argument(description="Which games.")] = GameFilter.LOBBY,
        variant: Annotated[str | None, strawberry.argument(description="Only games of this variant.")] = None,
        first: Annotated[int, strawberry.argument(description="How many at most.")] = 20,
        after: Annotated[str | None, strawberry.argument(description="The cursor to go on from.")] = None,
    ) -> Connection[GameSummary]:
        """Return a page of a list of games."""
        context = info.context
        player = await (context.signed_in() if filter is GameFilter.MINE else context.player())
        size = page_size(first, LARGEST_PAGE)
        found = await context.read("The list of games", page, filter, player, variant, key(after), size)
        named = {seat.player for listed in found.rows for seat in listed.seats}
        organizers = {listed.organizer for listed in found.rows if listed.organizer}
        names = await context.names(named | organizers)
        return connection(
            Connection[GameSummary],
            Edge[GameSummary],
            [GameSummary.of(listed, names) for listed in found.rows],
            [str(listed.created) for listed in found.rows],
            more=found.has_next,
        )

    @strawberry.field(
        description="How people have done in the public games of a variant, those with the most wins first."
    )
    async def leaderboard(
        self,
        info: Info,
        variant: Annotated[str, strawberry.argument(description="Which game.")],
        first: Annotated[int, strawberry.argument(description="How many at most.")] = 20,
        after: Annotated[str | None, strawberry.argument(description="The cursor to go on from.")] = None,
    ) -> Connection[LeaderboardEntry]:
        """Return a page of a variant's leaderboard."""
        return await leaderboard_page(info.context, variant, first, after)

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
