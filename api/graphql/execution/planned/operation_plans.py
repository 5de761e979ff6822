"""Decides when an operation gets a plan, and executes operations by plan or by graphql-core."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

import strawberry
from graphql import DocumentNode, ExecutionResult, GraphQLSchema, execute
from strawberry.utils.await_maybe import await_maybe

from api.graphql.execution.documents import Operation
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.execution.planned.strawberry_fields import StrawberryFields
from api.graphql.plans.outcomes import Outcomes
from api.graphql.plans.plan import Plan
from api.graphql.plans.planner import PlannedOperation, Planner, Prepared, Start
from api.graphql.plans.signals import Slow, Unsupported
from api.monitoring.counters import EXECUTIONS

_BY_PLAN: Final = EXECUTIONS.labels("plan")
_BY_BOTH: Final = EXECUTIONS.labels("both")
_BY_GRAPHQL_CORE: Final = EXECUTIONS.labels("graphql-core")
MAX_PLAN_LENGTH: Final = 150_000
"""Maximum characters of the plan of a document that is not trusted; those of the clients have fewer."""


class OperationPlans:
    """The plans of a schema's operations."""

    def __init__(self, schema: strawberry.Schema, policy: PlanPolicy, start: Start) -> None:
        """Create the plans; `start` runs the compilation of documents that are not trusted."""
        self._planner = Planner(schema._schema, StrawberryFields(schema))
        self._policy = policy
        self._start = start

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
        # The documents of a caller must not hold up the event loop, nor fill the memory.
        if not operation.is_limited or self._policy is PlanPolicy.FIRST_USE:
            return self._planner.plan(document, operation.node)
        return self._planner.plan(document, operation.node, max_length=MAX_PLAN_LENGTH, start=self._start)

    def all_of(self, document: DocumentNode, operation: Operation) -> Iterator[tuple[list[str], Plan]]:
        """Yield all plans of an operation, each with the directives' variables that are true.

        Raises Unsupported.
        """
        planned = self._planner.plan(document, operation.node)
        for truth in product((False, True), repeat=len(planned.conditions)):
            true = [f"${name}" for name, holds in zip(planned.conditions, truth, strict=True) if holds]
            yield true, planned.compile(truth)

    def prepare(
        self, document: DocumentNode, operation: Operation, variables: Mapping[str, Any]
    ) -> Prepared | None:
        """Return an operation's plan with the arguments of one request, None without one."""
        planned = self.find(document, operation)
        return None if planned is None else prepared_by(planned, variables)

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
        outcomes: Outcomes | None = None
        if prepared:
            try:
                return await execute_plan(prepared, context_value)
            except Slow as slow:
                outcomes = slow.outcomes
        else:
            _BY_GRAPHQL_CORE.inc()
        executing = execute(
            schema,
            document,
            variable_values=variable_values,
            context_value=context_value,
            outcomes=outcomes,
            **options,
        )
        return await await_maybe(executing)


def prepared_by(planned: PlannedOperation, variables: Mapping[str, Any]) -> Prepared | None:
    """Return a plan with the arguments of one request; None if the request is not plain."""
    try:
        return planned.prepare(variables)
    except Slow:
        return None


async def execute_plan(prepared: Prepared, context: Any) -> ExecutionResult:
    """Return the result of a plan, which has no errors; raises Slow with the outcomes."""
    try:
        data = await prepared.plan.execute(prepared.arguments, context)
    except Slow:
        _BY_BOTH.inc()
        raise
    _BY_PLAN.inc()
    return ExecutionResult(data, None)
