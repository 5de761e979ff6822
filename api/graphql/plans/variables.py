"""Reads the variables of an operation: compiled once, plain values only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from graphql import GraphQLSchema, OperationDefinitionNode, get_variable_values, is_non_null_type
from graphql.execution.values import VariableValues
from graphql.utilities import type_from_ast

from api.graphql.plans.input_types import InputTypes
from api.graphql.plans.signals import Slow, Unsupported, slow
from api.graphql.plans.source import Source, indented

MAX_VARIABLES: Final = 64
"""Maximum number of an operation's variables; their function is compiled on the event loop."""


class Variables:
    """The variables of an operation."""

    def __init__(
        self, schema: GraphQLSchema, operation: OperationDefinitionNode, input_types: InputTypes
    ) -> None:
        """Compile the function that reads the variables; raises Unsupported."""
        self._schema = schema
        self._definitions = operation.variable_definitions or ()
        if len(self._definitions) > MAX_VARIABLES:
            raise Unsupported(f"more than {MAX_VARIABLES} variables")
        # Defaults are part of the document, so graphql-core coerces them once.
        with_defaults = [each for each in self._definitions if each.default_value is not None]
        defaults = get_variable_values(schema, with_defaults, {})
        if not isinstance(defaults, VariableValues):
            raise Unsupported("a default value")
        self.never_null: set[str] = set()
        """The names of the variables that always have a value other than null."""
        source = Source({"slow": slow, "defaults": defaults.coerced})
        lines = ["values = defaults.copy()" if with_defaults else "values = {}"]
        for each in self._definitions:
            name, kind = each.variable.name.value, type_from_ast(schema, each.type)
            if kind is None or each.directives:
                raise Unsupported(f"the variable ${name}")
            read = [f"v = given[{name!r}]", *input_types.lines(kind, source), f"values[{name!r}] = v"]
            if is_non_null_type(kind):
                self.never_null.add(name)
            if is_non_null_type(kind) and each.default_value is None:
                # Without it there is a KeyError, after which graphql-core tells what is missing.
                lines += read
            else:
                lines += [f"if {name!r} in given:", *indented(read)]
        source.add(["def read(given):", *indented([*lines, "return values"])])
        self.source = source.compile()
        """The compiled function as Python source."""
        self.read: Callable[[Mapping[str, Any]], dict[str, Any]] = source.names["read"]
        """Returns the coerced values of variables; raises an exception unless they are plain."""

    def with_sources(self, given: Mapping[str, Any]) -> VariableValues:
        """Return the values in the form of graphql-core; raises Slow."""
        values = get_variable_values(self._schema, self._definitions, dict(given))
        if not isinstance(values, VariableValues):
            raise Slow("invalid variables")
        return values
