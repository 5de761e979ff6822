"""Makes the plans of operations, and keeps them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from graphql import DocumentNode, GraphQLSchema, OperationDefinitionNode
from msgspec import Struct

from api.graphql.plans.fields import Arguments, FieldReader
from api.graphql.plans.input_types import InputTypes
from api.graphql.plans.object_types import ObjectTypes
from api.graphql.plans.plan import Plan
from api.graphql.plans.selections import conditions_of
from api.graphql.plans.signals import Slow, Unsupported
from api.graphql.plans.variables import Variables

MAX_PLANS: Final = 8
"""Maximum plans of one operation: one for each combination of values in `@skip` and `@include`."""


Start: TypeAlias = Callable[[Callable[[], object]], bool]
"""Starts a task outside the event loop; returns False if too many others wait."""


class Prepared(Struct, frozen=True):
    """A plan with the arguments of one request."""

    plan: Plan
    arguments: Sequence[Arguments]


class PlannedOperation:
    """The plans of one operation, compiled when they are needed."""

    def __init__(
        self,
        schema: GraphQLSchema,
        fields: FieldReader,
        types: ObjectTypes,
        input_types: InputTypes,
        document: DocumentNode,
        operation: OperationDefinitionNode,
        *,
        max_length: int | None = None,
        start: Start | None = None,
    ) -> None:
        """Compile the reading of variables; raises Unsupported.

        `max_length` is the maximum number of characters of all plans. With `start`, plans are compiled by
        tasks that it starts, and cannot be used before.
        """
        self._schema = schema
        self._fields = fields
        self._types = types
        self._document = document
        self._operation = operation
        self._variables = Variables(schema, operation, input_types)
        self._max_length = max_length
        self._start = start
        self._compiling: set[tuple[bool, ...]] = set()
        self.conditions = conditions_of(document, operation)
        """The names of the variables in `@skip` and `@include`."""
        self._plans: dict[tuple[bool, ...], Plan | Unsupported] = {}
        self.size = len(self._variables.source)
        """The characters of the compiled functions; each request for a cached document compares them."""

    @property
    def plans(self) -> list[Plan]:
        """The plans that are compiled."""
        return [each for each in self._plans.values() if isinstance(each, Plan)]

    def prepare(self, given: Mapping[str, Any]) -> Prepared:
        """Return the plan for some variables, with its arguments; raises Slow."""
        try:
            values = self._variables.read(given)
            truth: tuple[Any, ...] = ()
            if self.conditions:
                truth = tuple([values.get(name) for name in self.conditions])
            plan = self._plans.get(truth)
            if not isinstance(plan, Plan):
                plan = self._plan(truth)
            return Prepared(plan, plan.arguments(values, given))
        except Slow:
            raise
        except Exception as error:
            # An argument that its resolver refuses; graphql-core tells where.
            raise Slow(f"{type(error).__name__}: {error}") from error

    def compile(self, truth: Sequence[bool]) -> Plan:
        """Return the plan for some values of the conditions, in the order of their names.

        Raises Unsupported.
        """
        return Plan(
            self._schema,
            self._document,
            self._operation,
            dict(zip(self.conditions, truth, strict=True)),
            self._fields,
            self._types,
            self._variables,
            None if self._max_length is None else self._max_length - self.size,
        )

    def _plan(self, truth: tuple[Any, ...]) -> Plan:
        found = self._plans.get(truth)
        if found is None:
            if truth in self._compiling:
                raise Slow("a plan that is being compiled")
            if len(self._plans) + len(self._compiling) >= MAX_PLANS:
                raise Slow("too many plans")
            if not all(type(each) is bool for each in truth):
                raise Slow("a condition")
            found = self._compiled(truth)
        if isinstance(found, Unsupported):
            raise Slow(str(found))
        return found

    def _compiled(self, truth: tuple[bool, ...]) -> Plan | Unsupported:
        if self._start is None:
            return self._compile(truth)
        self._compiling.add(truth)
        if not self._start(partial(self._compile, truth)):
            self._compiling.discard(truth)
        raise Slow("a plan that is not compiled yet")

    def _compile(self, truth: tuple[bool, ...]) -> Plan | Unsupported:
        found: Plan | Unsupported = Unsupported("an error of the compiler")
        try:
            found = plan = self.compile(truth)
            self.size += len(plan.source)
        except Unsupported as error:
            found = error
        finally:
            self._plans[truth] = found
            self._compiling.discard(truth)
        return found


class Planner:
    """Plans the operations of one schema."""

    def __init__(self, schema: GraphQLSchema, fields: FieldReader) -> None:
        self._schema = schema
        self._fields = fields
        self._types = ObjectTypes(schema, fields)
        self._input_types = InputTypes()

    def plan(
        self,
        document: DocumentNode,
        operation: OperationDefinitionNode,
        *,
        max_length: int | None = None,
        start: Start | None = None,
    ) -> PlannedOperation:
        """Return the plans of an operation of a valid document; raises Unsupported."""
        return PlannedOperation(
            self._schema,
            self._fields,
            self._types,
            self._input_types,
            document,
            operation,
            max_length=max_length,
            start=start,
        )
