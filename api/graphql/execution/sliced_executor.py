"""Completes long lists in slices, so that a large answer does not block the event loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Sized
from functools import partial
from inspect import CORO_CREATED, getcoroutinestate
from types import CoroutineType
from typing import Any, Final

from graphql import (
    DocumentNode,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    OperationType,
    get_named_type,
    get_operation_ast,
    is_leaf_type,
)
from graphql.type.definition import GraphQLResolveInfoHelpers
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api.graphql.execution.documents import Operation
from api.graphql.execution.field_sets import NO_FIELD_SETS, Plan
from api.graphql.execution.plain_fields import ReadLeaf, leaves_of, objects_of
from api.graphql.execution.planned.planned_messages import PlannedMessages, messages_of_task
from api.graphql.execution.validation.input_values import variable_errors
from api.graphql.plans.outcomes import Outcomes
from application.runtime.time_slices import TIME_SLICER
from application.runtime.work_accounts import step_seconds

MAX_SHORT_LIST: Final = 8
"""Maximum items of a list completed without yielding, unless the operation has worked for `MIN_SLICE`."""
MIN_SLICE: Final = 0.0005
"""Seconds that an operation may work before short lists yield: many small operations share one tick."""


def _unsupported(_: object) -> Any:
    raise NotImplementedError


_NO_HELPERS: Final = GraphQLResolveInfoHelpers(gather=_unsupported, track=_unsupported)


class _LazyCoroutine:
    """Awaitable that creates its coroutine when awaited; without an await there is nothing to clean up."""

    __slots__ = ("_start",)

    def __init__(self, start: Callable[[], Coroutine[Any, Any, list[Any]]]) -> None:
        self._start = start

    def __await__(self) -> Generator[Any, Any, list[Any]]:
        return self._start().__await__()


class Executor(StrawberryGraphQLCoreExecutionContext):
    """Executes operations, and yields to the event loop between the items of long lists."""

    _in_list_item = False
    """True if an item of a long list is being completed."""

    def __init__(
        self,
        *arguments: Any,
        selected: Operation | None = None,
        outcomes: Outcomes | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        # No field uses the helpers; bound to the executor, they would make each operation a cycle of
        # thousands of objects for the garbage collector.
        self.async_helpers = _NO_HELPERS
        # An empty middleware manager would be called for every field.
        self.middleware_manager = outcomes  # type: ignore[assignment]
        self._selected = selected
        """The operation that keeps the sets of fields; None if they are used once."""
        self._sets = (NO_FIELD_SETS if selected is None else selected.field_sets).copy()
        self._relevant_sub_fields, self._plans = self._sets.collected, self._sets.plans
        self._failed: set[int] = set()
        """Ids of sets whose plan has failed: what is not at hand for one item is not for the next either."""
        self._messages: PlannedMessages | None = None
        """Completes the messages of a subscription, None for another operation."""
        self._coroutines: list[Coroutine[Any, Any, Any]] = []
        """The coroutines of the operation, in which fields are completed."""

    @classmethod
    def build(
        cls,
        schema: GraphQLSchema,
        document: DocumentNode,
        root_value: Any = None,
        context_value: Any = None,
        raw_variable_values: dict[str, Any] | None = None,
        operation_name: str | None = None,
        *more: Any,
        **options: Any,
    ) -> Any:
        """Return the executor of an operation, or the errors of its variables."""
        built = super().build(
            schema, document, root_value, context_value, raw_variable_values, operation_name, *more, **options
        )
        if isinstance(built, list) and (operation := get_operation_ast(document, operation_name)) is not None:
            return variable_errors(schema, document, operation, raw_variable_values or {}) or built
        if isinstance(built, cls) and built.operation.operation is OperationType.SUBSCRIPTION:
            built._messages = messages_of_task.get()
        return built

    def execute_operation(self, serially: bool | None = None) -> Any:
        """Execute the operation, or one message of a subscription."""
        if self._messages is not None:
            return self._complete_message(self._messages)
        return self._execute(serially)

    async def _complete_message(self, messages: PlannedMessages) -> Any:
        completed = await messages.complete(self.root_value, self.context_value)
        if completed is not None:
            return completed
        answer = self._execute()
        return await answer if self.is_awaitable(answer) else answer

    def _execute(self, serially: bool | None = None) -> Any:
        self._coroutines, self._failed = [], set()
        answer = super().execute_operation(serially)
        return self._awaited(answer) if self.is_awaitable(answer) else answer

    async def _awaited(self, answer: Awaitable[Any]) -> Any:
        try:
            return await answer
        except BaseException:
            # A cancelled operation leaves coroutines that have not begun; Python warns of each.
            for each in self._coroutines:
                if getcoroutinestate(each) == CORO_CREATED:
                    each.close()
            raise
        finally:
            # They refer to the executor, and would be left to the garbage collector together with it.
            self._coroutines.clear()

    def _noted(self, answer: Any) -> Any:
        if type(answer) is CoroutineType:
            self._coroutines.append(answer)
        return answer

    def execute_collected_root_fields(
        self, root_type: GraphQLObjectType, root_value: Any, grouped_field_set: Any, *more: Any
    ) -> Any:
        """Execute the root fields."""
        # The same set for each request and each message of a subscription: its id leads to the other sets.
        if self._sets.root is None:
            self._sets.root = grouped_field_set
        return super().execute_collected_root_fields(root_type, root_value, self._sets.root, *more)

    def build_response(self, data: dict[str, Any] | None) -> Any:
        """Build the response, and keep the sets of fields for the next requests."""
        if self._selected is not None:
            self._selected.keep(self._sets)
        return super().build_response(data)

    def execute_fields(
        self,
        parent_type: GraphQLObjectType,
        source_value: Any,
        path: Any,
        grouped_field_set: Any,
        position_context: Any,
    ) -> Any:
        """Execute fields; a set of plain leaves takes a fast path, unless one of them fails."""
        plan = self._plans.get(id(grouped_field_set)) or self._plan(parent_type, grouped_field_set)
        complete = plan.complete
        if complete is not None and not (plan.has_objects and id(grouped_field_set) in self._failed):
            try:
                return complete(source_value, self.context_value)
            except Exception:  # noqa: BLE001 - standard execution reports any error
                self._failed.add(id(grouped_field_set))
        return self._noted(
            super().execute_fields(parent_type, source_value, path, grouped_field_set, position_context)
        )

    def _plan(self, parent_type: GraphQLObjectType, grouped_field_set: Any) -> Plan:
        """Return the plan of a set of fields: none unless all are plain leaves, or objects of such fields."""
        plan = self._plans[id(grouped_field_set)] = self._planned(parent_type, grouped_field_set)
        return plan

    def _planned(self, parent_type: GraphQLObjectType, grouped_field_set: Any) -> Plan:
        leaves, objects, has_objects = leaves_of(parent_type), objects_of(parent_type), False
        completions: list[tuple[str, ReadLeaf]] = []
        for alias, field_details_list in grouped_field_set.items():
            name = field_details_list[0].node.name.value
            complete = leaves.get(name)
            if complete is None and (field := objects.get(name)) is not None:
                has_objects = True
                inner, deferred, _ = self.collect_subfields(field.kind, field_details_list)
                plan = self._plan(field.kind, inner).complete if not deferred else None
                complete = plan and field.completed_by(plan)
            if complete is None:
                return Plan(grouped_field_set, None)
            completions.append((alias, complete))
        return Plan(
            grouped_field_set,
            lambda source, context: {name: complete(source, context) for name, complete in completions},
            has_objects,
        )

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
                return complete(source, self.context_value)
            except Exception:  # noqa: BLE001, S110 - standard execution reports any error
                pass
        return self._noted(
            super().execute_field(parent_type, source, field_details_list, path, position_context)
        )

    def complete_awaitable_value(
        self,
        return_type: GraphQLOutputType,
        field_details_list: Any,
        info: Any,
        path: Any,
        result: Any,
        position_context: Any,
    ) -> Any:
        """Complete the result of an asynchronous resolver."""
        return super().complete_awaitable_value(
            return_type, field_details_list, info, path, self._noted(result), position_context
        )

    def complete_list_item_value(self, item: Any, complete_results: list[Any], *arguments: Any) -> bool:
        """Complete an item of a list, and return whether it is still to be awaited."""
        is_awaitable = super().complete_list_item_value(item, complete_results, *arguments)
        if is_awaitable:
            complete_results[-1] = self._noted(complete_results[-1])
        return is_awaitable

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
        immediate = self._in_list_item or is_leaf_type(get_named_type(item_type))
        if immediate or not (_is_long(items) or (step_seconds() > MIN_SLICE and TIME_SLICER.is_used_up())):
            return self._noted(super().complete_iterable_value(*arguments, items, position_context))  # type: ignore[no-any-return]
        return _LazyCoroutine(partial(self._complete_in_slices, *arguments, items, position_context))

    async def _complete_in_slices(
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
        completed: list[Any] = []
        # Each item is awaited as soon as it is completed, so that its coroutine need not be noted.
        complete_item = super().complete_list_item_value
        for index, item in enumerate(items):
            if TIME_SLICER.is_used_up():
                await TIME_SLICER.wait_for_turn()
            item_path = path.add_key(index, None)
            self._in_list_item = True
            try:
                is_awaitable = complete_item(
                    item, completed, item_type, field_details_list, info, item_path, position_context
                )
            finally:
                self._in_list_item = False
            if is_awaitable:
                completed[index] = await completed[index]
        return completed


def _is_long(items: Iterable[Any]) -> bool:
    return not isinstance(items, Sized) or len(items) > MAX_SHORT_LIST
