"""Decides when an operation gets a plan, and executes operations by plan or by graphql-core."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any, Final
from weakref import WeakValueDictionary

import strawberry
from graphql import DocumentNode, ExecutionResult, GraphQLSchema, execute
from strawberry.utils.await_maybe import await_maybe

from api.graphql.execution.documents import Operation
from api.graphql.execution.planned.plan_compiler import PlanCompiler
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.execution.planned.strawberry_fields import StrawberryFields
from api.graphql.execution.validation.document_shape import operations_of
from api.graphql.plans.outcomes import Outcomes
from api.graphql.plans.plan import Plan
from api.graphql.plans.planner import MAX_PLANS, PlannedOperation, Planner, Prepared
from api.graphql.plans.signals import Slow, Unsupported
from api.monitoring.counters import EXECUTIONS

MAX_PLAN_LENGTH: Final = 150_000
"""Maximum characters of the plans of a document that is not trusted; those of the clients have fewer."""
MAX_TOTAL_LENGTH: Final = 8_000_000
"""Maximum characters of the plans of all documents that are not trusted; about 64 MB of memory."""


class OperationPlans:
    """The plans of a schema's operations."""

    def __init__(self, schema: strawberry.Schema, policy: PlanPolicy) -> None:
        self._planner = Planner(schema._schema, StrawberryFields(schema))
        self._policy = policy
        self._compiler = PlanCompiler()
        self._limited: WeakValueDictionary[int, Operation] = WeakValueDictionary()
        """The operations with plans whose documents are not trusted, the oldest first."""

    def find(self, document: DocumentNode, operation: Operation) -> PlannedOperation | None:
        """Return the plans of an operation, which is used now; None if it has none yet, or can have none."""
        if operation.planned is not None or self._policy is PlanPolicy.OFF:
            return operation.planned
        operation.uses += 1
        is_early = operation.uses == 1 and operation.is_limited
        if operation.is_unplannable or (is_early and self._policy is PlanPolicy.SECOND_USE):
            return None
        try:
            operation.planned = self._plan(document, operation)
        except Unsupported:
            operation.is_unplannable = True
        return operation.planned

    def _plan(self, document: DocumentNode, operation: Operation) -> PlannedOperation:
        if not operation.is_limited:
            return self._planner.plan(document, operation.node)
        # The documents of a caller must not hold up the event loop, nor fill the memory.
        self._make_room()
        self._limited[id(operation)] = operation
        is_forced = self._policy is PlanPolicy.FIRST_USE
        return self._planner.plan(
            document,
            operation.node,
            max_length=MAX_PLAN_LENGTH // len(operations_of(document)),
            start=None if is_forced else self._compiler.start,
        )

    def _make_room(self) -> None:
        """Drop the oldest plans of documents that are not trusted while they are too long together."""
        known = [each for each in self._limited.values() if each.planned is not None]
        length = sum(each.planned.size for each in known if each.planned is not None)
        for each in known:
            if length <= MAX_TOTAL_LENGTH:
                break
            assert each.planned is not None, "only planned operations are known"
            length -= each.planned.size
            each.planned, each.uses = None, 0
            self._limited.pop(id(each), None)

    def all_of(self, document: DocumentNode, operation: Operation) -> Iterator[tuple[list[str], Plan]]:
        """Yield the plans of an operation, each with the directives' variables that are true.

        They are `MAX_PLANS` at most, like those of a server. Raises Unsupported.
        """
        planned = self._planner.plan(document, operation.node)
        for truth in islice(product((False, True), repeat=len(planned.conditions)), MAX_PLANS):
            true = [f"${name}" for name, holds in zip(planned.conditions, truth, strict=True) if holds]
            yield true, planned.compile(truth)

    def prepare(
        self, document: DocumentNode, operation: Operation, variables: Mapping[str, Any]
    ) -> Prepared | None:
        """Return an operation's plan with the arguments of one request, None without one."""
        planned = self.find(document, operation)
        try:
            return None if planned is None else planned.prepare(variables)
        except Slow:
            return None

    async def execute(
        self,
        schema: GraphQLSchema,
        document: DocumentNode,
        *,
        selected: Operation | None,
        variable_values: dict[str, Any] | None,
        context_value: Any,
        **options: Any,
    ) -> Any:
        """Execute an operation as `graphql.execute` does: by its plan, or else by graphql-core."""
        prepared = selected and self.prepare(document, selected, variable_values or {})
        options |= {"variable_values": variable_values, "context_value": context_value}
        if not prepared:
            EXECUTIONS.counts["graphql-core"] += 1
            return await await_maybe(execute(schema, document, **options))
        try:
            data = await prepared.plan.execute(prepared.arguments, context_value)
        except Slow as slow:
            return await finish(slow.outcomes, schema, document, **options)
        EXECUTIONS.counts["plan"] += 1
        return ExecutionResult(data, None)


async def finish(
    outcomes: Outcomes | None, schema: GraphQLSchema, document: DocumentNode, **options: Any
) -> Any:
    """Return the result of an operation whose plan gave up, with the outcomes of its root fields."""
    EXECUTIONS.counts["both"] += 1
    return await await_maybe(execute(schema, document, outcomes=outcomes, **options))
