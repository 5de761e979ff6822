"""The interface between plans and a schema's resolvers; a library of resolvers implements `FieldReader`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from graphql import GraphQLField, GraphQLLeafType, GraphQLObjectType

Arguments: TypeAlias = dict[str, Any]
"""Arguments of a field by name."""
Resolve: TypeAlias = Callable[[Any, Any, Arguments], Any]
"""Takes the source object, the info and the converted arguments; returns the value, or an awaitable of it."""
Resolved: TypeAlias = Callable[[Any, Any, Arguments], Awaitable[Any]]

_NO_NAMES: Mapping[str, Any] = {}


class Conversion(NamedTuple):
    """The form in which a resolver takes an argument."""

    python_name: str
    convert: Callable[[Any], Any] | None = None
    """Converts a value other than null, coerced by GraphQL; None if the resolver takes it as it is."""

    def of(self, value: Any) -> Any:
        """Return a converted value."""
        return value if self.convert is None or value is None else self.convert(value)


class Access(NamedTuple):
    """The ways to get a field's value from its source object.

    A field has an expression, a coroutine function, or both: then the expression may raise the exception
    `FieldReader.missing`, and the coroutine function is called instead.
    """

    expression: str | None = None
    """Python source of the value, of `o` (the source object), `run` (a `Run`) and `names`.

    `{arguments}` stands for the dictionary of the field's arguments.
    """
    later: Resolved | None = None
    names: Mapping[str, Any] = _NO_NAMES
    """Values for names in the expression; one name has one meaning in the whole schema."""
    is_same_for_all: bool = False
    """True if the value is the same for all callers to whom the same source object is shown."""


class Root(NamedTuple):
    """The resolver of a root field."""

    resolve: Resolve
    is_async: bool


class Leaf(NamedTuple):
    """A fast way to complete values of a leaf type; other values are coerced by the type itself."""

    test: str
    """Python source of a condition on `{value}`."""
    completed: str
    """Python source of the completed `{value}`, valid if the condition holds."""
    names: Mapping[str, Any] = _NO_NAMES


class FieldReader(Protocol):
    """Tells how the values of a schema's fields are read."""

    @property
    def missing(self) -> type[Exception]:
        """The exception of an expression whose value has to be awaited."""
        ...

    def access(self, parent: GraphQLObjectType, name: str, field: GraphQLField) -> Access:
        """Return the access to a field of an object; raises Unsupported."""
        ...

    def root(self, name: str, field: GraphQLField) -> Root:
        """Return the resolver of a root field; raises Unsupported."""
        ...

    def conversions(self, field: GraphQLField) -> Mapping[str, Conversion]:
        """Return the conversions of a field's arguments by their names in the schema."""
        ...

    def leaf(self, kind: GraphQLLeafType) -> Leaf | None:
        """Return a fast way to complete a leaf, None without one."""
        ...

    def class_of(self, value: Any) -> type:
        """Return the class that decides the object type of a value."""
        ...

    @property
    def info(self) -> Callable[[Any], Any]:
        """Returns the info for the resolvers of one request, given its context."""
        ...

    def is_time_used_up(self) -> bool:
        """Return whether other work should go on before further items of a long list."""
        ...

    async def pause(self) -> None:
        """Let other work go on."""
        ...
