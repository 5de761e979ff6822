"""Compiles the completion of values: selections become Python functions that return JSON values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any, Final, TypeAlias

from graphql import (
    FieldNode,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    Undefined,
    is_abstract_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
)

from api.graphql.plans.arguments import FieldArguments
from api.graphql.plans.fields import Access, FieldReader, Leaf
from api.graphql.plans.object_types import ObjectTypes
from api.graphql.plans.runs import Complete
from api.graphql.plans.selections import Selections
from api.graphql.plans.signals import Slow, Unsupported, slow
from api.graphql.plans.source import Source

Expression: TypeAlias = Callable[[str], str]
"""Returns the source of a completed value, given the name of the variable that holds the value."""

_STRING: Final = Leaf("type({value}) is str", "{value}")
_INT: Final = Leaf("type({value}) is int and -1073741824 < {value} < 1073741824", "{value}")
"""Python compares integers of 30 bits faster; the type itself completes the others."""
_FLOAT: Final = Leaf("type({value}) is float and isfinite({value})", "{value}", {"isfinite": isfinite})
_BOOLEAN: Final = Leaf("{value} is True or {value} is False", "{value}")
_LEAVES: Final = {"String": _STRING, "ID": _STRING, "Int": _INT, "Float": _FLOAT, "Boolean": _BOOLEAN}


class Compiler:
    """Writes and compiles the functions of one plan."""

    def __init__(
        self,
        schema: GraphQLSchema,
        selections: Selections,
        fields: FieldReader,
        types: ObjectTypes,
        arguments: FieldArguments,
        source: Source,
    ) -> None:
        """Begin a plan, whose functions are added to a source."""
        self._schema = schema
        self._selections = selections
        self._fields = fields
        self._types = types
        self._arguments = arguments
        self._source = source
        self._names = source.names
        self._names |= {"slow": slow, "missing": fields.missing, "MISSING": object()}
        self._objects: dict[tuple[str, tuple[int, ...]], str] = {}
        self.is_same_for_all = True
        """True if all callers to whom the same value is shown get the same completed value."""

    def root(self, kind: GraphQLOutputType, nodes: Sequence[FieldNode]) -> str:
        """Compile the completion of a root field's values, and return the name of its function."""
        return self._function("root", self._value(kind, nodes))

    def _function(self, prefix: str, expression: Expression) -> str:
        name = self._source.name(prefix)
        self._source.add([f"def {name}(v, run):", f"    return {expression('v')}"])
        return name

    def _value(self, kind: Any, nodes: Sequence[FieldNode]) -> Expression:
        null, is_nullable = "None", not is_non_null_type(kind)
        if not is_nullable:
            kind, null = kind.of_type, "slow('null')"
        if is_leaf_type(kind):
            return self._leaf(kind, is_nullable=is_nullable)
        if is_list_type(kind):
            completed = self._list(kind.of_type, nodes)
        elif isinstance(kind, GraphQLObjectType) and kind.is_type_of is None:
            function = self._object(kind, nodes)
            completed = lambda value: f"{function}({value}, run)"  # noqa: E731
        else:
            completed = self._by_class(kind, nodes)
        return lambda value: f"({completed(value)} if {value} is not None else {null})"

    def _leaf(self, kind: Any, *, is_nullable: bool) -> Expression:
        # Null is no value of a leaf, so most values take one test.
        coerce = self._source.value("coerce", _coercion(kind.coerce_output_value, is_nullable=is_nullable))
        leaf = self._fields.leaf(kind) or _LEAVES.get(kind.name)
        if leaf is None:
            return lambda value: f"{coerce}({value})"
        test, completed = (self._renamed(text, leaf) for text in (leaf.test, leaf.completed))
        return lambda value: (
            f"({completed.replace('{value}', value)} if {test.replace('{value}', value)} "
            f"else {coerce}({value}))"
        )

    def _renamed(self, text: str, named: Access | Leaf) -> str:
        for name, value in named.names.items():
            if self._names.setdefault(name, value) is not value:
                raise Unsupported(f"two meanings of the name {name}")
        return text

    def _list(self, kind: Any, nodes: Sequence[FieldNode]) -> Expression:
        item = self._value(kind, nodes)
        inner = kind.of_type if is_non_null_type(kind) else kind
        if is_leaf_type(inner) or is_list_type(inner):
            each = self._source.name("x")
            return lambda value: (
                f"([{item(each)} for {each} in {value}] "
                f"if type({value}) is list or type({value}) is tuple else slow('a list'))"
            )
        function = self._function("item", item)
        return lambda value: (
            f"(run.complete_list({value}, {function}) "
            f"if type({value}) is list or type({value}) is tuple else slow('a list'))"
        )

    def _by_class(self, kind: Any, nodes: Sequence[FieldNode]) -> Expression:
        """Return the completion of an abstract type's values, and of an object type's that are checked."""
        possible = self._schema.get_possible_types(kind) if is_abstract_type(kind) else [kind]
        functions = {each.name: self._object(each, nodes) for each in possible}
        by_class: dict[type, Complete] = {}
        class_of, name_of, names = self._fields.class_of, self._types.name_of, self._names

        def find(value: Any) -> Complete:
            complete: Complete = names[functions[name_of(kind, value)]]
            by_class[class_of(value)] = complete
            return complete

        table, finder = self._source.value("classes", by_class.get), self._source.value("find", find)
        self._names["class_of"] = class_of
        return lambda value: f"({table}(class_of({value})) or {finder}({value}))({value}, run)"

    def _object(self, kind: GraphQLObjectType, nodes: Sequence[FieldNode]) -> str:
        """Compile the completion of an object type's values, and return the name of its function."""
        sets = [each.selection_set for each in nodes if each.selection_set]
        key = kind.name, tuple(map(id, sets))
        if (known := self._objects.get(key)) is not None:
            return known
        name = self._objects[key] = self._source.name(kind.name)
        lines, items, deferred = [f"def {name}(o, run):"], [], []
        for response_name, field_nodes in self._selections.fields(kind, sets).items():
            field_name = field_nodes[0].name.value
            if field_name == "__typename":
                items.append(f"{response_name!r}: {kind.name!r}")
                continue
            if (field := kind.fields.get(field_name)) is None:
                raise Unsupported(f"{kind.name}.{field_name}")
            at = self._arguments.add(field, field_nodes[0]) if field.args else -1
            access = self._fields.access(kind, field_name, field)
            completed = self._value(field.type, field_nodes)
            self.is_same_for_all &= access.is_same_for_all
            value = self._source.name("v")
            if access.later is not None:
                function = self._function(field_name, completed)
                resolve = self._source.value("resolve", access.later)
                call = f"run.defer(found, {response_name!r}, {resolve}, o, {at}, {function})"
            if access.expression is None:
                items.append(f"{response_name!r}: None")
                deferred.append(f"    {call}")
                continue
            expression = self._expression(access, at)
            if access.later is None:
                lines.append(f"    {value} = {expression}")
                items.append(f"{response_name!r}: {completed(value)}")
                continue
            lines += [
                "    try:",
                f"        {value} = {expression}",
                "    except missing:",
                f"        {value} = MISSING",
            ]
            items.append(f"{response_name!r}: {completed(value)} if {value} is not MISSING else None")
            deferred += [f"    if {value} is MISSING:", f"        {call}"]
        if not deferred:
            lines.append(f"    return {{{', '.join(items)}}}")
        else:
            lines += [f"    found = {{{', '.join(items)}}}", *deferred, "    return found"]
        self._source.add(lines)
        return name

    def _expression(self, access: Access, at: int) -> str:
        assert access.expression is not None, "the caller has checked"
        text = self._renamed(access.expression, access)
        return text.replace("{arguments}", f"run.arguments[{at}]" if at >= 0 else "{}")


def _coercion(coerce: Callable[[Any], Any], *, is_nullable: bool) -> Callable[[Any], Any]:
    def completed(value: Any) -> Any:
        if value is None:
            return None if is_nullable else slow("null")
        coerced = coerce(value)
        if coerced is None or coerced is Undefined:
            raise Slow("no value of a leaf")
        return coerced

    return completed
