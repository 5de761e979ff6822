"""Profiles in the schema: a player's record in a variant."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
import strawberry
from msgspec import Meta, Struct

from api.graphql.context import Context, Info
from api.graphql.errors.faults import known_variant
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.list_sizes import page_size
from api.graphql.pagination.connections import (
    After,
    Before,
    Connection,
    Edge,
    First,
    Last,
    Paging,
    connection,
    parse_key,
)
from api.graphql.queries.as_of import AsOf, as_of
from api.graphql.queries.freshness import wait_until_up_to_date
from api.graphql.queries.leaderboard import ranked_board
from api.graphql.queries.players.profile_records import (
    HeadToHead,
    ProfileBid,
    ProfileGame,
    ProfileSeat,
    ProfileStreaks,
    ProfileTotals,
    ProfileTrump,
)
from api.graphql.queries.ratings import Rating
from api.graphql.types.derivation import described, enum_type
from api.graphql.types.players import Player
from api.graphql.types.variants import Variant
from domain.events import PlayerId
from projections.players.boards import Board
from projections.players.profile import PROFILE
from projections.players.profile_queries import (
    FORM_GAMES,
    MAX_PAGE_SIZE,
    OpponentKey,
    ProfileKey,
    count_games,
    count_opponents,
    games,
    opponents,
    profile,
)

NAME = "The profile"

enum_type(Board)


@strawberry.type(
    description="A player's record in a variant: the public games that were won and in which the player kept "
    "a seat to the end."
)
class Profile:
    """A player's profile."""

    whose: strawberry.Private[ProfileKey]
    player: PlayerId = described("The player.", Player)
    variant: str = described("The variant.", Variant)
    board: Board = described("The games that count.")
    rating: Rating = described("The player's rating after the last game.")
    totals: ProfileTotals = described("Totals over all games of the profile.")
    streaks: ProfileStreaks = described("Runs of consecutive wins and losses.")
    best: ProfileGame = described(
        "The game with the most points. Of equal games, the one with the better place, then with more"
        " players, then the first."
    )
    worst: ProfileGame = described(
        "The game with the fewest points. Of equal games, the one with the worse place, then with "
        "fewer players, then the first."
    )
    form: list[ProfileGame] = described("The last ten games, newest first.", items=FORM_GAMES)
    bids: list[ProfileBid] = described("The counted bids, by amount.")
    trumps: list[ProfileTrump] = described("The trump suits that the player has chosen.")
    as_of: AsOf = described("How complete the profile is, with its games.")
    by_seat: list[ProfileSeat] = described("The seats that the player has had, by the size of the table.")

    @strawberry.field(
        directives=[page_size(MAX_PAGE_SIZE)],
        description=f"The games, newest first, each with the rating after it. {null_beside_error()}",
    )
    async def games(
        self,
        info: Info,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
    ) -> Connection[ProfileGame] | None:
        """Return a page of the player's games."""
        viewer = await info.context.player()
        cursors = await info.context.services.cursors.of("games of a profile", self.whose)
        request = Paging(first, after, last, before).request(cursors, parse_key, max_size=MAX_PAGE_SIZE)
        result = await info.context.read(
            NAME, games, self.whose, request.after, request.size, before=request.before, last=request.last
        )
        return connection(
            Connection[ProfileGame],
            Edge[ProfileGame],
            [ProfileGame.of(game, viewer) for game in result.rows],
            cursors,
            [str(game.ended) for game in result.rows],
            has_next=result.has_next,
            has_previous=result.has_previous,
            count=lambda: info.context.read(NAME, count_games, self.whose),
        )


@strawberry.type(name="HeadToHeadConnection", description="A page of a player's opponents.")
class OpponentsPage(Connection[HeadToHead]):
    """A page of opponents, with its age."""

    as_of: AsOf = described("How complete the list is.")


async def profile_of(
    context: Context, player: str, variant: str, board: Board, *, up_to_date: bool
) -> Profile | None:
    """Return a player's profile, None for a player without such finished games."""
    whose = await profile_key(context, player, variant, board, up_to_date=up_to_date)
    age = await as_of(context, PROFILE.name)
    sums = await context.read(NAME, profile, whose)
    if sums is None:
        return None
    viewer = await context.player()
    return Profile(
        whose=whose,
        player=player,
        variant=whose.variant,
        board=board,
        rating=Rating.of(sums),
        totals=ProfileTotals.of(sums),
        streaks=ProfileStreaks(
            winning=sums.winning,
            longest_winning=sums.longest_winning,
            losing=sums.losing,
            longest_losing=sums.longest_losing,
        ),
        best=ProfileGame.of(sums.best, viewer),
        worst=ProfileGame.of(sums.worst, viewer),
        form=[ProfileGame.of(game, viewer) for game in sums.recent],
        bids=list(map(ProfileBid.of, sums.bids)),
        trumps=list(map(ProfileTrump.of, sums.trumps)),
        as_of=age,
        by_seat=list(map(ProfileSeat.of, sums.seats)),
    )


async def head_to_head_page(
    context: Context, player: str, variant: str, board: Board, paging: Paging, *, up_to_date: bool
) -> OpponentsPage:
    """Return a page of a player's opponents; invalid arguments are top-level errors."""
    whose = await profile_key(context, player, variant, board, up_to_date=up_to_date)
    cursors = await context.services.cursors.of("opponents", whose)
    request = paging.request(cursors, _place, max_size=MAX_PAGE_SIZE)
    age = await as_of(context, PROFILE.name)
    result = await context.read(
        NAME, opponents, whose, request.after, request.size, before=request.before, last=request.last
    )
    return connection(
        partial(OpponentsPage, as_of=age),
        Edge[HeadToHead],
        [HeadToHead.of(met) for met in result.rows],
        cursors,
        [_cursor_text(met.key) for met in result.rows],
        has_next=result.has_next,
        has_previous=result.has_previous,
        count=lambda: context.read(NAME, count_opponents, whose),
    )


async def profile_key(
    context: Context, player: str, variant: str, board: Board, *, up_to_date: bool
) -> ProfileKey:
    """Return the key of a profile, which is up to date on request; an unknown variant is an error.

    A board on which nobody is ranked is an error, too.
    """
    name, ranked = known_variant(variant), ranked_board(board)
    if up_to_date:
        await wait_until_up_to_date(context, PROFILE.name)
    return ProfileKey(name, ranked, player)


class _Cursor(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The content of a cursor in the list of opponents."""

    # The range of the column that it is compared with.
    games: Annotated[int, Meta(ge=0, lt=2**31)]
    player: str


_decoder = msgspec.json.Decoder(_Cursor)


def _cursor_text(met: OpponentKey) -> str:
    return msgspec.json.encode(_Cursor(met.games, met.player)).decode()


def _place(text: str) -> OpponentKey:
    cursor = _decoder.decode(text)
    return OpponentKey(games=cursor.games, player=cursor.player)
