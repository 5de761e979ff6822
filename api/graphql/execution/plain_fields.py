"""Plain fields: attributes of a value, read without a resolver; most fields of an answer are plain.

A plain field whose type is a leaf, or a list of leaves, is completed at once: it has nothing to resolve, to
await or to select. So are a leaf whose value is at hand (`immediate_values.py`), and an object of which only
such fields are selected, such as the id of a player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from graphql import (
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLResolveInfo,
    Undefined,
    get_nullable_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
)

from api.graphql.execution.field_definitions import definition_of
from api.graphql.execution.immediate_values import NotAtHand, Read, read_of
from api.graphql.types.field_values import completed_field, read_attribute, read_field

Complete = Callable[[Any], Any]
"""Returns a value as the answer has it; after any error, standard execution completes the value."""
ReadLeaf = Callable[[Any, Any], Any]
"""Takes an object and the context, and returns a leaf of the object as the answer has it."""
_LEAVES: Final = "kibitz.leaves"
_OBJECTS: Final = "kibitz.objects"
_NONE: Final[Mapping[str, ReadLeaf]] = {}


class _InvalidValue(Exception):
    """A value that is an error; standard execution reports it."""


def install_readers(kind: GraphQLObjectType) -> None:
    """Install fast readers for the plain fields of a type, and completion functions for its leaves."""
    type_name = kind.name
    leaves: dict[str, ReadLeaf] = {"__typename": lambda *_: type_name}
    objects: dict[str, PlainObject] = {}
    for name_in_schema, field in kind.fields.items():
        defined = definition_of(field)
        if defined is None:
            continue
        read = read_of(defined)
        if defined.is_basic_field:
            field.resolve = _reader(defined.python_name)
            read = _attribute_reader(defined.python_name)
        if read is not None and not field.args and (complete := _completion(field.type)) is not None:
            plain = _plain_leaf_reader(defined.python_name, complete)
            leaves[name_in_schema] = plain if defined.is_basic_field else _leaf_reader(read, complete)
        inner = get_nullable_type(field.type)
        if read is not None and not field.args and isinstance(inner, GraphQLObjectType):
            objects[name_in_schema] = PlainObject(read, inner, is_non_null_type(field.type))
    kind.extensions[_LEAVES] = leaves
    kind.extensions[_OBJECTS] = objects


def leaves_of(kind: GraphQLObjectType) -> Mapping[str, ReadLeaf]:
    """Return the plain leaves of a type by name, as functions of the object and the context."""
    leaves: Mapping[str, ReadLeaf] = kind.extensions.get(_LEAVES, _NONE)
    return leaves


class PlainObject(NamedTuple):
    """A plain field whose value is an object."""

    read: Read
    kind: GraphQLObjectType
    required: bool

    def completed_by(self, complete: ReadLeaf) -> ReadLeaf:
        """Return the function that completes the field, given the one that completes its object."""

        def complete_field(value: Any, context: Any) -> Any:
            inner = self.read(value, context)
            if inner is not None:
                return complete(inner, context)
            if self.required:
                raise _InvalidValue
            return None

        return complete_field


def objects_of(kind: GraphQLObjectType) -> Mapping[str, PlainObject]:
    """Return the plain fields of a type whose values are objects, by name."""
    objects: Mapping[str, PlainObject] = kind.extensions.get(_OBJECTS, {})
    return objects


def _reader(name: str) -> Callable[..., Any]:
    def read(value: Any, info: GraphQLResolveInfo[Any]) -> Any:
        try:
            return read_field(value, name)
        except NotAtHand:
            return completed_field(value, name, info.context)

    return read


def _attribute_reader(name: str) -> Read:
    return lambda value, _: read_attribute(value, name)


def _leaf_reader(read: Read, complete: Complete) -> ReadLeaf:
    return lambda value, context: complete(read(value, context))


def _plain_leaf_reader(name: str, complete: Complete) -> ReadLeaf:
    # Most leaves of an answer are plain: `_leaf_reader` would take one call more for each of them.
    return lambda value, _: complete(read_attribute(value, name))


def _completion(kind: GraphQLOutputType) -> Complete | None:
    """Return the completion function of a type; None if completion needs more than the value."""
    required = is_non_null_type(kind)
    inner: Any = kind.of_type if is_non_null_type(kind) else kind
    if is_leaf_type(inner):
        return _leaf_completion(inner.coerce_output_value, required=required)
    if is_list_type(inner) and (item := _completion(inner.of_type)) is not None:
        return _list_completion(item, required=required)
    return None


def _leaf_completion(coerce: Complete, *, required: bool) -> Complete:
    def complete(value: Any) -> Any:
        if value is not None:
            value = coerce(value)
            if value is None or value is Undefined:
                raise _InvalidValue
        elif required:
            raise _InvalidValue
        return value

    return complete


def _list_completion(item: Complete, *, required: bool) -> Complete:
    def complete(value: Any) -> Any:
        if value is None and not required:
            return None
        if not isinstance(value, list | tuple):
            raise _InvalidValue
        return [item(each) for each in value]

    return complete
