"""Relay connections: pages over a total order, by keyset cursors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import strawberry

from api.graphql.context import fault

N = TypeVar("N")
LARGEST_KEY = 2**63 - 1


@strawberry.type(description="Where a page stands in its list.")
class PageInfo:
    """Whether there is more, and from where."""

    has_next_page: bool = strawberry.field(description="Whether more follows after this page.")
    end_cursor: str | None = strawberry.field(description="The cursor of the page's last item.")


@strawberry.type(description="An item of a list and its place there.")
class Edge(Generic[N]):
    """An item with its cursor."""

    cursor: str = strawberry.field(description="The item's place: `after` it the list goes on.")
    node: N = strawberry.field(description="The item.")


@strawberry.type(description="A page of a list.")
class Connection(Generic[N]):
    """Items in their order, and where to go on."""

    edges: list[Edge[N]] = strawberry.field(description="The items of the page.")
    page_info: PageInfo = strawberry.field(description="Where the page stands in the list.")


def connection(
    connection_type: type[Connection[N]],
    edge_type: type[Edge[N]],
    items: Sequence[N],
    cursors: Iterable[str],
    *,
    more: bool,
) -> Connection[N]:
    """Return a page of items, each with the cursor of its place in the order they stand in."""
    edges = [edge_type(cursor=cursor, node=item) for cursor, item in zip(cursors, items, strict=True)]
    last = edges[-1].cursor if edges else None
    return connection_type(edges=edges, page_info=PageInfo(has_next_page=more, end_cursor=last))


def page_size(first: int, most: int) -> int:
    """Return the number of items asked for; it is an error to ask for none or too many."""
    if not 1 <= first <= most:
        raise fault("INVALID_PAGE", f"A page takes 1 to {most} items, not {first}.")
    return first


def key(after: str | None) -> int | None:
    """Return the key that a cursor stands for; it is an error if it is not a cursor of a list."""
    if after is None:
        return None
    if not (after.isascii() and after.isdecimal() and len(after) < 20 and int(after) <= LARGEST_KEY):
        raise fault("INVALID_CURSOR", f"{after!r} is not a cursor of this list.")
    return int(after)
