"""The leaderboards in the schema: rankings of players in a variant and a window of time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import msgspec
import strawberry
from msgspec import Meta, Struct

from api.graphql.context import Context
from api.graphql.errors.faults import fault, refused
from api.graphql.pagination.connections import Connection, Edge, Paging, connection
from api.graphql.queries.freshness import wait_until_fresh
from api.graphql.types.derivation import enum_type
from api.graphql.types.players import Names, Player
from domain.refusals import UnknownVariant
from domain.rules import rules_of
from projections.players.boards import Board
from projections.players.leaderboard import LEADERBOARD
from projections.players.leaderboard_queries import LARGEST_PAGE, Place, Standing, Tier, Wanted, page
from projections.players.time_windows import InvalidWindowKey, Window

# PostgreSQL rejects NUL in texts, and no player's id contains one.
_PlayerId = Annotated[str, Meta(pattern=r"\A[^\x00]*\Z")]

for enum in (Window, Board):
    enum_type(enum)


@strawberry.type(description="How a player has done in a variant, on a board and in a window of time.")
class LeaderboardEntry:
    """A player's place in a leaderboard, and the figures behind it."""

    rank: int | None = strawberry.field(
        description="The place among those who are ranked, from 1; players with equal ordinals share one. "
        "Null for who is provisional."
    )
    provisional: bool = strawberry.field(
        description="Whether the player is not ranked: for want of games in the window (5, of all time 10), "
        "of different opponents (5; on the board MIXED none at all will do, too), or, in seasons and of all "
        "time, of a game in the last 30 days."
    )
    player: Player = strawberry.field(description="Who it is.")
    rating: float = strawberry.field(
        description="How strong the player is thought to be, by the order in which the seats of each game "
        "finished; everybody begins a window with 25."
    )
    uncertainty: float = strawberry.field(
        description="How uncertain the rating is; everybody begins a window with 25/3."
    )
    ordinal: float = strawberry.field(
        description="What is ranked by: the rating less three times its uncertainty."
    )
    games: int = strawberry.field(description="How many games the player has finished.")
    opponents: int = strawberry.field(
        description="How many different people the player has met; not counted beyond the 5 it takes to be "
        "ranked."
    )
    wins: int = strawberry.field(description="How many of them the player has won.")
    win_rate: float = strawberry.field(description="The part of them that the player has won, from 0 to 1.")
    points: int = strawberry.field(description="The player's totals at the ends of those games, added up.")
    streak: int = strawberry.field(description="How many games in a row the player has won up to the last.")
    best_streak: int = strawberry.field(description="The most games that the player has won in a row.")
    last_game_at: datetime = strawberry.field(description="When the last of those games ended.")
    bids_made: int = strawberry.field(description="How many bids of the player counted and were made.")
    bids_failed: int = strawberry.field(description="How many bids of the player counted and were not made.")

    @classmethod
    def of(cls, standing: Standing, names: Names) -> LeaderboardEntry:
        """Return the entry of a standing, with the player's name."""
        return cls(
            rank=standing.rank,
            provisional=standing.rank is None,
            player=Player.of(standing.player, names),
            rating=standing.mu,
            uncertainty=standing.sigma,
            ordinal=standing.ordinal,
            games=standing.games,
            opponents=standing.opponents,
            wins=standing.wins,
            win_rate=standing.wins / standing.games,
            points=standing.points,
            streak=standing.streak,
            best_streak=standing.best_streak,
            last_game_at=standing.last_at,
            bids_made=standing.bids_made,
            bids_failed=standing.bids_failed,
        )


async def leaderboard_page(
    context: Context, wanted: Wanted, paging: Paging, *, fresh: bool
) -> Connection[LeaderboardEntry]:
    """Return a page of a leaderboard; invalid arguments are top-level errors."""
    cursors = await context.services.cursors.of("leaderboard")
    request = paging.request(cursors, _place, max_size=LARGEST_PAGE)
    try:
        rules_of(wanted.variant)
    except UnknownVariant as unknown:
        raise refused(unknown) from unknown
    now = datetime.now(UTC)
    try:
        wanted.period(now)
    except InvalidWindowKey as invalid:
        raise fault("INVALID_WINDOW_KEY", f"{invalid}.") from invalid
    if fresh:
        await wait_until_fresh(context, LEADERBOARD.name)
    found = await context.read(
        "The leaderboard",
        page,
        wanted,
        now,
        request.after,
        request.size,
        before=request.before,
        last=request.last,
    )
    names = await context.names(standing.player for standing in found.rows)
    return connection(
        Connection[LeaderboardEntry],
        Edge[LeaderboardEntry],
        [LeaderboardEntry.of(standing, names) for standing in found.rows],
        cursors,
        [_cursor_text(standing.place) for standing in found.rows],
        has_next=found.has_next,
        has_previous=found.has_previous,
    )


class _Cursor(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The content of a cursor."""

    tier: Tier
    ordinal: float
    player: _PlayerId


_decoder = msgspec.json.Decoder(_Cursor)


def _cursor_text(place: Place) -> str:
    return msgspec.json.encode(_Cursor(place.tier, place.ordinal, place.player)).decode()


def _place(text: str) -> Place:
    cursor = _decoder.decode(text)
    return Place(tier=cursor.tier, ordinal=cursor.ordinal, player=cursor.player)
