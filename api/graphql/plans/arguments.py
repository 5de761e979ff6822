"""Computes the arguments of a planned operation's fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from graphql import (
    FieldNode,
    GraphQLField,
    NullValueNode,
    VariableNode,
    get_argument_values,
    is_non_null_type,
)
from graphql.execution.values import VariableValues
from graphql.language import Node
from graphql.type import is_required_argument
from graphql.utilities.coerce_input_value import coerce_default_value

from api.graphql.plans.fields import Arguments, FieldReader
from api.graphql.plans.signals import Slow, Unsupported
from api.graphql.plans.variables import Variables

Values: TypeAlias = Mapping[str, Any]
Compute: TypeAlias = Callable[[Values, Values], Arguments]
"""Takes the coerced variables and those that were given; returns the arguments of a field."""


class FieldArguments:
    """The arguments of the fields of one plan; each field has a number."""

    def __init__(self, fields: FieldReader, variables: Variables) -> None:
        self._fields = fields
        self._variables = variables
        self._computes: list[Compute] = []

    def add(self, field: GraphQLField, node: FieldNode) -> int:
        """Add the arguments of a field, and return their number; raises Unsupported."""
        self._computes.append(self._compute(field, node))
        return len(self._computes) - 1

    def compute(self, variables: Values, given: Values) -> Sequence[Arguments]:
        """Return the arguments of all fields by their numbers; raises Slow."""
        return [compute(variables, given) for compute in self._computes]

    def _compute(self, field: GraphQLField, node: FieldNode) -> Compute:
        variables = {
            each.name.value: each.value.name.value
            for each in node.arguments or ()
            if isinstance(each.value, VariableNode)
        }
        others = [each for each in node.arguments or () if not isinstance(each.value, VariableNode)]
        if any(_has_variables(each.value) for each in others):
            return self._by_graphql_core(field, node)
        if not variables:
            return self._constant(field, node)
        return self._plain(field, node, variables)

    def _constant(self, field: GraphQLField, node: FieldNode) -> Compute:
        try:
            constants = get_argument_values(field, node)
        except Exception as error:
            raise Unsupported(f"the arguments of {node.name.value}") from error
        # Converted anew for each request, because a resolver may keep or change its arguments.
        convert = self._fields.converter(field)
        return lambda _values, _given: convert(constants)

    def _plain(self, field: GraphQLField, node: FieldNode, variables: Mapping[str, str]) -> Compute:
        """Return the computation of arguments each of which is a variable, a constant or a default."""
        constants: Arguments = {}
        read: list[tuple[str, str, bool, bool]] = []
        for name, argument in field.args.items():
            if (variable := variables.get(name)) is not None:
                out_name = getattr(argument, "out_name", None) or name
                read.append(
                    (variable, out_name, is_non_null_type(argument.type), is_required_argument(argument))
                )
                if argument.default is not None:
                    constants[out_name] = coerce_default_value(argument)
        rest = FieldNode(
            name=node.name,
            arguments=tuple(each for each in node.arguments or () if each.name.value not in variables),
        )
        optional = {name: each for name, each in field.args.items() if name not in variables}
        try:
            constants |= get_argument_values(GraphQLField(field.type, args=optional), rest)
        except Exception as error:
            raise Unsupported(f"the arguments of {node.name.value}") from error
        convert = self._fields.converter(field)

        def compute(values: Values, _given: Values) -> Arguments:
            arguments = constants.copy()
            for variable, name, is_non_null, is_required in read:
                if variable in values:
                    value = values[variable]
                    if value is None and is_non_null:
                        raise Slow("null for an argument")
                    arguments[name] = value
                elif is_required:
                    raise Slow("no value for an argument")
            return convert(arguments)

        return compute

    def _by_graphql_core(self, field: GraphQLField, node: FieldNode) -> Compute:
        """Return the computation of arguments with variables inside of lists and objects."""
        convert = self._fields.converter(field)

        def compute(_values: Values, given: Values) -> Arguments:
            known: VariableValues = self._variables.with_sources(given)
            try:
                arguments = get_argument_values(field, node, known)
            except Exception as error:
                raise Slow("an argument") from error
            return convert(arguments)

        return compute


def _has_variables(node: Node) -> bool:
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, VariableNode):
            return True
        if isinstance(each, NullValueNode):
            continue
        for key in each.keys:
            inner = getattr(each, key, None)
            if isinstance(inner, Node):
                pending.append(inner)
            elif isinstance(inner, tuple | list):
                pending += [item for item in inner if isinstance(item, Node)]
    return False
