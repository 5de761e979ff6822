"""Tells plans how the fields of a Strawberry schema are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final

import strawberry
from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLLeafType,
    GraphQLObjectType,
    get_named_type,
)
from msgspec import Struct
from strawberry.types.arguments import InputContext, StrawberryArgument
from strawberry.types.base import StrawberryOptional, has_object_definition
from strawberry.types.field import StrawberryField

from api.graphql.execution.answer_marks import observed
from api.graphql.execution.field_definitions import definition_of
from api.graphql.execution.immediate_values import NotAtHand, is_same_for_all, read_of
from api.graphql.plans.fields import Access, Arguments, Conversion, Leaf, Resolve, Resolved, Root
from api.graphql.plans.signals import Unsupported
from api.graphql.types.derivation import settings
from api.graphql.types.field_values import ENVELOPE, Refused, completed_field
from api.graphql.types.scalars import written_time
from application.codec import RecordedEvent
from application.runtime.time_slices import TIME_SLICER
from domain.cards import Card

_LEAVES: Final[Mapping[str, Leaf]] = {
    "Card": Leaf("type({value}) is Card", "{value}._value_", {"Card": Card}),
    "Cursor": Leaf("type({value}) is str", "{value}"),
    "DateTime": Leaf(
        "type({value}) is datetime and {value}.tzinfo is UTC",
        "written_time({value})",
        {"datetime": datetime, "UTC": UTC, "written_time": written_time},
    ),
    "Position": Leaf("type({value}) is int", "{value}"),
    "Version": Leaf("type({value}) is int", "{value}"),
}


class PlannedInfo(Struct):
    """The info of resolvers in a plan: all that the schema's resolvers ask for is the context."""

    context: Any


class StrawberryFields:
    """Reads the fields of a schema; implements `FieldReader`."""

    missing = NotAtHand
    info = PlannedInfo

    def __init__(self, schema: strawberry.Schema) -> None:
        self._config = schema.config
        self._scalars = schema.schema_converter.scalar_registry
        self._accesses: dict[tuple[str, str], Access] = {}

    def access(self, parent: GraphQLObjectType, name: str, field: GraphQLField) -> Access:
        """Return the access to a field of an object; raises Unsupported."""
        found = self._accesses.get((parent.name, name))
        if found is None:
            # One for all threads, because a name in compiled code has one meaning.
            found = self._accesses.setdefault((parent.name, name), self._access(parent, name, field))
        return found

    def _access(self, parent: GraphQLObjectType, name: str, field: GraphQLField) -> Access:
        defined = _definition(field, f"{parent.name}.{name}")
        if defined.is_basic_field:
            return _attribute(parent, field, defined.python_name)
        call = _call(defined)
        waits = defined.is_async
        same_for_all = is_same_for_all(defined) or not (waits or _takes_info(defined))
        if (read := read_of(defined)) is not None:
            reader = f"read_{parent.name}_{name}"
            # A resolver that does not wait has its value always at hand.
            later = call if waits else None
            return Access(f"{reader}(o, run.context)", later, {reader: read}, same_for_all)
        if waits:
            return Access(later=call)
        resolver = f"resolve_{parent.name}_{name}"
        return Access(f"{resolver}(o, run.info, {{arguments}})", None, {resolver: call}, same_for_all)

    def root(self, name: str, field: GraphQLField) -> Root:
        """Return the resolver of a root field; raises Unsupported."""
        defined = _definition(field, name)
        if defined.base_resolver is None:
            raise Unsupported(f"the root field {name}")
        return Root(observed(field, _call(defined)), defined.is_async)

    def conversions(self, field: GraphQLField) -> Mapping[str, Conversion]:
        """Return the conversions of a field's arguments: inputs become objects."""
        defined = definition_of(field)
        assert defined is not None, "only defined fields are planned"
        name_of = self._config.name_converter.from_argument
        return {
            name_of(each): Conversion(each.python_name, self._convert(each)) for each in defined.arguments
        }

    def _convert(self, argument: StrawberryArgument) -> Callable[[Any], Any] | None:
        """Return the conversion of one argument, None if it is needed for none."""
        kind, name = argument.type, argument.python_name
        inner = kind.of_type if isinstance(kind, StrawberryOptional) else kind
        if inner in (int, str, bool, float, strawberry.ID):
            return None
        context = InputContext(None, self._config, self._scalars, (name,))
        if has_object_definition(inner) and (build := inner.__strawberry_definition__.from_input) is not None:
            cls = inner.__strawberry_definition__.origin
            return lambda value: build(cls, value, context)
        return lambda value: context.convert(value, kind)

    def leaf(self, kind: GraphQLLeafType) -> Leaf | None:
        """Return a fast way to complete a leaf, None without one."""
        enum: type[Enum] | None = getattr(kind, "wrapped_cls", None)
        if not isinstance(kind, GraphQLEnumType) or enum is None:
            return _LEAVES.get(kind.name)
        table = f"values_of_{kind.name}"
        values = _cached_values(kind, enum)
        names = {kind.name: enum, table: values}
        return Leaf(f"type({{value}}) is {kind.name}", f"{table}[{{value}}]", names)

    def class_of(self, value: Any) -> type:
        """Return the class of a value, or that of the event or refusal that it wraps."""
        kind = type(value)
        if kind is RecordedEvent:
            return type(value.event)
        return type(value.refusal) if kind is Refused else kind

    def is_time_used_up(self) -> bool:
        """Return whether the tick's slice is used up."""
        return TIME_SLICER.is_used_up()

    async def pause(self) -> None:
        """Wait for a turn."""
        await TIME_SLICER.wait_for_turn()


def _definition(field: GraphQLField, name: str) -> StrawberryField:
    defined = definition_of(field)
    if defined is None or defined.extensions or defined.permission_classes:
        raise Unsupported(f"the field {name}")
    return defined


def _attribute(parent: GraphQLObjectType, field: GraphQLField, name: str) -> Access:
    """Return the access to a plain field: an attribute of the object, or of what the object wraps."""
    holder = "o"
    interfaces = {each.name for each in parent.interfaces}
    if "GameEvent" in interfaces and name not in ENVELOPE:
        holder = "o.event"
    elif "Refusal" in interfaces:
        holder = "o.refusal"
    expression, names = f"{holder}.{name}", dict[str, Any]()
    if get_named_type(field.type).name == "OptionSetting":
        expression, names = f"option_settings({expression})", {"option_settings": _option_settings}
    # The value of a node may be a reference that is completed when more of it is selected.
    later = _completed(name) if "Node" in interfaces else None
    return Access(expression, later, names, is_same_for_all=True)


def _completed(name: str) -> Resolved:
    async def resolve(source: Any, info: Any, _arguments: Arguments) -> Any:
        return await completed_field(source, name, info.context)

    return resolve


def _option_settings(value: Any) -> Any:
    return settings(value) if isinstance(value, Mapping) else value


def _call(defined: StrawberryField) -> Resolve:
    """Return a function that calls a field's resolver with the parameters that it declares."""
    resolver = defined.base_resolver
    assert resolver is not None, "a field without a resolver is an attribute"
    function: Any = resolver.wrapped_func
    takes_self = resolver.self_parameter is not None
    named = [each.name for each in (resolver.parent_parameter, resolver.root_parameter) if each is not None]
    info_name = None if resolver.info_parameter is None else resolver.info_parameter.name

    def call(source: Any, info: Any, arguments: Arguments) -> Any:
        given = arguments | dict.fromkeys(named, source)
        if info_name is not None:
            given[info_name] = info
        return function(source, **given) if takes_self else function(**given)

    # The usual forms without a dictionary of their own.
    if named or info_name not in (None, "info"):
        return call
    if info_name is None:
        if takes_self:
            return lambda source, info, arguments: function(source, **arguments)
        return lambda source, info, arguments: function(**arguments)
    if takes_self:
        return lambda source, info, arguments: function(source, info=info, **arguments)
    return lambda source, info, arguments: function(info=info, **arguments)


def _takes_info(defined: StrawberryField) -> bool:
    return defined.base_resolver is not None and defined.base_resolver.info_parameter is not None


def _cached_values(kind: GraphQLEnumType, enum: type[Enum]) -> dict[Enum, str]:
    # One table for each type, since a name in compiled code has one meaning.
    values: dict[Enum, str] | None = kind.extensions.get("kibitz.values")
    if values is None:
        made = {each: kind.coerce_output_value(each) for each in enum}
        values = kind.extensions.setdefault("kibitz.values", made)
    return values
