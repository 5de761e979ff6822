"""Executes requests by plan without the stages that Strawberry runs for other requests."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, Protocol

from graphql import DocumentNode, GraphQLError, GraphQLSchema, OperationType
from strawberry.types import ExecutionResult
from strawberry.types.execution import PreExecutionError

from api.graphql.execution.document_cache import DocumentCache
from api.graphql.execution.operation_runner import OperationTimeLimit, check_token, excess_cost, run_limited
from api.graphql.execution.planned.operation_plans import finish
from api.graphql.execution.sliced_executor import Executor
from api.graphql.limits import cost_report
from api.graphql.limits.request_limits import Limits
from api.graphql.plans.signals import Slow
from api.monitoring.counters import EXECUTIONS


class Mask(Protocol):
    """Masks the errors of a document in place."""

    def __call__(self, errors: list[GraphQLError], document: DocumentNode | None) -> None:
        """Mask the errors."""
        ...


class PlannedRequests:
    """Executes requests whose document has a plan; all checks of other requests hold for them."""

    def __init__(self, schema: GraphQLSchema, documents: DocumentCache, limits: Limits, mask: Mask) -> None:
        self._schema = schema
        self._documents = documents
        self._limits = limits
        self._mask = mask

    async def execute(
        self,
        text: str,
        variables: dict[str, Any],
        name: str | None,
        context: Any,
        allowed: Collection[OperationType],
    ) -> ExecutionResult | None:
        """Return the result of a request, or None, before anything is done, if it needs the other stages."""
        deadline = asyncio.get_running_loop().time() + self._limits.seconds
        document = self._documents.get(text)
        operation = None if document is None else document.select(name)
        if document is None or operation is None or operation.planned is None:
            return None
        if context.turn is not None or cost_report.is_wanted() or operation.type not in allowed:
            return None
        if operation.is_limited and operation.cost is None:
            # The other stages compute it.
            return None
        result: ExecutionResult
        try:
            prepared = operation.planned.prepare(variables)
        except Slow:
            return None
        try:
            if excess_cost(operation, variables, self._limits) is not None:
                return None
            context.marks = operation.marks
            await check_token(operation, context)
            try:
                data = await run_limited(
                    prepared.plan.execute(prepared.arguments, context), deadline, self._limits.seconds
                )
            except Slow as slow:
                with OperationTimeLimit(deadline, seconds=self._limits.seconds):
                    executed = await finish(
                        slow.outcomes,
                        self._schema,
                        document.parsed,
                        variable_values=variables,
                        operation_name=name,
                        context_value=context,
                        executor_class=Executor,
                    )
                result = ExecutionResult(data=executed.data, errors=executed.errors)
            else:
                EXECUTIONS.counts["plan"] += 1
                return ExecutionResult(data=data, errors=None)
        except Exception as error:  # noqa: BLE001 - any error is masked, as on the other way
            known = (
                error if isinstance(error, GraphQLError) else GraphQLError(str(error), original_error=error)
            )
            result = PreExecutionError(data=None, errors=[known])
        if result.errors:
            self._mask(result.errors, document.parsed)
        return result
