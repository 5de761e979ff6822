"""Completes long lists in slices, so that a large answer does not keep the event loop from its other work."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Iterable, Sized
from typing import Any, Final

from graphql import GraphQLOutputType, get_named_type, is_leaf_type
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from application.pacing import PACE

LONG: Final = 8
"""Items of a list that are completed at once unless the tick's slice is used up already."""


class Executor(StrawberryGraphQLCoreExecutionContext):
    """Executes operations; between the items of long lists it gives way."""

    def complete_iterable_value(
        self,
        item_type: GraphQLOutputType,
        field_details_list: Any,
        info: Any,
        path: Any,
        items: Iterable[Any],
        position_context: Any,
    ) -> list[Any] | Awaitable[list[Any]]:
        """Complete a list: a long one of objects bit by bit, any other at once."""
        arguments = (item_type, field_details_list, info, path)
        if is_leaf_type(get_named_type(item_type)) or not (_is_long(items) or PACE.over()):
            return super().complete_iterable_value(*arguments, items, position_context)
        sliced: AsyncIterator[Any] = PACE.sliced(items)
        return self.complete_async_iterator_value(*arguments, sliced, position_context)


def _is_long(items: Iterable[Any]) -> bool:
    return not isinstance(items, Sized) or len(items) > LONG
