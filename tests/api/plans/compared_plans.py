"""Compares the answers of plans with those of graphql-core, which completes the same outcomes of root fields.

With `COMPARE_PLANS=1` in the environment, all tests in which a server answers in the same process do so.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import orjson
import pytest
from graphql import DocumentNode, ExecutionResult, GraphQLSchema, execute
from strawberry.utils.await_maybe import await_maybe

from api.graphql.execution.documents import Operation
from api.graphql.execution.planned.operation_plans import OperationPlans
from api.graphql.execution.planned.planned_requests import PlannedRequests
from api.graphql.plans.outcomes import Outcomes
from api.graphql.plans.signals import Slow

COMPARES_ALL: Final = bool(os.environ.get("COMPARE_PLANS"))


class PlanUses:
    """The operations that were executed by plan, and those that were not, with the reason."""

    def __init__(self) -> None:
        self.planned: Counter[str] = Counter()
        self.slow: Counter[tuple[str, str]] = Counter()


@contextmanager
def compared_plans() -> Iterator[PlanUses]:
    """Compare the answer of each plan meanwhile; an answer that differs is an error of the operation."""
    uses = PlanUses()

    async def execute_both(
        plans: OperationPlans,
        schema: GraphQLSchema,
        document: DocumentNode,
        *,
        selected: Operation | None,
        variable_values: dict[str, Any] | None,
        context_value: Any,
        **options: Any,
    ) -> Any:
        outcomes: Outcomes | None = None
        result = None
        planned = selected and plans.find(document, selected)
        name = selected.name or "" if selected else ""
        if planned:
            try:
                prepared = planned.prepare(variable_values or {})
                outcomes = Outcomes()
                data = await prepared.plan.execute(prepared.arguments, context_value, outcomes)
                result = ExecutionResult(data, None)
                uses.planned[name] += 1
            except Slow as slow:
                outcomes = slow.outcomes
                uses.slow[name, slow.reason] += 1
        expected = await await_maybe(
            execute(
                schema,
                document,
                variable_values=variable_values,
                context_value=context_value,
                outcomes=outcomes,
                **options,
            )
        )
        if result is not None and orjson.dumps(result.data) != orjson.dumps(expected.data):
            raise AssertionError(f"the plan of {name} gives {result.data}, graphql-core {expected.data}")
        return expected

    async def nothing(*_: Any) -> None:
        """Execute no request."""

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(OperationPlans, "execute", execute_both)
        # All requests take the other way, which executes by plan just as well.
        patched.setattr(PlannedRequests, "execute", nothing)
        yield uses
