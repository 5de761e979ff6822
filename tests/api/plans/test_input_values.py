"""Compiled reading of variables and arguments, compared with that of graphql-core."""

from __future__ import annotations

from typing import Any, Final

import pytest
from graphql import (
    FieldNode,
    GraphQLField,
    OperationDefinitionNode,
    build_schema,
    get_argument_values,
    get_variable_values,
    parse,
    validate,
)
from graphql.execution.values import VariableValues

from api.graphql.plans.arguments import FieldArguments
from api.graphql.plans.fields import Conversion
from api.graphql.plans.input_types import InputTypes
from api.graphql.plans.signals import Slow, Unsupported, slow
from api.graphql.plans.source import Source
from api.graphql.plans.variables import Variables

SCHEMA: Final = build_schema(
    r"""
    enum Kind { class None def }
    input Choice @oneOf { a: Int b: Int }
    input Holder { inside: Inside choice: Choice }
    input Inside { holder: Holder }
    input Deep {
        class: Int = 3
        None: String = "\"'\\"
        values: [[Int!]]
        given: Deep
        found: Kind! = def
        v: Int = null
        self: Boolean!
    }
    type Query {
        read(
            type: Int, values: Int! = 4, given: Int = 3, slow: String = null, deep: Deep, all: [Deep!]
        ): Int
        hold(holder: Holder, inside: Inside): Int
    }
    """
)
"""Names are those of Python's keywords and of variables in the compiled functions."""


class AsTheyAre:
    """Resolvers that take all arguments as they are."""

    def conversions(self, field: GraphQLField) -> dict[str, Conversion]:
        """Return no conversions."""
        return {name: Conversion(name) for name in field.args}


def operation(text: str) -> OperationDefinitionNode:
    """Return the operation of a valid document."""
    document = parse(text)
    assert not validate(SCHEMA, document)
    (found,) = document.definitions
    assert isinstance(found, OperationDefinitionNode)
    return found


def compiled(text: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of the only field, by compiled functions."""
    asked = operation(text)
    variables = Variables(SCHEMA, asked, InputTypes())
    source = Source({"slow": slow})
    fields: Any = AsTheyAre()
    arguments = FieldArguments(fields, variables, source)
    field, node = _only_field(asked)
    arguments.add(field, node)
    name = arguments.function()
    source.compile()
    found: dict[str, Any] = source.names[name](variables.read(given), given)[0]
    return found


def expected(text: str, given: dict[str, Any]) -> dict[str, Any] | None:
    """Return the arguments of the only field by graphql-core, None if the variables are invalid."""
    asked = operation(text)
    values = get_variable_values(SCHEMA, asked.variable_definitions or (), given)
    return get_argument_values(*_only_field(asked), values) if isinstance(values, VariableValues) else None


def _only_field(asked: OperationDefinitionNode) -> tuple[GraphQLField, FieldNode]:
    (node,) = asked.selection_set.selections
    assert isinstance(node, FieldNode)
    assert SCHEMA.query_type is not None
    return SCHEMA.query_type.fields[node.name.value], node


DEEP: Final = "query($values: Deep, $given: [Deep!]) { read(deep: $values, all: $given) }"
NUMBERS: Final = (
    "query($type: Int, $v: Int! = 7, $slow: String) { read(type: $type, values: $v, slow: $slow) }"
)
DEFAULTS: Final = "query($found: Int = 5, $self: Int = null) { read(values: $found, given: $self) }"


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (DEEP, {}),
        (DEEP, {"values": None, "given": None}),
        (DEEP, {"values": {"self": True}, "given": []}),
        (DEEP, {"values": {"self": False, "class": None, "v": 2, "None": "'", "found": "None"}}),
        (DEEP, {"values": {"self": True, "given": {"self": True, "values": [[1, 2], None, []]}}}),
        (DEEP, {"given": [{"self": True, "given": None}, {"self": False, "class": -(2**31)}]}),
        (NUMBERS, {}),
        (NUMBERS, {"type": 2**31 - 1, "v": -(2**31), "slow": ""}),
        (NUMBERS, {"type": None, "slow": None, "unknown": [1]}),
        (DEFAULTS, {}),
        (DEFAULTS, {"found": 1, "self": 2}),
        ("{ read(values: 2, given: null, deep: { self: true }) }", {}),
        ("{ read }", {"values": 1}),
        ("query($v: Boolean!) { read(deep: { self: $v, given: { self: $v } }) }", {"v": True}),
    ],
)
def test_plain_values_are_those_of_graphql_core(text: str, given: dict[str, Any]) -> None:
    assert compiled(text, given) == expected(text, given)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (DEEP, {"values": {}}),
        (DEEP, {"values": {"self": None}}),
        (DEEP, {"values": {"self": 1}}),
        (DEEP, {"values": {"self": True, "unknown": 1}}),
        (DEEP, {"values": {"self": True, "found": None}}),
        (DEEP, {"values": {"self": True, "found": "keys"}}),
        (DEEP, {"values": {"self": True, "class": True}}),
        (DEEP, {"values": {"self": True, "values": [[None]]}}),
        (DEEP, {"values": []}),
        (DEEP, {"given": [None]}),
        (NUMBERS, {"type": True}),
        (NUMBERS, {"type": 2**31}),
        (NUMBERS, {"type": -(2**31) - 1}),
        (NUMBERS, {"type": "1"}),
        (NUMBERS, {"v": None}),
    ],
)
def test_what_graphql_core_refuses_is_left_to_it(text: str, given: dict[str, Any]) -> None:
    assert expected(text, given) is None
    with pytest.raises((Slow, KeyError)):
        compiled(text, given)


@pytest.mark.parametrize("given", [{"given": {"self": True}}, {"values": {"self": True, "values": [1]}}])
def test_a_single_item_for_a_list_is_left_to_graphql_core(given: dict[str, Any]) -> None:
    assert expected(DEEP, given) is not None
    with pytest.raises(Slow):
        compiled(DEEP, given)


def test_null_for_an_argument_that_takes_none_is_left_to_graphql_core() -> None:
    with pytest.raises(Slow):
        compiled(DEFAULTS, {"found": None})


def test_types_without_a_reader_are_unsupported_each_time() -> None:
    input_types = InputTypes()
    for kind in ("Holder", "Inside", "Holder", "Inside"):
        name = kind.lower()
        with pytest.raises(Unsupported):
            Variables(SCHEMA, operation(f"query($v: {kind}) {{ hold({name}: $v) }}"), input_types)
    # The other types of the schema are not concerned.
    variables = Variables(SCHEMA, operation(DEEP), input_types)
    assert variables.read({}) == {}
