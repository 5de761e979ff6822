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
    ListValueNode,
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

from api.graphql.execution.field_price import price_of, price_of_each, shared_price_of
from api.graphql.execution.list_sizes import Sliced, list_size_of
from api.graphql.execution.validation.document_shape import (
    Fragments,
    TooWide,
    fragments_of,
    merged_fields,
    selections_of,
)

Variables: TypeAlias = Mapping[str, Any]
Cost: TypeAlias = int | Callable[[Variables], int]
"""A number, or a function that computes it from the variables."""

ROOT_FIELD_PRICE: Final = 50
"""Default price of a root field."""
LIST_LENGTH: Final = 10
"""Assumed length of a list without a maximum."""
LIST_LENGTHS: Final[Mapping[str, int]] = {"moves": 32, "events": 100, "games": 20}
"""Assumed lengths of lists by field.

An offer of five cards expands to 32 discards. A commit of people has few events, but machine players finish a
game in one commit of several hundred. A snapshot of many games comes in messages of up to a hundred.
"""
MAX_VISITS: Final = 20_000
"""Maximum fields visited to analyse one operation, counted once for every type they are selected on."""


def evaluate(cost: Cost, variables: Variables) -> int:
    """Return a cost for given variables."""
    return cost if isinstance(cost, int) else cost(variables)


def add(parts: Iterable[Cost]) -> Cost:
    """Return the sum of the parts."""
    constant, variable = _partition(parts)
    fixed = sum(constant)
    return (lambda variables: fixed + sum(part(variables) for part in variable)) if variable else fixed


def maximum(parts: Iterable[Cost]) -> Cost:
    """Return the cost of the costliest part."""
    constant, variable = _partition(parts)
    fixed = max(constant, default=0)
    if not variable:
        return fixed
    return lambda variables: max(fixed, *(part(variables) for part in variable))


def multiply(size: Cost, part: Cost) -> Cost:
    """Return the cost of `size` parts."""
    if isinstance(size, int) and isinstance(part, int):
        return size * part
    return lambda variables: evaluate(size, variables) * evaluate(part, variables)


def _partition(parts: Iterable[Cost]) -> tuple[list[int], list[Callable[[Variables], int]]]:
    constant: list[int] = []
    variable: list[Callable[[Variables], int]] = []
    for part in parts:
        if isinstance(part, int):
            constant.append(part)
        else:
            variable.append(part)
    return constant, variable


def cost_of(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) -> Cost:
    """Return the cost of one operation of a valid document; raises TooWide.

    The other operations of the document are not analysed: each of them may spread the same wide fragment.
    """
    return _CostAnalysis(schema, fragments_of(document), operation).cost()


class _CostAnalysis:
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
        self._costs: dict[tuple[Any, ...], Cost] = {}
        self._sizes: dict[tuple[str, int], Cost] = {}
        self._visits = 0

    def cost(self) -> Cost:
        root = self._schema.get_root_type(self._operation.operation)
        assert root is not None, "a valid document has operations of the schema only"
        fields = self._fields_of((self._operation.selection_set,), root)
        return add(self._field(nodes, root, None, ROOT_FIELD_PRICE) for nodes in fields.values())

    def _fields_of(
        self, selections: tuple[SelectionSetNode, ...], kind: GraphQLObjectType
    ) -> dict[str, list[FieldNode]]:
        fields = merged_fields(selections, self._fragments, lambda name: self._applies(kind, name))
        self._visits += sum(map(len, fields.values()))
        if self._visits > MAX_VISITS:
            raise TooWide
        return fields

    def _applies(self, kind: GraphQLObjectType, name: str) -> bool:
        condition = self._schema.type_map.get(name)
        return condition is kind or (
            is_abstract_type(condition) and self._schema.is_sub_type(condition, kind)
        )

    def _object(
        self, selections: tuple[SelectionSetNode, ...], kind: GraphQLObjectType, page: Cost | None
    ) -> Cost:
        """Return the cost of an object's fields; `page` is the page size that a field around it requests."""
        key = (frozenset(map(id, selections)), kind.name, page)
        if key not in self._costs:
            fields = self._fields_of(selections, kind).values()
            shared = max((shared_price_of(self._defined(kind, nodes)) for nodes in fields), default=0)
            self._costs[key] = add((shared, *(self._field(nodes, kind, page) for nodes in fields)))
        return self._costs[key]

    def _defined(self, parent: GraphQLObjectType, nodes: list[FieldNode]) -> GraphQLField:
        field = self._schema.get_field(parent, nodes[0].name.value)
        assert field is not None, "a valid document has fields of the schema only"
        return field

    def _field(
        self, nodes: list[FieldNode], parent: GraphQLObjectType, page: Cost | None, default_price: int = 0
    ) -> Cost:
        field = self._defined(parent, nodes)
        price = price_of(field)
        each = price_of_each(field)
        items = self._page(nodes[0], field) if each else None
        return add(
            (
                default_price if price is None else price,
                0 if items is None else multiply(items, each),
                self._values(nodes, field, parent, page),
            )
        )

    def _values(
        self, nodes: list[FieldNode], field: GraphQLField, parent: GraphQLObjectType, page: Cost | None
    ) -> Cost:
        """Return the number of values in a field's largest answer, plus the prices of its inner fields."""
        requested = self._page(nodes[0], field)
        inner: Cost = 0
        named = get_named_type(field.type)
        selections = selections_of(nodes)
        lists = _list_depth(field.type)
        if selections:
            inner_page = None if lists else requested
            types = (
                [named] if is_object_type(named) else self._schema.get_possible_types(named)  # type: ignore[arg-type]
            )
            inner = maximum(self._object(selections, each, inner_page) for each in types)
            if named.name == "__Type" and nodes[0].name.value == "ofType" and isinstance(inner, int):
                inner //= 2  # Clients nest it many levels deep; for every second type it is null.
        if not lists:
            return add((1, inner))
        length = requested if requested is not None else page
        if length is None:
            length = self._length(nodes[0], field, parent)
        for _ in range(lists - 1):
            inner = multiply(LIST_LENGTH, add((1, inner)))
        # The items of a list of leaf values cost almost nothing.
        return add((1, multiply(length, add((1, inner))))) if selections else 1 + lists

    def _length(self, node: FieldNode, field: GraphQLField, parent: GraphQLObjectType) -> int:
        """Return the maximum length of a list without pages, or an assumed length if it has no maximum."""
        size = list_size_of(field)
        if size is not None and size.assumed_size:
            return size.assumed_size
        name = node.name.value
        coordinate = f"{parent.name}.{name}" if is_introspection_type(parent) else name
        return self._lengths.get(coordinate, LIST_LENGTH)

    def _page(self, node: FieldNode, field: GraphQLField) -> Cost | None:
        """Return the requested page size, None for a field without pages."""
        size = list_size_of(field)
        if size is None or not size.assumed_size:
            return None
        # A list of ids has as many items as ids are given.
        names = (size.slicing_arguments or ()) if isinstance(size, Sliced) else {"ids"} & field.args.keys()
        if not names:
            return None
        most = size.assumed_size
        given = {each.name.value: each.value for each in node.arguments or ()}
        defaults = [field.args[name].default_value for name in names]
        paged = size.default_size if isinstance(size, Sliced) and size.default_size else most
        default = max((each for each in defaults if _is_number(each)), default=paged)
        requested = maximum(self._size(given[name], most) for name in names if name in given)
        if "rows" in names:
            # Aggregating into few rows takes as much work as into many.
            return maximum((requested, default))
        if isinstance(requested, int):
            return requested or default
        return lambda variables: evaluate(requested, variables) or default

    def _size(self, node: ValueNode, max_size: int) -> Cost:
        if isinstance(node, IntValueNode):
            return _clamped(int(node.value), max_size)
        if isinstance(node, ListValueNode):
            return _clamped(len(node.values), max_size)
        if not isinstance(node, VariableNode):
            return 0
        name, default = node.name.value, self._defaults.get(node.name.value)
        fallback = 0 if default is None else evaluate(self._size(default, max_size), {})
        # One object per variable, since the computed costs of selections are keyed by it.
        return self._sizes.setdefault(
            (name, max_size), lambda variables: _clamped(variables.get(name, fallback), max_size)
        )


@lru_cache(maxsize=4)
def _lengths(schema: GraphQLSchema) -> Mapping[str, int]:
    """Return the assumed lengths of lists; those of introspection are averages over the schema."""
    types = list(schema.type_map.values())
    outputs = [kind for kind in types if is_object_type(kind) or is_interface_type(kind)]
    fields = [field for kind in outputs for field in kind.fields.values()]

    def mean(lengths: Iterable[int]) -> int:
        return ceil(sum(lengths) / len(types))

    return {
        **LIST_LENGTHS,
        "__Schema.types": len(types),
        "__Schema.directives": len(schema.directives),
        "__Type.fields": mean([len(fields)]),
        "__Type.inputFields": mean(len(kind.fields) for kind in types if is_input_object_type(kind)),
        "__Type.interfaces": mean(len(kind.interfaces) for kind in outputs),
        "__Type.enumValues": mean(len(kind.values) for kind in types if is_enum_type(kind)),
        "__Type.possibleTypes": mean(
            len(schema.get_possible_types(kind)) for kind in types if is_abstract_type(kind)
        ),
        "__Field.args": ceil(sum(len(field.args) for field in fields) / len(fields)),
        "__Directive.args": ceil(sum(len(each.args) for each in schema.directives) / len(schema.directives)),
    }


def _clamped(size: Any, max_size: int) -> int:
    if isinstance(size, list):
        size = len(size)
    return int(min(max(size, 0), max_size)) if _is_number(size) else 0


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _list_depth(kind: Any) -> int:
    depth = 0
    while is_list_type(kind) or is_non_null_type(kind):
        depth += is_list_type(kind)
        kind = kind.of_type
    return depth
