"""Lists of games in the schema: the lobby, running and past games, and the games of one player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final

import strawberry
from strawberry.utils.str_converters import to_camel_case

from api.graphql.context import Context
from api.graphql.errors.faults import fault, known_variant, refused
from api.graphql.games.listed_game import ListedGame
from api.graphql.games.types import Game
from api.graphql.pagination.connections import Connection, Count, Edge, Paging, connection, parse_key
from api.graphql.pagination.cursors import ListCursors
from api.graphql.queries.freshness import wait_until_up_to_date
from api.graphql.types.derivation import enum_type
from domain.events import PlayerId
from domain.refusals import InvalidPlayer
from projections.games.game_list import GAME_LIST
from projections.games.game_list_queries import MAX_PAGE_SIZE, GameFilter, Listed, Member, count, page
from projections.games.game_search import By, GameOrder, InvalidRange, Place, Search, sort_value
from projections.games.game_view import GAME_VIEW
from projections.games.own_games import awaiting

NAME: Final = "The list of games"

for enum in (GameFilter, GameOrder):
    enum_type(enum)


def _time_field(condition: str) -> Any:
    return strawberry.field(default=None, description=f"{condition} (a time with its zone).")


@strawberry.input(description="The conditions of a search; a game must meet all of them.")
class GameSearch:
    """The conditions of a search; an omitted condition matches every game."""

    player: strawberry.ID | None = strawberry.field(
        default=None, description="A player who has a seat in the game, or had one at its end."
    )
    won_by: strawberry.ID | None = strawberry.field(default=None, description="A player who won the game.")
    started_after: datetime | None = _time_field("The game started at this time or later")
    started_before: datetime | None = _time_field("The game started before this time")
    ended_after: datetime | None = _time_field("The game ended at this time or later")
    ended_before: datetime | None = _time_field("The game ended before this time")
    least_events: int | None = strawberry.field(default=None, description="The minimum number of events.")
    most_events: int | None = strawberry.field(default=None, description="The maximum number of events.")


VariantFilter = Annotated[
    str | None, strawberry.argument(description="Return only games of this variant, by its name.")
]
SearchArgument = Annotated[
    GameSearch | None, strawberry.argument(description="The conditions of the search.")
]
OrderArgument = Annotated[GameOrder, strawberry.argument(description="The order of the list.")]
StageFilter = Annotated[
    GameFilter | None,
    strawberry.argument(description="Return only these games; without it, games of all stages."),
]


async def games_page(
    context: Context,
    which: GameFilter | None,
    variant: str | None,
    conditions: GameSearch | None,
    order: GameOrder,
    paging: Paging,
    *,
    up_to_date: bool,
    member: Member | None = None,
) -> Connection[Game]:
    """Return a page of a list of games that the caller may see; invalid arguments are top-level errors."""
    viewer = await context.player()
    search = _search(variant, conditions)
    by = sort_value(search, order)
    cursors = await games_cursors(context, which, search, order, member)
    request = paging.request(cursors, lambda text: _place(text, by), max_size=MAX_PAGE_SIZE)
    if up_to_date:
        await wait_until_up_to_date(context, GAME_LIST.name)
    result = await context.read(
        NAME,
        page,
        which,
        viewer,
        search,
        order,
        request.after,
        request.size,
        before=request.before,
        last=request.last,
        member=member,
    )
    return listed_connection(
        result.rows,
        viewer,
        cursors,
        map(cursor_text, result.places),
        has_next=result.has_next,
        has_previous=result.has_previous,
        count=lambda: context.read(NAME, count, which, viewer, search, member=member),
    )


async def awaiting_page(
    context: Context, player: PlayerId, paging: Paging, *, up_to_date: bool
) -> Connection[Game]:
    """Return a page of the games that wait for a move of the caller, the newest first."""
    cursors = await context.services.cursors.of("games that wait for you", player)
    request = paging.request(cursors, parse_key, max_size=MAX_PAGE_SIZE)
    if up_to_date:
        await wait_until_up_to_date(context, GAME_LIST.name, GAME_VIEW.name)
    found = await context.read(NAME, awaiting, player)
    after, before = request.after, request.before
    between = [
        each
        for each in found
        if (after is None or each.created < after) and (before is None or each.created > before)
    ]
    more = len(between) > request.size
    rows = between[-request.size :] if request.last else between[: request.size]
    return listed_connection(
        rows,
        player,
        cursors,
        (str(each.created) for each in rows),
        has_next=before is not None or (more and not request.last),
        has_previous=after is not None or (more and request.last),
        count=len(found),
    )


def listed_connection(
    rows: Sequence[Listed],
    viewer: PlayerId | None,
    cursors: ListCursors,
    places: Iterable[str],
    *,
    has_next: bool,
    has_previous: bool,
    count: Count,
) -> Connection[Game]:
    """Return a page of listed games, each with the cursor of its place."""
    games: Any = [ListedGame(row, viewer) for row in rows]
    return connection(
        Connection[Game],
        Edge[Game],
        games,
        cursors,
        places,
        has_next=has_next,
        has_previous=has_previous,
        count=count,
    )


def _search(variant: str | None, conditions: GameSearch | None) -> Search:
    given = conditions or GameSearch()
    try:
        return Search(
            variant=None if variant is None else known_variant(variant),
            player=_player("player", given.player),
            won_by=_player("wonBy", given.won_by),
            started_after=given.started_after,
            started_before=given.started_before,
            ended_after=given.ended_after,
            ended_before=given.ended_before,
            least_events=given.least_events,
            most_events=given.most_events,
        )
    except InvalidRange as error:
        at = "search", to_camel_case(error.field)
        raise fault("INVALID_RANGE", f"The search is invalid: {error}.", at=at) from error


def _player(field: str, id: strawberry.ID | None) -> str | None:
    # No id has characters that are not printable, and some databases reject such characters.
    if id is not None and not (id.strip() and id.isprintable()):
        raise refused(InvalidPlayer(str(id)), at=("search", field))
    return id


_PREFIXES: Final[Mapping[By, str]] = {By.STARTED: "s", By.ENDED: "e", By.LENGTH: "l"}


async def games_cursors(
    context: Context, which: GameFilter | None, search: Search, order: GameOrder, member: Member | None = None
) -> ListCursors:
    """Return the cursors of a list of games."""
    return await context.services.cursors.of("games", which, search, order, member)


def cursor_text(place: Place) -> str:
    """Return the cursor text of a place: `12`, or `l240-12` for games ordered by length."""
    if place.by is By.CREATED:
        return str(place.created)
    return f"{_PREFIXES[place.by]}{place.value}-{place.created}"


def _place(text: str, by: By) -> Place:
    if by is By.CREATED:
        return Place(by, 0, parse_key(text))
    prefix, (value, _, created) = text[:1], text[1:].partition("-")
    if prefix != _PREFIXES[by]:
        raise ValueError(text)
    return Place(by, parse_key(value), parse_key(created))
