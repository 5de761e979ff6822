"""Relay connections: forward and backward pages over a total order, with keyset cursors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

import strawberry
from msgspec import MsgspecError, Struct

from api.graphql.errors.faults import fault
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.field_price import price
from api.graphql.execution.list_sizes import DEFAULT_PAGE_SIZE
from api.graphql.pagination.cursors import ListCursors, invalid_cursor
from api.graphql.types.scalars import Cursor
from projections.database.bounded_count import MAX_COUNT

N = TypeVar("N")
K = TypeVar("K")
C = TypeVar("C", bound="Connection[Any]")

MAX_KEY: Final = 2**63 - 1
COUNT_PRICE: Final = 1_000
"""The price of a count: 10,000 games are counted in 3 to 10 ms."""

Count: TypeAlias = int | Callable[[], Awaitable[int]]
"""The number of items of a list, or a function that counts them; above `MAX_COUNT` it need not be exact."""

First = Annotated[
    int | None,
    strawberry.argument(
        description="The maximum number of items, from the start of the list or after `after`."
    ),
]
Last = Annotated[
    int | None,
    strawberry.argument(
        description="The maximum number of items, up to the end of the list or before `before`, in the order"
        " of the list. It cannot be combined with `first`."
    ),
]
After = Annotated[Cursor | None, strawberry.argument(description="Return only items after this cursor.")]
Before = Annotated[Cursor | None, strawberry.argument(description="Return only items before this cursor.")]


@strawberry.type(description="The position of a page in its list.")
class PageInfo:
    """True if a list continues after and before a page, and the cursors at the page's ends."""

    has_next_page: bool = strawberry.field(description="Whether the list continues after this page.")
    has_previous_page: bool = strawberry.field(description="Whether the list has items before this page.")
    start_cursor: Cursor | None = strawberry.field(
        description="The cursor of the page's first item; null for an empty page."
    )
    end_cursor: Cursor | None = strawberry.field(
        description="The cursor of the page's last item; null for an empty page."
    )


@strawberry.type(description="An item of a list, with its cursor.")
class Edge(Generic[N]):
    """An item with its cursor."""

    cursor: Cursor = strawberry.field(
        description="The cursor of the item; pass it as `after` or `before` to continue from here."
    )
    node: N = strawberry.field(description="The item.")


@strawberry.type(description="The number of items of a list.")
class TotalCount:
    """A number that is exact up to a limit."""

    value: int = strawberry.field(
        description=f"The number of items that you may see, on all pages; {MAX_COUNT:,} for longer lists."
    )
    at_least: bool = strawberry.field(description="Whether the list has more items than `value`.")

    @classmethod
    def of(cls, count: int) -> TotalCount:
        """Return the number of items as clients see it."""
        return cls(value=min(count, MAX_COUNT), at_least=count > MAX_COUNT)


@strawberry.type(description="A page of a list.")
class Connection(Generic[N]):
    """A page of items in list order."""

    edges: list[Edge[N]] = strawberry.field(description="The items of the page, each with its cursor.")
    nodes: list[N] = strawberry.field(description="The items of the page.")
    page_info: PageInfo = strawberry.field(description="The position of the page in the list.")
    count: strawberry.Private[Count]

    @strawberry.field(
        metadata=price(COUNT_PRICE),
        description=f"The number of items on all pages, exact up to {MAX_COUNT:,}. It is read after the "
        "page, so a list that changes meanwhile may have other items by then. "
        f"{null_beside_error('the list cannot be counted')}",
    )
    async def total_count(self) -> TotalCount | None:
        """Return the number of items on all pages."""
        return TotalCount.of(self.count if isinstance(self.count, int) else await self.count())


class PageRequest(Struct, Generic[K], frozen=True):
    """A requested page: the first or, if `last`, the last `size` items between two places."""

    size: int
    last: bool
    after: K | None
    before: K | None


class Paging(Struct, frozen=True):
    """The pagination arguments of a client."""

    first: int | None = None
    after: Cursor | None = None
    last: int | None = None
    before: Cursor | None = None

    def request(
        self,
        cursors: ListCursors,
        place: Callable[[str], K],
        *,
        max_size: int,
        default_size: int = DEFAULT_PAGE_SIZE,
    ) -> PageRequest[K]:
        """Return the requested page; an empty or too large page is a top-level error.

        `place` decodes the text of a parsed cursor into a place in the list, and raises ValueError.
        """

        def parsed(argument: str, cursor: Cursor | None) -> K | None:
            if cursor is None:
                return None
            text = cursors.open(cursor, at=(argument,))
            try:
                return place(text)
            except (ValueError, MsgspecError) as error:
                # The decrypted text must not reach clients.
                raise invalid_cursor((argument,)) from error

        if self.first is not None and self.last is not None:
            raise fault("INVALID_PAGE", "Give `first` or `last`, not both.", at=("last",))
        size = self.last if self.last is not None else default_size if self.first is None else self.first
        if not 1 <= size <= max_size:
            argument = "first" if self.last is None else "last"
            raise fault("INVALID_PAGE", f"A page has 1 to {max_size} items, not {size}.", at=(argument,))
        return PageRequest(
            size=size,
            last=self.last is not None,
            after=parsed("after", self.after),
            before=parsed("before", self.before),
        )


def connection(
    connection_type: Callable[..., C],
    edge_type: type[Edge[N]],
    items: Sequence[N],
    cursors: ListCursors,
    places: Iterable[str],
    *,
    has_next: bool,
    has_previous: bool,
    count: Count,
) -> C:
    """Return a page of items, each with the cursor of its place in the list; `count` counts all pages."""
    edges = [
        edge_type(cursor=Cursor(cursors.seal(place)), node=item)
        for place, item in zip(places, items, strict=True)
    ]
    info = PageInfo(
        has_next_page=has_next,
        has_previous_page=has_previous,
        start_cursor=edges[0].cursor if edges else None,
        end_cursor=edges[-1].cursor if edges else None,
    )
    return connection_type(edges=edges, nodes=list(items), page_info=info, count=count)


def parse_key(place: str) -> int:
    """Return the integer key that a parsed cursor contains; raises ValueError."""
    if not (place.isascii() and place.isdecimal() and len(place) < 20 and int(place) <= MAX_KEY):
        raise ValueError(place)
    return int(place)
