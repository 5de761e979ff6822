"""What can be asked: a method for each field of the schema's root of queries.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""
# ruff: noqa: D205 - a sentence of the schema can take more than a line

from __future__ import annotations

from datetime import date

from kibitz_client.interfaces import Event, Node, Offer
from kibitz_client.moves import Move
from kibitz_client.operations import Operations
from kibitz_client.schema import documents as d
from kibitz_client.schema.enums import Board, Bucket, GameFilter, GameOrder, Window
from kibitz_client.schema.inputs import GameSearch
from kibitz_client.schema.types import (
    GameSummary,
    HeadToHead,
    Invitation,
    LeaderboardEntry,
    Person,
    Profile,
    ProfileGame,
    Projection,
    Session,
    Statistics,
    Variant,
)
from kibitz_client.values import Page
from kibitz_client.views import Seen


class Queries:
    """What can be asked."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    async def events(
        self,
        *,
        game: str,
        after: str | None = None,
        before: str | None = None,
        first: int | None = None,
        last: int | None = None,
    ) -> Page[Event] | None:
        """The events of a game, as you may see them; None when the query is refused. A page has 100 events by
        default, and at most 500.
        """
        return await self._operations.maybe(
            d.EVENTS,
            {"game": game, "after": after, "before": before, "first": first, "last": last},
            Page[Event],
        )

    async def game(self, *, id: str) -> Seen | None:
        """A game as you may see it now; None when the query is refused."""
        return await self._operations.maybe(d.GAME, {"id": id}, Seen)

    async def games(
        self,
        *,
        after: str | None = None,
        before: str | None = None,
        filter: GameFilter = GameFilter.LOBBY,
        first: int | None = None,
        fresh: bool = False,
        last: int | None = None,
        order: GameOrder = GameOrder.NEWEST,
        search: GameSearch | None = None,
        variant: str | None = None,
    ) -> Page[GameSummary]:
        """Games by stage and search conditions, in an order. Private games are listed only for their players
        and invited players.
        """
        given = {
            "after": after,
            "before": before,
            "filter": filter,
            "first": first,
            "fresh": fresh,
            "last": last,
            "order": order,
            "search": search,
            "variant": variant,
        }
        return await self._operations.one(d.GAMES, given, Page[GameSummary])

    async def invitation(self, *, token: str) -> Invitation | None:
        """The game of an invitation by link; None for an invalid or expired invitation."""
        return await self._operations.maybe(d.INVITATION, {"token": token}, Invitation)

    async def leaderboard(
        self,
        *,
        variant: str,
        after: str | None = None,
        before: str | None = None,
        board: Board = Board.PEOPLE,
        first: int | None = None,
        fresh: bool = False,
        key: str | None = None,
        last: int | None = None,
        ranked: bool | None = None,
        window: Window = Window.ALL_TIME,
    ) -> Page[LeaderboardEntry]:
        """The leaderboard of a variant in a window of time, from public games. Ranked players come first, by
        ordinal; then players with enough games but none lately; then players with too few games.
        """
        given = {
            "variant": variant,
            "after": after,
            "before": before,
            "board": board,
            "first": first,
            "fresh": fresh,
            "key": key,
            "last": last,
            "ranked": ranked,
            "window": window,
        }
        return await self._operations.one(d.LEADERBOARD, given, Page[LeaderboardEntry])

    async def legal_moves(self, *, game: str) -> tuple[Offer, ...] | None:
        """The moves that you may make now; each offer stands for exactly the moves that would be accepted.
        None when the query is refused.
        """
        return await self._operations.maybe_many(d.LEGAL_MOVES, {"game": game}, Offer)

    async def me(self) -> Person | None:
        """You; None for a spectator."""
        return await self._operations.maybe(d.ME, {}, Person)

    async def moments(self, *, game: str, after: int = 0, first: int = 20) -> tuple[Seen, ...] | None:
        """A game after each of the next events, each as `replay` shows it: 20 events by default, and at most
        25. None when the query is refused.
        """
        return await self._operations.maybe_many(
            d.MOMENTS, {"game": game, "after": after, "first": first}, Seen
        )

    async def node(self, *, id: str) -> Node | None:
        """A game or a player by its id; None when there is none that you may see. Machine players are
        players; an erased player is marked as erased.
        """
        return await self._operations.maybe(d.NODE, {"id": id}, Node)

    async def profile(
        self, *, player: str, variant: str, board: Board = Board.PEOPLE, fresh: bool = False
    ) -> Profile | None:
        """A player's record in the public games of a variant; None for a player who has finished none."""
        return await self._operations.maybe(
            d.PROFILE, {"player": player, "variant": variant, "board": board, "fresh": fresh}, Profile
        )

    async def profile_games(
        self,
        *,
        player: str,
        variant: str,
        after: str | None = None,
        before: str | None = None,
        board: Board = Board.PEOPLE,
        first: int | None = None,
        fresh: bool = False,
        last: int | None = None,
    ) -> Page[ProfileGame] | None:
        """The games, newest first, each with the rating after it."""
        given = {
            "player": player,
            "variant": variant,
            "after": after,
            "before": before,
            "board": board,
            "first": first,
            "fresh": fresh,
            "last": last,
        }
        return await self._operations.maybe(d.PROFILE_GAMES, given, Page[ProfileGame])

    async def profile_head_to_head(
        self,
        *,
        player: str,
        variant: str,
        after: str | None = None,
        before: str | None = None,
        board: Board = Board.PEOPLE,
        first: int | None = None,
        fresh: bool = False,
        last: int | None = None,
    ) -> Page[HeadToHead] | None:
        """The player's results against each opponent, most frequent opponents first."""
        given = {
            "player": player,
            "variant": variant,
            "after": after,
            "before": before,
            "board": board,
            "first": first,
            "fresh": fresh,
            "last": last,
        }
        return await self._operations.maybe(d.PROFILE_HEAD_TO_HEAD, given, Page[HeadToHead])

    async def projections(self) -> tuple[Projection, ...] | None:
        """The state of each read model; None when you are not an operator."""
        return await self._operations.maybe_many(d.PROJECTIONS, {}, Projection)

    async def replay(self, *, game: str, version: int) -> Seen | None:
        """A game at an earlier version, from your seat, with the shuffles that have been revealed since. None
        when the query is refused.
        """
        return await self._operations.maybe(d.REPLAY, {"game": game, "version": version}, Seen)

    async def replay_suggestion(self, *, game: str, seat: int, version: int) -> Move | None:
        """The move that the machine player would have made for a seat at a version, with the seat's knowledge
        at that time. None when it was not the seat's turn; when you may still not see all that the seat knew,
        such as a hand that was never revealed; and when the query is refused, for example in a game without a
        machine player.
        """
        return await self._operations.maybe(
            d.REPLAY_SUGGESTION, {"game": game, "seat": seat, "version": version}, Move
        )

    async def session(self) -> Session | None:
        """Your session: who you are, your roles and when your token expires; None for a spectator."""
        return await self._operations.maybe(d.SESSION, {}, Session)

    async def statistics(
        self,
        *,
        variant: str,
        board: Board | None = None,
        bucket: Bucket | None = None,
        fresh: bool = False,
        machine: bool | None = None,
        rows: int = 300,
        seats: int | None = None,
        since: date | None = None,
        until: date | None = None,
    ) -> Statistics:
        """Statistics of the public games of a variant, and activity; by periods if you wish."""
        given = {
            "variant": variant,
            "board": board,
            "bucket": bucket,
            "fresh": fresh,
            "machine": machine,
            "rows": rows,
            "seats": seats,
            "since": since,
            "until": until,
        }
        return await self._operations.one(d.STATISTICS, given, Statistics)

    async def suggestion(self, *, game: str) -> Move | None:
        """The move that the machine player would make in your seat with your knowledge; None when it is not
        your turn, and when the query is refused, for example in a game without a machine player.
        """
        return await self._operations.maybe(d.SUGGESTION, {"game": game}, Move)

    async def variants(self) -> tuple[Variant, ...]:
        """The variants that this server offers."""
        return await self._operations.many(d.VARIANTS, {}, Variant)
