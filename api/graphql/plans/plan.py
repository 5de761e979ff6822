"""Plans: compiled operations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple

from graphql import DocumentNode, GraphQLSchema, OperationDefinitionNode, OperationType

from api.graphql.plans.arguments import FieldArguments, Values
from api.graphql.plans.completion import Compiler
from api.graphql.plans.fields import Arguments, FieldReader, Root
from api.graphql.plans.object_types import ObjectTypes
from api.graphql.plans.outcomes import Outcome, Outcomes
from api.graphql.plans.runs import Complete, Run
from api.graphql.plans.selections import Selections, Truth
from api.graphql.plans.signals import Slow, Unsupported
from api.graphql.plans.source import Source
from api.graphql.plans.variables import Variables

Data = dict[str, Any]


class _RootField(NamedTuple):
    key: str
    root: Root
    at: int
    """The number of its arguments, -1 without any."""
    complete: Complete


class Plan:
    """An operation compiled for given values of the variables in `@skip` and `@include`."""

    def __init__(
        self,
        schema: GraphQLSchema,
        document: DocumentNode,
        operation: OperationDefinitionNode,
        truth: Truth,
        fields: FieldReader,
        types: ObjectTypes,
        variables: Variables,
        max_length: int | None = None,
    ) -> None:
        """Compile a valid operation; raises Unsupported, also for more characters than `max_length`."""
        self.type = operation.operation
        self._fields = fields
        self._data: Data = {}
        source = Source({}, max_length)
        field_arguments = FieldArguments(fields, variables, source)
        selections = Selections(schema, document, truth)
        compiler = Compiler(schema, selections, fields, types, field_arguments, source)
        kind = schema.get_root_type(self.type)
        assert kind is not None, "a valid operation has a root type"
        found = []
        for key, nodes in selections.fields(kind, [operation.selection_set]).items():
            name = nodes[0].name.value
            self._data[key] = kind.name if name == "__typename" else None
            if name == "__typename":
                continue
            if (field := kind.fields.get(name)) is None:
                raise Unsupported(f"{kind.name}.{name}")
            at = field_arguments.add(field, nodes[0]) if field.args else -1
            found.append((key, fields.root(name, field), at, compiler.root(field.type, nodes)))
        self.is_same_for_all = compiler.is_same_for_all
        """True if all callers to whom the same root value is shown get the same answer."""
        arguments = field_arguments.function()
        self.source = source.compile()
        """The compiled functions as Python source."""
        self.arguments: Callable[[Values, Values], Sequence[Arguments]] = source.names[arguments]
        """Returns the arguments of fields by number, for coerced variables and those sent; raises Slow."""
        self._roots = [_RootField(key, root, at, source.names[complete]) for key, root, at, complete in found]
        self._is_serial = self.type is OperationType.MUTATION or len(self._roots) == 1

    def execute(
        self, arguments: Sequence[Arguments], context: Any, outcomes: Outcomes | None = None
    ) -> Coroutine[Any, Any, Data]:
        """Carry out a query or mutation and return its data; raises Slow with the outcomes so far.

        `outcomes` is filled with the outcomes of the root fields.
        """
        known = outcomes or Outcomes()
        if self._is_serial:
            return self._in_order(self._roots, arguments, context, known, self._data.copy())
        return self._concurrently(arguments, context, known)

    async def _in_order(
        self,
        fields: Sequence[_RootField],
        arguments: Sequence[Arguments],
        context: Any,
        outcomes: Outcomes,
        data: Data,
    ) -> Data:
        """Carry out root fields, each of which is complete before the next one begins.

        The specification says so of mutations.
        """
        info = self._fields.info(context)
        try:
            for key, (resolve, is_async), at, complete in fields:
                run = Run(self._fields, context, info, arguments)
                try:
                    value = resolve(None, info, arguments[at] if at >= 0 else {})
                    if is_async:
                        value = await value
                except Exception as error:
                    outcomes.by_key[key] = Outcome(None, error, is_async)
                    raise
                outcomes.by_key[key] = Outcome(value, None, is_async)
                data[key] = complete(value, run)
                if run.deferred:
                    await run.settle()
        except Exception as error:
            raise Slow(_reason(error), outcomes) from error
        return data

    async def _concurrently(self, arguments: Sequence[Arguments], context: Any, outcomes: Outcomes) -> Data:
        data = self._data.copy()
        tasks = [
            asyncio.ensure_future(self._in_order([field], arguments, context, outcomes, data))
            for field in self._roots
        ]
        # Each ends in any case, so that graphql-core carries out none of them again.
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in tasks:
            task.result()
        return data

    def nested(self, arguments: Sequence[Arguments]) -> Sequence[Arguments]:
        """Return the arguments of the fields below the root fields."""
        roots = {root.at for root in self._roots}
        return [each for at, each in enumerate(arguments) if at not in roots]

    async def complete_message(self, value: Any, arguments: Sequence[Arguments], context: Any) -> Data:
        """Return the data of a message of a subscription; raises Slow."""
        data, run = self._message(value, arguments, context)
        try:
            if run.deferred:
                await run.settle()
        except Exception as error:
            raise Slow(_reason(error)) from error
        return data

    def complete_at_once(self, value: Any, arguments: Sequence[Arguments], context: Any) -> Data | None:
        """Return the data of a message, None if something has to be awaited; raises Slow."""
        data, run = self._message(value, arguments, context)
        return None if run.deferred else data

    def _message(self, value: Any, arguments: Sequence[Arguments], context: Any) -> tuple[Data, Run]:
        run = Run(self._fields, context, self._fields.info(context), arguments)
        (field,) = self._roots
        try:
            return {**self._data, field.key: field.complete(value, run)}, run
        except Exception as error:
            raise Slow(_reason(error)) from error


def _reason(error: Exception) -> str:
    return error.reason if isinstance(error, Slow) else f"{type(error).__name__}: {error}"
