"""Writes the modules of methods: one method per root field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLInputField,
    GraphQLList,
    GraphQLNonNull,
    GraphQLUnionType,
    get_named_type,
    value_from_ast_untyped,
)

from kibitz_client.generate.code_writer import docstring, header, imports, linter_exceptions, parenthesized
from kibitz_client.generate.document_writer import Endpoint, endpoints
from kibitz_client.generate.schema_reader import (
    SUCCESS,
    CannotGenerate,
    Schema,
    annotation,
    argument_input,
    is_refusal,
    python_name,
    snake,
    success,
)

PURPOSES = {
    "Query": "Queries: a method for each query of the schema.",
    "Mutation": "Mutations: a method for each mutation, which returns a success or a refusal.",
    "Subscription": "Subscriptions: a method for each, resumed after interruptions.",
}
CLASSES = {"Query": "Queries", "Mutation": "Mutations", "Subscription": "Subscriptions"}


class Parameter(NamedTuple):
    """A parameter of a method."""

    name: str
    """Its name in the schema."""
    annotation: str
    default: str | None

    @property
    def written(self) -> str:
        """The parameter as written in the signature."""
        default = "" if self.default is None else f" = {self.default}"
        return f"{snake(self.name)}: {self.annotation}{default}"


def methods(schema: Schema, root: str, homes: Mapping[str, str]) -> str:
    """Return the module of a root's methods."""
    methods_text = [_method(each) for each in endpoints(schema, root)]
    name = CLASSES[root]
    begin = (
        f"class {name}:\n{docstring(f'The {name.lower()} of the schema.', 4)}\n"
        "    def __init__(self, operations: Operations) -> None:\n        self._operations = operations\n"
    )
    text = begin + "".join(f"\n{each}" for each in methods_text)
    words = re.findall(r"\w+", re.sub(r'""".*?"""', "", text, flags=re.DOTALL))
    needed = imports(words, homes)
    documents = "from kibitz_client.schema import documents as d\n"
    lines = needed.splitlines(keepends=True)
    place = next(
        (n for n, line in enumerate(lines) if line.startswith("from kibitz_client.schema.")), len(lines)
    )
    lines.insert(place, documents)
    body = f"{''.join(lines)}\n\n{text}"
    return f"{header(PURPOSES[root])}{linter_exceptions(body)}\n{body}"


def _method(endpoint: Endpoint) -> str:
    parameters = sorted(_parameters(endpoint), key=lambda each: (each.default is not None, each.name))
    field = endpoint.steps[-1]
    returned, target = _returned(endpoint)
    values = ", ".join(f'"{each.name}": {snake(each.name)}' for each in parameters)
    given = f"{{{values}}}"
    begin = "def" if endpoint.root == "Subscription" else "async def"
    signature = ["self", *(["*"] if parameters else []), *(each.written for each in parameters)]
    text = parenthesized(f"{begin} {snake(endpoint.name)}", signature, f" -> {returned}:", 4)
    text += docstring(field.description, 8)
    return text + _body(endpoint, target, given, values)


def _body(endpoint: Endpoint, target: tuple[str, ...], given: str, values: str) -> str:
    keywords = "return " if endpoint.root == "Subscription" else "return await "
    arguments = [f"d.{endpoint.constant}", given, *target[1:]]
    begin = f"{keywords}self._operations.{target[0]}"
    line = parenthesized(begin, arguments, "", 8)
    if all(len(each) <= 110 for each in line.splitlines()):
        return line
    inner = "".join(f"            {each.strip()},\n" for each in values.split(", "))
    return f"        variables = {{\n{inner}        }}\n" + parenthesized(
        begin, [f"d.{endpoint.constant}", "variables", *target[1:]], "", 8
    )


def _parameters(endpoint: Endpoint) -> Iterator[Parameter]:
    wrapper = argument_input(endpoint.steps[0]) if endpoint.root == "Mutation" else None
    given = endpoint.arguments if wrapper is None else wrapper.fields
    if endpoint.root == "Mutation" and wrapper is None:
        return
    for name, argument in given.items():
        yield Parameter(name, annotation(argument.type, sent=True), _default(argument))


def _default(argument: GraphQLArgument | GraphQLInputField) -> str | None:
    """Return the default of a parameter; None for a required one."""
    written = argument.ast_node
    if written is None or written.default_value is None:
        return None if isinstance(argument.type, GraphQLNonNull) else "None"
    value, kind = value_from_ast_untyped(written.default_value), get_named_type(argument.type)
    if isinstance(kind, GraphQLEnumType):
        return f"{python_name(kind)}.{value}"
    return repr(tuple(value)) if isinstance(value, list) else repr(value)


def _returned(endpoint: Endpoint) -> tuple[str, tuple[str, ...]]:
    """Return the annotation of a method's result, and the method of Operations with its arguments."""
    kind = endpoint.steps[-1].type
    named = get_named_type(kind)
    if isinstance(named, GraphQLUnionType):
        accepted = success(named)
        commands = [each.name for each in accepted.interfaces if each.name == SUCCESS]
        name = next(iter(commands), python_name(accepted))
        if any(map(is_refusal, named.types)):
            return f"{name} | Refusal", ("run_mutation", name)
        return name, ("fetch", name)
    if endpoint.root == "Mutation":
        raise CannotGenerate(f"{endpoint.name} does not return a union of a success and refusals")
    if endpoint.root == "Subscription":
        item = annotation(kind)
        after = endpoint.arguments.get("after")
        resumed = [] if after is None else [f'"{get_named_type(after.type).name.lower()}"']
        return f"AsyncGenerator[{item}, None]", ("subscribe", item, *resumed)
    optional = any(not isinstance(step.type, GraphQLNonNull) for step in endpoint.steps)
    suffix = " | None" if optional else ""
    inner = kind.of_type if isinstance(kind, GraphQLNonNull) else kind
    if isinstance(inner, GraphQLList):
        item = annotation(inner.of_type)
        if not isinstance(inner.of_type, GraphQLNonNull) and not optional:
            present = annotation(GraphQLNonNull(inner.of_type))
            return f"tuple[{item}, ...]", ("fetch_list_with_nulls", present)
        return f"tuple[{item}, ...]{suffix}", ("fetch_optional_list" if optional else "fetch_list", item)
    item = annotation(GraphQLNonNull(inner))
    return f"{item}{suffix}", ("fetch_optional" if optional else "fetch", item)
