"""Executes requests by plan without the stages that Strawberry runs for other requests."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, Protocol

from graphql import DocumentNode, GraphQLError, GraphQLSchema, OperationType, execute
from strawberry.types import ExecutionResult
from strawberry.types.execution import PreExecutionError
from strawberry.utils.await_maybe import await_maybe

from api.graphql.execution.cost import evaluate
from api.graphql.execution.document_cache import DocumentCache
from api.graphql.execution.documents import Operation
from api.graphql.execution.operation_runner import OperationTimeLimit
from api.graphql.execution.planned.operation_plans import execute_plan, prepared_by
from api.graphql.execution.sliced_executor import Executor
from api.graphql.limits import cost_report
from api.graphql.limits.request_limits import Limits
from api.graphql.plans.outcomes import Outcomes
from api.graphql.plans.planner import Prepared
from api.graphql.plans.signals import Slow


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
        if operation.type not in allowed or not self._is_affordable(operation, variables):
            return None
        prepared = prepared_by(operation.planned, variables)
        if prepared is None or context.turn is not None or cost_report.is_wanted():
            return None
        context.marks = operation.marks
        result: ExecutionResult
        try:
            if not operation.marks.ignores_token:
                await context.caller(even_banned=operation.marks.admits_banned)
            async with OperationTimeLimit(deadline, self._limits.seconds):
                result = await self._executed(prepared, document.parsed, operation, variables, name, context)
        except GraphQLError as error:
            result = PreExecutionError(data=None, errors=[error])
        if result.errors:
            self._mask(result.errors, document.parsed)
        return result

    def _is_affordable(self, operation: Operation, variables: dict[str, Any]) -> bool:
        if not operation.is_limited:
            return True
        return operation.cost is not None and evaluate(operation.cost, variables) <= self._limits.cost

    async def _executed(
        self,
        prepared: Prepared,
        document: DocumentNode,
        operation: Operation,
        variables: dict[str, Any],
        name: str | None,
        context: Any,
    ) -> ExecutionResult:
        try:
            executed = await execute_plan(prepared, context)
        except Slow as slow:
            outcomes: Outcomes | None = slow.outcomes
            executing = execute(
                self._schema,
                document,
                variable_values=variables,
                operation_name=name,
                context_value=context,
                executor_class=Executor,
                selected=operation,
                outcomes=outcomes,
            )
            executed = await await_maybe(executing)
        return ExecutionResult(data=executed.data, errors=executed.errors)
