"""Cost of an operation before it runs: the values of its largest answer and the prices of its fields.

An operation is analysed once. The result is a sum in which only sizes given by variables are open; each
request fills them in. For an interface or a union, the costliest type counts. A list has the length of the
requested page, or an assumed length if the operation does not give one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import ceil
from typing import Any, Final, TypeAlias

from graphql import (
    DocumentNode,
    FieldNode,
    GraphQLField,
    GraphQLObjectType,
    GraphQLSchema,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
    get_named_type,
    is_abstract_type,
    is_enum_type,
    is_input_object_type,
    is_interface_type,
    is_introspection_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
)
from graphql.language import ValueNode

from api.graphql.execution.document_shape import Fragments, TooWide, fragments_of, gathered, selections_of
from api.graphql.execution.field_price import price_of

Variables: TypeAlias = Mapping[str, Any]
Cost: TypeAlias = int | Callable[[Variables], int]
"""A number, or a function that computes it from the variables."""

ROOT: Final = 50
"""Default price of a root field."""
LARGEST_PAGE: Final = 500
"""Most items that any list returns on a page; the list itself refuses larger pages."""
PAGE: Final = 100
"""Assumed page size if none is given; no default page is larger."""
LARGEST_LIST: Final = 5_000
"""Most rows that a list of statistics returns, regardless of its arguments."""
LENGTH: Final = 10
"""Assumed length of a list without pages."""
LENGTHS: Final[Mapping[str, int]] = {"moves": 32}
"""Assumed lengths of lists by field: an offer of five cards expands to 32 discards."""
_SIZES: Final[Mapping[str, int]] = {"first": LARGEST_PAGE, "last": LARGEST_PAGE, "rows": LARGEST_LIST}
"""Arguments that set the length of a list, each with the largest length that counts."""
MOST_VISITS: Final = 20_000
"""Most fields visited to analyse one operation, counted once for every type they are selected on."""


def value(cost: Cost, variables: Variables) -> int:
    """Return a cost for given variables."""
    return cost if isinstance(cost, int) else cost(variables)


def total(parts: Iterable[Cost]) -> Cost:
    """Return the sum of the parts."""
    known, opened = _split(parts)
    fixed = sum(known)
    return (lambda variables: fixed + sum(part(variables) for part in opened)) if opened else fixed


def most(parts: Iterable[Cost]) -> Cost:
    """Return the cost of the costliest part."""
    known, opened = _split(parts)
    fixed = max(known, default=0)
    if not opened:
        return fixed
    return lambda variables: max(fixed, *(part(variables) for part in opened))


def times(size: Cost, part: Cost) -> Cost:
    """Return the cost of `size` parts."""
    if isinstance(size, int) and isinstance(part, int):
        return size * part
    return lambda variables: value(size, variables) * value(part, variables)


def _split(parts: Iterable[Cost]) -> tuple[list[int], list[Callable[[Variables], int]]]:
    known: list[int] = []
    opened: list[Callable[[Variables], int]] = []
    for part in parts:
        if isinstance(part, int):
            known.append(part)
        else:
            opened.append(part)
    return known, opened


def cost_of(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) -> Cost:
    """Return the cost of one operation of a valid document; raises TooWide.

    The other operations of the document are not analysed: each of them may spread the same wide fragment.
    """
    return _Reckoning(schema, fragments_of(document), operation).cost()


class _Reckoning:
    """Computes the cost of one operation."""

    def __init__(
        self, schema: GraphQLSchema, fragments: Fragments, operation: OperationDefinitionNode
    ) -> None:
        self._schema = schema
        self._fragments = fragments
        self._operation = operation
        self._lengths = _lengths(schema)
        self._defaults = {
            each.variable.name.value: each.default_value for each in operation.variable_definitions or ()
        }
        self._known: dict[tuple[Any, ...], Cost] = {}
        self._sizes: dict[tuple[str, int], Cost] = {}
        self._visits = 0

    def cost(self) -> Cost:
        root = self._schema.get_root_type(self._operation.operation)
        assert root is not None, "a valid document has operations of the schema only"
        fields = self._gathered((self._operation.selection_set,), root)
        return total(self._field(nodes, root, None, ROOT) for nodes in fields.values())

    def _gathered(
        self, selections: tuple[SelectionSetNode, ...], kind: GraphQLObjectType
    ) -> dict[str, list[FieldNode]]:
        fields = gathered(selections, self._fragments, lambda name: self._is(kind, name))
        self._visits += sum(map(len, fields.values()))
        if self._visits > MOST_VISITS:
            raise TooWide
        return fields

    def _is(self, kind: GraphQLObjectType, name: str) -> bool:
        condition = self._schema.type_map.get(name)
        return condition is kind or (
            is_abstract_type(condition) and self._schema.is_sub_type(condition, kind)
        )

    def _object(
        self, selections: tuple[SelectionSetNode, ...], kind: GraphQLObjectType, page: Cost | None
    ) -> Cost:
        key = (frozenset(map(id, selections)), kind.name, page)
        if key not in self._known:
            fields = self._gathered(selections, kind).values()
            self._known[key] = total(self._field(nodes, kind, page) for nodes in fields)
        return self._known[key]

    def _field(
        self, nodes: list[FieldNode], parent: GraphQLObjectType, page: Cost | None, unpriced: int = 0
    ) -> Cost:
        field = self._schema.get_field(parent, nodes[0].name.value)
        assert field is not None, "a valid document has fields of the schema only"
        declared = price_of(field)
        answer = self._answer(nodes, field, parent, page)
        return total((unpriced if declared is None else declared, answer))

    def _answer(
        self, nodes: list[FieldNode], field: GraphQLField, parent: GraphQLObjectType, page: Cost | None
    ) -> Cost:
        own = self._page(nodes[0], field)
        inner: Cost = 0
        named = get_named_type(field.type)
        selections = selections_of(nodes)
        lists = _lists(field.type)
        if selections:
            below = None if lists else own
            kinds = (
                [named] if is_object_type(named) else self._schema.get_possible_types(named)  # type: ignore[arg-type]
            )
            inner = most(self._object(selections, each, below) for each in kinds)
            if named.name == "__Type" and nodes[0].name.value == "ofType" and isinstance(inner, int):
                inner //= 2  # Clients nest it many levels deep; for every second type it is null.
        if not lists:
            return total((1, inner))
        name = nodes[0].name.value
        coordinate = f"{parent.name}.{name}" if is_introspection_type(parent) else name
        length = self._lengths.get(coordinate, LENGTH)
        size = own if own is not None else page if page is not None else length
        for _ in range(lists - 1):
            inner = times(LENGTH, total((1, inner)))
        # The items of a list of leaf values cost almost nothing.
        return total((1, times(size, total((1, inner))))) if selections else 1 + lists

    def _page(self, node: FieldNode, field: GraphQLField) -> Cost | None:
        """Return the requested page size, None for a field without pages."""
        named = [name for name in _SIZES if name in field.args]
        if not named:
            return None
        given = {each.name.value: each.value for each in node.arguments or ()}
        usual = [field.args[name].default_value for name in named]
        default = max((each for each in usual if _is_number(each)), default=PAGE)
        asked = most(self._size(given[name], _SIZES[name]) for name in named if name in given)
        if "rows" in named:
            # Aggregating into few rows takes as much work as into many.
            return most((asked, default))
        if isinstance(asked, int):
            return asked or default
        return lambda variables: value(asked, variables) or default

    def _size(self, node: ValueNode, largest: int) -> Cost:
        if isinstance(node, IntValueNode):
            return _bounded(int(node.value), largest)
        if not isinstance(node, VariableNode):
            return 0
        name, default = node.name.value, self._defaults.get(node.name.value)
        otherwise = int(default.value) if isinstance(default, IntValueNode) else 0
        # One object per variable, since the known costs of selections are keyed by it.
        return self._sizes.setdefault(
            (name, largest), lambda variables: _bounded(variables.get(name, otherwise), largest)
        )


@lru_cache(maxsize=4)
def _lengths(schema: GraphQLSchema) -> Mapping[str, int]:
    """Return the assumed lengths of lists; those of introspection are averages over the schema."""
    kinds = list(schema.type_map.values())
    outputs = [kind for kind in kinds if is_object_type(kind) or is_interface_type(kind)]
    fields = [field for kind in outputs for field in kind.fields.values()]

    def mean(lengths: Iterable[int]) -> int:
        return ceil(sum(lengths) / len(kinds))

    return {
        **LENGTHS,
        "__Schema.types": len(kinds),
        "__Schema.directives": len(schema.directives),
        "__Type.fields": mean([len(fields)]),
        "__Type.inputFields": mean(len(kind.fields) for kind in kinds if is_input_object_type(kind)),
        "__Type.interfaces": mean(len(kind.interfaces) for kind in outputs),
        "__Type.enumValues": mean(len(kind.values) for kind in kinds if is_enum_type(kind)),
        "__Type.possibleTypes": mean(
            len(schema.get_possible_types(kind)) for kind in kinds if is_abstract_type(kind)
        ),
        "__Field.args": ceil(sum(len(field.args) for field in fields) / len(fields)),
        "__Directive.args": ceil(sum(len(each.args) for each in schema.directives) / len(schema.directives)),
    }


def _bounded(size: Any, largest: int) -> int:
    return int(min(max(size, 0), largest)) if _is_number(size) else 0


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _lists(kind: Any) -> int:
    found = 0
    while is_list_type(kind) or is_non_null_type(kind):
        found += is_list_type(kind)
        kind = kind.of_type
    return found
