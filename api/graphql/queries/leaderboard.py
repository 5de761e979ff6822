"""The leaderboards in the schema: rankings of players in a variant and a window of time."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Final

import msgspec
import strawberry
from msgspec import Meta, Struct

from api.graphql.context import Context
from api.graphql.errors.faults import fault, known_variant
from api.graphql.pagination.connections import Connection, Edge, Paging, connection
from api.graphql.queries.as_of import AsOf, as_of
from api.graphql.queries.freshness import wait_until_up_to_date
from api.graphql.queries.ratings import Rating
from api.graphql.queries.totals import Streaks, Totals
from api.graphql.types.derivation import described, enum_type
from api.graphql.types.players import Player
from domain.events import PlayerId
from projections.players.boards import Board
from projections.players.leaderboard import LEADERBOARD
from projections.players.leaderboard_queries import (
    MAX_PAGE_SIZE,
    BoardQuery,
    Place,
    Standing,
    Tier,
    count,
    page,
)
from projections.players.time_windows import InvalidWindowKey, Window

NAME: Final = "The leaderboard"

# PostgreSQL rejects NUL in texts, and no player's id contains one.
_PlayerId = Annotated[str, Meta(pattern=r"\A[^\x00]*\Z")]

for enum in (Window, Board):
    enum_type(enum)


@strawberry.type(description="A player's results in a variant, on a board and in a window of time.")
class LeaderboardEntry:
    """A player's place in a leaderboard, and the figures behind it."""

    rank: int | None = strawberry.field(
        description="The rank among all ranked players, from 1; players with equal ordinals share a rank. "
        "Null for a provisional player."
    )
    provisional: bool = strawberry.field(
        description="Whether the player is not ranked. A rank needs 5 games in the window (10 of all time), "
        "5 different opponents (none on the board MIXED) and, in seasons and of all time, a game"
        " in the last 30 days."
    )
    player: PlayerId = strawberry.field(graphql_type=Player, description="The player.")
    rating: Rating = strawberry.field(description="The player's rating in the window.")
    totals: Totals = strawberry.field(description="Totals over the player's games in the window.")
    streaks: Streaks = strawberry.field(description="The player's winning streaks in the window.")
    opponents: int = strawberry.field(
        description="The number of different human opponents, counted up to the 5 that a rank needs."
    )
    last_game_at: datetime = strawberry.field(description="The time at which the last of the games ended.")

    @classmethod
    def of(cls, standing: Standing) -> LeaderboardEntry:
        """Return the entry of a standing."""
        return cls(
            rank=standing.rank,
            provisional=standing.rank is None,
            player=standing.player,
            rating=Rating.of(standing),
            totals=Totals(
                games=standing.games,
                wins=standing.wins,
                win_rate=standing.wins / standing.games,
                points=standing.points,
                bids_made=standing.bids_made,
                bids_failed=standing.bids_failed,
            ),
            streaks=Streaks(winning=standing.streak, longest_winning=standing.best_streak),
            opponents=standing.opponents,
            last_game_at=standing.last_at,
        )


@strawberry.type(name="LeaderboardEntryConnection", description="A page of a leaderboard.")
class LeaderboardPage(Connection[LeaderboardEntry]):
    """A page of a leaderboard, with its age."""

    as_of: AsOf = described("How complete the leaderboard is.")


WindowArgument = Annotated[Window, strawberry.argument(description="The length of the window.")]
BoardArgument = Annotated[
    Board, strawberry.argument(description="The games that count. MACHINES is an error: it ranks no people.")
]
KeyArgument = Annotated[
    str | None,
    strawberry.argument(
        description="The day (2026-11-20), week (2026-W47), month (2026-11) or season (2026-Q4), in UTC; the "
        "current one by default."
    ),
]
RankedArgument = Annotated[
    bool | None, strawberry.argument(description="Return only ranked players, or only provisional players.")
]
LEADERBOARD_TEXT: Final = (
    "in a window of time, from public games. Ranked players come first, by ordinal; then players with enough "
    "games but none lately; then players with too few games."
)


def ranked_board(board: Board) -> Board:
    """Return a board on which people are ranked; another one is an error."""
    if board is Board.MACHINES:
        raise fault(
            "BAD_USER_INPUT",
            f"Nobody is ranked on the board {board.name}: only machines played its games. It has statistics.",
            at=("board",),
        )
    return board


async def leaderboard_page(
    context: Context, wanted: BoardQuery, paging: Paging, *, up_to_date: bool
) -> LeaderboardPage:
    """Return a page of a leaderboard; invalid arguments are top-level errors."""
    cursors = await context.services.cursors.of("leaderboard", wanted)
    request = paging.request(cursors, _place, max_size=MAX_PAGE_SIZE)
    known_variant(wanted.variant)
    ranked_board(wanted.board)
    now = datetime.now(UTC)
    try:
        wanted.period(now)
    except InvalidWindowKey as invalid:
        raise fault(
            "INVALID_WINDOW_KEY", f"This is not a key of the window: {invalid}.", at=("key",)
        ) from invalid
    if up_to_date:
        await wait_until_up_to_date(context, LEADERBOARD.name)
    age = await as_of(context, LEADERBOARD.name)
    result = await context.read(
        NAME,
        page,
        wanted,
        now,
        request.after,
        request.size,
        before=request.before,
        last=request.last,
    )
    return connection(
        partial(LeaderboardPage, as_of=age),
        Edge[LeaderboardEntry],
        [LeaderboardEntry.of(standing) for standing in result.rows],
        cursors,
        [_cursor_text(standing.place) for standing in result.rows],
        has_next=result.has_next,
        has_previous=result.has_previous,
        count=lambda: context.read(NAME, count, wanted, now),
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
