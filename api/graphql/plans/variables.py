"""Reads the variables of an operation: compiled once, plain values only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLSchema,
    OperationDefinitionNode,
    Undefined,
    get_variable_values,
    is_input_object_type,
    is_list_type,
    is_non_null_type,
)
from graphql.execution.values import VariableValues
from graphql.type import is_required_input_field
from graphql.utilities import type_from_ast
from graphql.utilities.coerce_input_value import coerce_default_value

from api.graphql.plans.signals import Slow, Unsupported

Read: TypeAlias = Callable[[Any], Any]
"""Returns a JSON value as a resolver's argument; raises Slow unless it is plain."""

_PLAIN: Final[Mapping[str, type]] = {"String": str, "ID": str, "Boolean": bool}
_MAX_INT: Final = 2**31 - 1


class Variables:
    """The variables of an operation, and how each is read."""

    def __init__(self, schema: GraphQLSchema, operation: OperationDefinitionNode) -> None:
        """Compile the readers; raises Unsupported."""
        self._schema = schema
        self._definitions = operation.variable_definitions or ()
        self._reads: dict[str, Read] = {}
        self._required: list[str] = []
        readers = _Readers()
        for each in self._definitions:
            name, kind = each.variable.name.value, type_from_ast(schema, each.type)
            if kind is None or each.directives:
                raise Unsupported(f"the variable ${name}")
            self._reads[name] = readers.of(kind)  # type: ignore[arg-type]
            if is_non_null_type(kind) and each.default_value is None:
                self._required.append(name)
        # Defaults are part of the document, so graphql-core coerces them once.
        with_defaults = [each for each in self._definitions if each.default_value is not None]
        defaults = get_variable_values(schema, with_defaults, {})
        if not isinstance(defaults, VariableValues):
            raise Unsupported("a default value")
        self._defaults = defaults.coerced

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the coerced values of variables; raises Slow for all that is not plain."""
        values = self._defaults.copy()
        for name, read in self._reads.items():
            if name in given:
                values[name] = read(given[name])
        for name in self._required:
            if name not in values:
                raise Slow(f"no value for ${name}")
        return values

    def with_sources(self, given: Mapping[str, Any]) -> VariableValues:
        """Return the values in the form of graphql-core; raises Slow."""
        values = get_variable_values(self._schema, self._definitions, dict(given))
        if not isinstance(values, VariableValues):
            raise Slow("invalid variables")
        return values


class _Readers:
    """Makes the readers of input types; a type that contains itself has one reader."""

    def __init__(self) -> None:
        self._objects: dict[str, Read] = {}

    def of(self, kind: GraphQLInputType) -> Read:
        """Return the reader of a type."""
        if is_non_null_type(kind):
            # No reader of values other than null takes null.
            return self._nullable(kind.of_type)
        read = self._nullable(kind)
        return lambda value: None if value is None else read(value)

    def _nullable(self, kind: Any) -> Read:
        """Return the reader of a type's values other than null."""
        if is_list_type(kind):
            return _list_reader(self.of(kind.of_type))
        if is_input_object_type(kind):
            return self._object(kind)
        if isinstance(kind, GraphQLEnumType):
            return _enum_reader(kind)
        if kind.name == "Int":
            return _int_reader
        if (plain := _PLAIN.get(kind.name)) is not None:
            return _plain_reader(plain)
        return _scalar_reader(kind.coerce_input_value)

    def _object(self, kind: GraphQLInputObjectType) -> Read:
        if (known := self._objects.get(kind.name)) is not None:
            return known
        if kind.is_one_of:
            raise Unsupported(f"the input {kind.name}")
        fields: dict[str, tuple[str, Read]] = {}
        required: set[str] = set()
        defaults: dict[str, Any] = {}

        def read(value: Any) -> Any:
            if type(value) is not dict:
                raise Slow("an object")
            if not required <= value.keys():
                raise Slow("a field is missing")
            found = defaults.copy()
            for name, each in value.items():
                field = fields.get(name)
                if field is None:
                    raise Slow("an unknown field")
                out_name, read_field = field
                found[out_name] = read_field(each)
            return kind.out_type(found)

        self._objects[kind.name] = read
        for name, field in kind.fields.items():
            out_name = field.out_name or name
            fields[name] = out_name, self.of(field.type)
            if is_required_input_field(field):
                required.add(name)
            elif (default := coerce_default_value(field)) is not Undefined:
                defaults[out_name] = default
        return read


def _list_reader(read: Read) -> Read:
    def read_list(value: Any) -> Any:
        # A single item stands for a list of one; graphql-core knows.
        if type(value) is not list:
            raise Slow("a list")
        return [read(each) for each in value]

    return read_list


def _plain_reader(kind: type) -> Read:
    def read_plain(value: Any) -> Any:
        if type(value) is not kind:
            raise Slow("a value of another type")
        return value

    return read_plain


def _int_reader(value: Any) -> int:
    if type(value) is int and -_MAX_INT - 1 <= value <= _MAX_INT:
        return value
    raise Slow("an integer")


def _enum_reader(kind: GraphQLEnumType) -> Read:
    values = {name: kind.coerce_input_value(name) for name in kind.values}

    def read_enum(value: Any) -> Any:
        if type(value) is not str or value not in values:
            raise Slow("an enum value")
        return values[value]

    return read_enum


def _scalar_reader(parse: Read) -> Read:
    def read_scalar(value: Any) -> Any:
        if value is None:
            raise Slow("null")
        try:
            parsed = parse(value)
        except Exception as error:
            raise Slow("a scalar") from error
        if parsed is Undefined:
            raise Slow("a scalar")
        return parsed

    return read_scalar
