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
        """What has happened in a game, as you may read it; None when it is refused. A page has 100 events
        unless you say how many, and 500 at most.
        """
        return await self._operations.maybe(
            d.EVENTS,
            {"game": game, "after": after, "before": before, "first": first, "last": last},
            Page[Event],
        )

    async def game(self, *, id: str) -> Seen | None:
        """A game as you see it now; None when it is refused."""
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
        """Games by their stage and by what is searched for, in an order; private games only for those who are
        in them.
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
        """What an invitation by link leads to; None for one that is not good, or good no more."""
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
        """How people have done in the public games of a variant, in a window of time. Who is ranked comes
        first, by ordinal; then who has games enough but none lately; then who has too few.
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
        """What you may do now; each offer stands for exactly the moves that would be accepted. None when it
        is refused.
        """
        return await self._operations.maybe_many(d.LEGAL_MOVES, {"game": game}, Offer)

    async def me(self) -> Person | None:
        """Who you are; None for an onlooker."""
        return await self._operations.maybe(d.ME, {}, Person)

    async def moments(self, *, game: str, after: int = 0, first: int = 20) -> tuple[Seen, ...] | None:
        """A game as it stood after each of the next events, each time as `replay` shows it: 20 events unless
        you say how many, and 25 at most. None when it is refused.
        """
        return await self._operations.maybe_many(
            d.MOMENTS, {"game": game, "after": after, "first": first}, Seen
        )

    async def node(self, *, id: str) -> Node | None:
        """A game or a player by its id; None when there is none that you may know of. Machine players are
        players; one who was erased is called so.
        """
        return await self._operations.maybe(d.NODE, {"id": id}, Node)

    async def profile(
        self, *, player: str, variant: str, board: Board = Board.PEOPLE, fresh: bool = False
    ) -> Profile | None:
        """What a player has done in the public games of a variant; None for who has finished none."""
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
        """The games, the latest first; each with the rating after it."""
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
        """How the player has done against each of the others, the most met first."""
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
        """How it goes with each read model; None for who is no operator."""
        return await self._operations.maybe_many(d.PROJECTIONS, {}, Projection)

    async def replay(self, *, game: str, version: int) -> Seen | None:
        """A game as it stood at a version, from your seat; shuffles revealed since then are open. None when
        it is refused.
        """
        return await self._operations.maybe(d.REPLAY, {"game": game, "version": version}, Seen)

    async def replay_suggestion(self, *, game: str, seat: int, version: int) -> Move | None:
        """What the machine would have done at a version in a seat's place, knowing what the seat knew then.
        None when the game did not wait for the seat; when you may not see by now all that it went by, as a
        hand that was not revealed; and when it is refused: also in a game without a machine player.
        """
        return await self._operations.maybe(
            d.REPLAY_SUGGESTION, {"game": game, "seat": seat, "version": version}, Move
        )

    async def session(self) -> Session | None:
        """Who you are, what you may do and for how long; None for an onlooker."""
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
        """What was played in the public games of a variant, added up, and how busy it was; by stretches of
        time if wanted.
        """
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
        """What the machine would do in your place, knowing what you know; None when you are not to move, and
        when it is refused: also in a game without a machine player.
        """
        return await self._operations.maybe(d.SUGGESTION, {"game": game}, Move)

    async def variants(self) -> tuple[Variant, ...]:
        """The games that can be played here."""
        return await self._operations.many(d.VARIANTS, {}, Variant)
