"""Computes the arguments of a planned operation's fields, all by one compiled function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from graphql import (
    FieldNode,
    GraphQLField,
    NullValueNode,
    VariableNode,
    get_argument_values,
    is_non_null_type,
)
from graphql.language import Node
from graphql.type import is_required_argument
from graphql.utilities.coerce_input_value import coerce_default_value

from api.graphql.plans.fields import Arguments, FieldReader
from api.graphql.plans.signals import Slow, Unsupported
from api.graphql.plans.source import Source, indented
from api.graphql.plans.variables import Variables

Values: TypeAlias = Mapping[str, Any]


class FieldArguments:
    """The arguments of the fields of one plan; each field has a number."""

    def __init__(self, fields: FieldReader, variables: Variables, source: Source) -> None:
        self._fields = fields
        self._variables = variables
        self._source = source
        self._lines: list[str] = []
        self._count = 0

    def add(self, field: GraphQLField, node: FieldNode) -> int:
        """Add the arguments of a field, and return their number; raises Unsupported."""
        if any(argument.out_name not in (None, name) for name, argument in field.args.items()):
            raise Unsupported(f"the arguments of {node.name.value}")
        number = self._count
        self._count += 1
        self._lines += self._assigned(f"a_{number}", field, node)
        return number

    def function(self) -> str:
        """Add the function to the source, and return its name.

        It takes the coerced variables and those that were given; it returns the arguments of all fields by
        their numbers, and raises Slow.
        """
        found = "".join(f"a_{number}, " for number in range(self._count))
        self._source.add(["def arguments(values, given):", *indented([*self._lines, f"return ({found})"])])
        return "arguments"

    def _assigned(self, target: str, field: GraphQLField, node: FieldNode) -> list[str]:
        variables = {
            each.name.value: each.value.name.value
            for each in node.arguments or ()
            if isinstance(each.value, VariableNode)
        }
        others = tuple(each for each in node.arguments or () if not isinstance(each.value, VariableNode))
        if any(_has_variables(each.value) for each in others):
            return [f"{target} = {self._source.value('compute', self._by_graphql_core(field, node))}(given)"]
        rest = {name: each for name, each in field.args.items() if name not in variables}
        try:
            constants = get_argument_values(
                GraphQLField(field.type, args=rest), FieldNode(name=node.name, arguments=others)
            )
        except Exception as error:
            raise Unsupported(f"the arguments of {node.name.value}") from error
        return self._from(target, field, variables, constants)

    def _from(
        self, target: str, field: GraphQLField, variables: Mapping[str, str], constants: Arguments
    ) -> list[str]:
        """Return statements that assign arguments each of which is a variable, a constant or a default."""
        later: list[str] = []
        conversions = self._fields.conversions(field)

        def converted(name: str, value: str) -> str:
            convert = conversions[name].convert
            return value if convert is None else f"{self._source.value('convert', convert)}({value})"

        def converted_or_null(name: str, value: str) -> str:
            found = converted(name, value)
            return value if found == value else f"{found} if {value} is not None else None"

        def constant(name: str, value: Any) -> str:
            # Converted anew for each request, because a resolver may keep or change its arguments.
            return "None" if value is None else converted(name, self._source.value("constant", value))

        given = {name: constant(name, value) for name, value in constants.items()}
        for name, argument in field.args.items():
            if (variable := variables.get(name)) is None:
                continue
            if variable in self._variables.never_null:
                given[name] = converted(name, f"values[{variable!r}]")
                continue
            if argument.default is not None:
                given[name] = constant(name, coerce_default_value(argument))
            later += [f"if {variable!r} in values:", f"    v = values[{variable!r}]"]
            if is_non_null_type(argument.type):
                later += ["    if v is None:", f"        slow('null for {name}')"]
            later.append(f"    {target}[{conversions[name].python_name!r}] = {converted_or_null(name, 'v')}")
            if is_required_argument(argument):
                later += ["else:", f"    slow('no value for {name}')"]
        items = (f"{conversions[name].python_name!r}: {value}" for name, value in given.items())
        return [f"{target} = {{{', '.join(items)}}}", *later]

    def _by_graphql_core(self, field: GraphQLField, node: FieldNode) -> Callable[[Values], Arguments]:
        """Return the computation of arguments with variables inside of lists and objects."""
        conversions = self._fields.conversions(field)

        def compute(given: Values) -> Arguments:
            known = self._variables.with_sources(given)
            try:
                arguments = get_argument_values(field, node, known)
            except Exception as error:
                raise Slow("an argument") from error
            found = ((conversions[name], value) for name, value in arguments.items())
            return {conversion.python_name: conversion.of(value) for conversion, value in found}

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
