"""The search for players by name, among people of public games."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
import strawberry

from api.graphql.context import Info
from api.graphql.errors.faults import fault
from api.graphql.execution.list_sizes import page_size
from api.graphql.limits.rates import CallKind
from api.graphql.pagination.connections import After, Connection, Edge, First, Paging, connection
from api.graphql.types.players import Player
from application.players.search.name_folding import (
    MAX_SEARCH_LENGTH,
    MIN_SEARCH_LETTERS,
    InvalidNameSearch,
    folded_search,
)
from application.players.search.name_index import MAX_PAGE_SIZE, FoundName
from projections.database.bounded_count import MAX_COUNT

SEARCH_PRICE: Final = 400
SEARCH_SIZE: Final = page_size(MAX_PAGE_SIZE, "first")

NameSearch = Annotated[
    str,
    strawberry.argument(
        description="The beginning of a word of the name, or of several words in a row: "
        f"{MIN_SEARCH_LETTERS} letters or digits at least, {MAX_SEARCH_LENGTH} characters at most. Case, "
        "accents and punctuation make no difference."
    ),
]

_decoder = msgspec.json.Decoder(FoundName)


async def players_page(
    info: Info, search: NameSearch, first: First = None, after: After = None
) -> Connection[Player] | None:
    """Return a page of players by name; counted as a search of the caller, whatever it finds."""
    context = info.context
    await context.charge(CallKind.SEARCHES)
    try:
        folded = folded_search(search)
    except InvalidNameSearch as invalid:
        raise fault("INVALID_NAME_SEARCH", str(invalid), at=("search",)) from invalid
    cursors = await context.services.cursors.of("players", folded)
    request = Paging(first, after).request(cursors, _place, max_size=MAX_PAGE_SIZE)
    public = context.services.public_players
    found = await public.find(folded, request.after, request.size + 1)
    shown = found[: request.size]
    # A player's value is its id.
    players: list[Any] = [each.player for each in shown]
    return connection(
        Connection[Player],
        Edge[Player],
        players,
        cursors,
        [msgspec.json.encode(each).decode() for each in shown],
        has_next=len(found) > request.size,
        has_previous=request.after is not None,
        count=lambda: public.count(folded, MAX_COUNT),
    )


def _place(text: str) -> FoundName:
    return _decoder.decode(text)
