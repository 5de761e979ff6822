"""Completes long lists in slices, so that a large answer does not block the event loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Sized
from functools import partial
from typing import Any, Final

from graphql import GraphQLObjectType, GraphQLOutputType, get_named_type, is_leaf_type
from graphql.type.definition import GraphQLResolveInfoHelpers
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api.graphql.execution.plain_fields import Complete, leaves_of
from application.runtime.time_slices import TIME_SLICER
from application.runtime.work_accounts import step_seconds

LONG: Final = 8
"""Most items of a list completed without yielding, unless the operation has worked for `AT_ONCE`."""
AT_ONCE: Final = 0.0005
"""Seconds that an operation may work before short lists yield: many small operations share one tick."""


def _not_helped(_: object) -> Any:
    raise NotImplementedError


_NO_HELPERS: Final = GraphQLResolveInfoHelpers(gather=_not_helped, track=_not_helped)


class _Later:
    """Awaitable that creates its coroutine when awaited; without an await there is nothing to clean up."""

    __slots__ = ("_begin",)

    def __init__(self, begin: Callable[[], Coroutine[Any, Any, list[Any]]]) -> None:
        self._begin = begin

    def __await__(self) -> Generator[Any, Any, list[Any]]:
        return self._begin().__await__()


class Executor(StrawberryGraphQLCoreExecutionContext):
    """Executes operations, and yields to the event loop between the items of long lists."""

    _within = False
    """Whether an item of a long list is being completed."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # No field uses the helpers; bound to the executor, they would make each operation a cycle of
        # thousands of objects for the garbage collector.
        self.async_helpers = _NO_HELPERS
        # An empty middleware manager would be called for every field.
        self.middleware_manager = None
        self._plans: dict[int, tuple[Any, _Plan | None]] = {}
        """Plans by id of a set of fields; keeping a reference to the set prevents reuse of its id."""

    def execute_fields(
        self,
        parent_type: GraphQLObjectType,
        source_value: Any,
        path: Any,
        grouped_field_set: Any,
        position_context: Any,
    ) -> Any:
        """Execute fields; plain leaves take a fast path, unless one of them fails."""
        known = self._plans.get(id(grouped_field_set))
        if known is None:
            known = self._plans[id(grouped_field_set)] = (
                grouped_field_set,
                _plan(parent_type, grouped_field_set),
            )
        if known[1] is not None:
            try:
                return {name: complete(source_value) for name, complete in known[1]}
            except Exception:  # noqa: BLE001, S110 - the standard execution below reports any error
                pass
        return super().execute_fields(parent_type, source_value, path, grouped_field_set, position_context)

    def execute_field(
        self,
        parent_type: GraphQLObjectType,
        source: Any,
        field_details_list: Any,
        path: Any,
        position_context: Any,
    ) -> Any:
        """Execute one field of a set in which not all fields are plain leaves."""
        complete = leaves_of(parent_type).get(field_details_list[0].node.name.value)
        if complete is not None:
            try:
                return complete(source)
            except Exception:  # noqa: BLE001, S110 - the standard execution below reports any error
                pass
        return super().execute_field(parent_type, source, field_details_list, path, position_context)

    def complete_iterable_value(
        self,
        item_type: GraphQLOutputType,
        field_details_list: Any,
        info: Any,
        path: Any,
        items: Iterable[Any],
        position_context: Any,
    ) -> list[Any] | Awaitable[list[Any]]:
        """Complete a list: a long list of objects in slices, any other at once."""
        arguments = (item_type, field_details_list, info, path)
        at_once = self._within or is_leaf_type(get_named_type(item_type))
        if at_once or not (_is_long(items) or (step_seconds() > AT_ONCE and TIME_SLICER.is_used_up())):
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
        """Complete the items one by one, each with all of its content at once.

        Lists within an item do not yield: a cancelled operation would leave them half completed.
        """
        found: list[Any] = []
        for index, item in enumerate(items):
            if TIME_SLICER.is_used_up():
                await TIME_SLICER.wait_for_turn()
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
        return found


_Plan = list[tuple[str, Complete]]


def _plan(parent_type: GraphQLObjectType, grouped_field_set: Any) -> _Plan | None:
    """Return the completion functions of fields that are all plain leaves, else None."""
    leaves = leaves_of(parent_type)
    plan: _Plan = []
    for name, field_details_list in grouped_field_set.items():
        complete = leaves.get(field_details_list[0].node.name.value)
        if complete is None:
            return None
        plan.append((name, complete))
    return plan


def _is_long(items: Iterable[Any]) -> bool:
    return not isinstance(items, Sized) or len(items) > LONG
