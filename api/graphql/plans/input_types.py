"""Reads JSON values of input types: each type becomes a Python function that takes plain values only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    Undefined,
    is_input_object_type,
    is_list_type,
    is_non_null_type,
)
from graphql.type import is_required_input_field
from graphql.utilities.coerce_input_value import coerce_default_value

from api.graphql.plans.signals import Slow, Unsupported, slow
from api.graphql.plans.source import Source, indented

Read: TypeAlias = Callable[[Any], Any]
"""Returns a JSON value as a resolver's argument; raises Slow unless it is plain."""

_LEAVES: Final = {
    "String": "type(v) is not str",
    "ID": "type(v) is not str",
    "Boolean": "type(v) is not bool",
    "Int": "type(v) is not int or not -2147483648 <= v <= 2147483647",
}
"""By type: the condition, in Python, of a value `v` that is not plain."""


class InputTypes:
    """The readers of a schema's input types, each compiled when it is first needed."""

    def __init__(self) -> None:
        self._source = Source({"slow": slow})
        self._readers: dict[str, str] = {}
        """The names of the functions by type."""

    def lines(self, kind: Any, source: Source) -> list[str]:
        """Return statements of a source that replace the value in `v` by the argument; raises Unsupported."""
        if not is_non_null_type(kind):
            return ["if v is not None:", *indented(self._lines(kind, source))]
        # No reader of values other than null takes null.
        return self._lines(kind.of_type, source)

    def _lines(self, kind: Any, source: Source) -> list[str]:
        if (condition := _LEAVES.get(getattr(kind, "name", ""))) is not None:
            return [f"if {condition}:", f"    slow('no {kind.name}')"]
        name = self._readers.get(str(kind)) or self._compiled(kind)
        if source is not self._source:
            source.names[name] = self._source.names[name]
        return [f"v = {name}(v)"]

    def _compiled(self, kind: Any) -> str:
        """Compile the reader of a type, and return its name; raises Unsupported."""
        known = self._readers.copy()
        try:
            name = self._readers[str(kind)] = self._reader(kind)
        except Unsupported:
            # Readers of the types inside may call that of this type, which does not exist.
            self._readers = known
            raise
        return name

    def _reader(self, kind: Any) -> str:
        if isinstance(kind, GraphQLEnumType):
            return self._source.value("enum", _enum_reader(kind))
        if not (is_list_type(kind) or is_input_object_type(kind)):
            return self._source.value("scalar", _scalar_reader(kind.coerce_input_value))
        # Named before it is compiled, because an input may contain itself.
        name = self._readers[str(kind)] = self._source.name("read")
        lines = self._object(kind) if is_input_object_type(kind) else self._list(kind)
        single = Source(self._source.names)
        single.add([f"def {name}(v):", *indented(lines)])
        single.compile()
        return name

    def _list(self, kind: Any) -> list[str]:
        # A single item stands for a list of one; graphql-core knows.
        return [
            "if type(v) is not list:",
            "    slow('no list')",
            "found = []",
            "for v in v:",
            *indented(self.lines(kind.of_type, self._source)),
            "    found.append(v)",
            "return found",
        ]

    def _object(self, kind: GraphQLInputObjectType) -> list[str]:
        if kind.is_one_of:
            raise Unsupported(f"the input {kind.name}")
        names = self._source.value("fields", kind.fields.keys())
        defaults: dict[str, Any] = {}
        lines = [
            "given = v",
            f"if type(given) is not dict or not given.keys() <= {names}:",
            f"    slow('no {kind.name}')",
        ]
        read_fields: list[str] = []
        for name, field in kind.fields.items():
            out_name = field.out_name or name
            read = [
                f"v = given[{name!r}]",
                *self.lines(field.type, self._source),
                f"found[{out_name!r}] = v",
            ]
            if is_required_input_field(field):
                # Without it there is a KeyError, after which graphql-core tells what is missing.
                read_fields += read
                continue
            read_fields += [f"if {name!r} in given:", *indented(read)]
            if (default := coerce_default_value(field)) is not Undefined:
                defaults[out_name] = default
        begun = f"{self._source.value('defaults', defaults)}.copy()" if defaults else "{}"
        is_plain = kind.out_type is GraphQLInputObjectType.out_type
        made = "found" if is_plain else f"{self._source.value('made', kind.out_type)}(found)"
        return [*lines, f"found = {begun}", *read_fields, f"return {made}"]


def _enum_reader(kind: GraphQLEnumType) -> Read:
    values = {name: kind.coerce_input_value(name) for name in kind.values}

    def read_enum(value: Any) -> Any:
        if type(value) is not str or value not in values:
            raise Slow("no enum value")
        return values[value]

    return read_enum


def _scalar_reader(parse: Read) -> Read:
    def read_scalar(value: Any) -> Any:
        if value is None:
            raise Slow("null")
        try:
            parsed = parse(value)
        except Exception as error:
            raise Slow("no scalar") from error
        if parsed is Undefined:
            raise Slow("no scalar")
        return parsed

    return read_scalar
