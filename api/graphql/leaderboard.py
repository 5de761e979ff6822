"""The leaderboard in the schema: who has done best in a variant."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated

import msgspec
import strawberry
from msgspec import Meta, Struct

from api.graphql.connections import Connection, Edge, connection, page_size
from api.graphql.context import Context, fault, refused
from api.graphql.types import Names, Player
from domain.refusals import UnknownVariant
from domain.rules import rules_of
from projections.leaderboard import LARGEST_PAGE, Place, Standing, page

LONGEST_SHOWN = 100

# What fits into the columns that it is compared with.
_Count = Annotated[int, Meta(ge=0, lt=2**31)]
_Points = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]


@strawberry.type(description="How a player has done in a variant.")
class LeaderboardEntry:
    """A player's place in a leaderboard, and what it comes from."""

    rank: int = strawberry.field(
        description="The place, from 1; players with equal wins and points share one."
    )
    player: Player = strawberry.field(description="Who it is.")
    games: int = strawberry.field(description="How many games the player has finished.")
    wins: int = strawberry.field(description="How many of them the player has won.")
    points: int = strawberry.field(description="The player's totals at the ends of those games, added up.")
    bids_made: int = strawberry.field(description="How many bids the player won the bidding with and made.")
    bids_failed: int = strawberry.field(
        description="How many bids the player won the bidding with and did not make."
    )

    @classmethod
    def of(cls, standing: Standing, names: Names) -> LeaderboardEntry:
        """Return a standing with the player's name."""
        return cls(
            rank=standing.rank,
            player=Player.of(standing.player, names),
            games=standing.games,
            wins=standing.wins,
            points=standing.points,
            bids_made=standing.bids_made,
            bids_failed=standing.bids_failed,
        )


async def leaderboard_page(
    context: Context, variant: str, first: int, after: str | None
) -> Connection[LeaderboardEntry]:
    """Return a page of a variant's leaderboard; what cannot be answered is a top-level error."""
    size = page_size(first, LARGEST_PAGE)
    place = None if after is None else _place(after)
    try:
        rules = rules_of(variant)
    except UnknownVariant as unknown:
        raise refused(unknown) from unknown
    found = await context.read("The leaderboard", page, rules.variant, place, size)
    names = await context.names(standing.player for standing in found.rows)
    return connection(
        Connection[LeaderboardEntry],
        Edge[LeaderboardEntry],
        [LeaderboardEntry.of(standing, names) for standing in found.rows],
        [_cursor(standing.place) for standing in found.rows],
        more=found.has_next,
    )


class _Cursor(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A place as clients hold it."""

    wins: _Count
    points: _Points
    player: str


_decoder = msgspec.json.Decoder(_Cursor)


def _cursor(place: Place) -> str:
    cursor = _Cursor(place.wins, place.points, place.player)
    return urlsafe_b64encode(msgspec.json.encode(cursor)).decode()


def _place(after: str) -> Place:
    try:
        cursor = _decoder.decode(urlsafe_b64decode(after.encode()))
    except (ValueError, msgspec.MsgspecError) as error:
        raise fault("INVALID_CURSOR", f"{after[:LONGEST_SHOWN]!r} is not a cursor of this list.") from error
    return Place(wins=cursor.wins, points=cursor.points, player=cursor.player)
