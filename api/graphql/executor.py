"""Completes long lists in slices, so that a large answer does not keep the event loop from its other work."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Sized
from functools import partial
from typing import Any, Final

from graphql import GraphQLOutputType, get_named_type, is_leaf_type
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from application.pacing import PACE

LONG: Final = 8
"""Items of a list that are completed at once unless the tick's slice is used up already."""


class _Later:
    """Work that begins when it is awaited; work that never is was never begun, and leaves nothing behind."""

    __slots__ = ("_begin",)

    def __init__(self, begin: Callable[[], Coroutine[Any, Any, list[Any]]]) -> None:
        self._begin = begin

    def __await__(self) -> Generator[Any, Any, list[Any]]:
        return self._begin().__await__()


class Executor(StrawberryGraphQLCoreExecutionContext):
    """Executes operations; between the items of long lists it gives way."""

    _within = False
    """Whether an item of a long list is being completed."""

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
        at_once = self._within or is_leaf_type(get_named_type(item_type))
        if at_once or not (_is_long(items) or PACE.over()):
            return super().complete_iterable_value(*arguments, items, position_context)
        return _Later(partial(self._completed, *arguments, items, position_context))

    async def _completed(
        self,
        item_type: GraphQLOutputType,
        field_details_list: Any,
        info: Any,
        path: Any,
        items: Iterable[Any],
        position_context: Any,
    ) -> list[Any]:
        """Complete one item after the other, each of them with all that is in it at once.

        Lists within an item wait for nothing: an operation that is cancelled would leave them half begun.
        """
        found: list[Any] = []
        index = 0
        async for item in PACE.sliced(items):
            item_path = path.add_key(index, None)
            self._within = True
            try:
                waits = self.complete_list_item_value(
                    item, found, item_type, field_details_list, info, item_path, position_context
                )
            finally:
                self._within = False
            if waits:
                found[index] = await found[index]
            index += 1
        return found


def _is_long(items: Iterable[Any]) -> bool:
    return not isinstance(items, Sized) or len(items) > LONG
