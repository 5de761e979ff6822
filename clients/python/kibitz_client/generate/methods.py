"""Writes the modules of methods: one for each field of the roots, and what they return."""

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

from kibitz_client.generate.documents import Asked, asked_of
from kibitz_client.generate.reading import (
    CannotGenerate,
    Schema,
    annotation,
    argument_input,
    python_name,
    snake,
    success,
)
from kibitz_client.generate.writing import call, docstring, header, imports, lax

PURPOSES = {
    "Query": "What can be asked: a method for each field of the schema's root of queries.",
    "Mutation": "What can be wanted: a method for each mutation; it returns a success or a refusal.",
    "Subscription": "What can be followed: a method for each subscription, taken up again where it was lost.",
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
        """The parameter as it stands in the signature."""
        default = "" if self.default is None else f" = {self.default}"
        return f"{snake(self.name)}: {self.annotation}{default}"


def methods(schema: Schema, root: str, homes: Mapping[str, str]) -> str:
    """Return the module of a root's methods."""
    asked = list(asked_of(schema, root))
    made = [_method(each) for each in asked]
    name = CLASSES[root]
    begin = (
        f"class {name}:\n{docstring(PURPOSES[root].partition(': ')[0] + '.', 4)}\n"
        "    def __init__(self, operations: Operations) -> None:\n        self._operations = operations\n"
    )
    text = begin + "".join(f"\n{each}" for each in made)
    words = re.findall(r"\w+", re.sub(r'""".*?"""', "", text, flags=re.DOTALL))
    needed = imports(words, homes)
    documents = "from kibitz_client.schema import documents as d\n"
    lines = needed.splitlines(keepends=True)
    place = next(
        (n for n, line in enumerate(lines) if line.startswith("from kibitz_client.schema.")), len(lines)
    )
    lines.insert(place, documents)
    body = f"{''.join(lines)}\n\n{text}"
    return f"{header(PURPOSES[root])}{lax(body)}\n{body}"


def _method(asked: Asked) -> str:
    parameters = sorted(_parameters(asked), key=lambda each: (each.default is not None, each.name))
    field = asked.steps[-1]
    returned, asks = _returned(asked)
    values = ", ".join(f'"{each.name}": {snake(each.name)}' for each in parameters)
    given = f"{{{values}}}"
    begin = "def" if asked.root == "Subscription" else "async def"
    signature = ["self", *(["*"] if parameters else []), *(each.written for each in parameters)]
    text = call(f"{begin} {snake(asked.name)}", signature, f" -> {returned}:", 4)
    text += docstring(field.description, 8)
    return text + _body(asked, asks, given, values)


def _body(asked: Asked, asks: tuple[str, ...], given: str, values: str) -> str:
    awaited = "return " if asked.root == "Subscription" else "return await "
    arguments = [f"d.{asked.constant}", given, *asks[1:]]
    begin = f"{awaited}self._operations.{asks[0]}"
    line = call(begin, arguments, "", 8)
    if all(len(each) <= 110 for each in line.splitlines()):
        return line
    inner = "".join(f"            {each.strip()},\n" for each in values.split(", "))
    return f"        given = {{\n{inner}        }}\n" + call(
        begin, [f"d.{asked.constant}", "given", *asks[1:]], "", 8
    )


def _parameters(asked: Asked) -> Iterator[Parameter]:
    wrapper = argument_input(asked.steps[0]) if asked.root == "Mutation" else None
    given = asked.arguments if wrapper is None else wrapper.fields
    if asked.root == "Mutation" and wrapper is None:
        return
    for name, argument in given.items():
        yield Parameter(name, annotation(argument.type, sent=True), _default(argument))


def _default(argument: GraphQLArgument | GraphQLInputField) -> str | None:
    """Return the default of a parameter, None for one that must be given."""
    written = argument.ast_node
    if written is None or written.default_value is None:
        return None if isinstance(argument.type, GraphQLNonNull) else "None"
    value, kind = value_from_ast_untyped(written.default_value), get_named_type(argument.type)
    if isinstance(kind, GraphQLEnumType):
        return f"{python_name(kind)}.{value}"
    return repr(tuple(value)) if isinstance(value, list) else repr(value)


def _returned(asked: Asked) -> tuple[str, tuple[str, ...]]:
    """Return the annotation of what a method returns, and what it calls with which types."""
    kind = asked.steps[-1].type
    named = get_named_type(kind)
    if isinstance(named, GraphQLUnionType):
        return named.name, ("result", python_name(success(named)))
    if asked.root == "Mutation" and asked.arguments:
        raise CannotGenerate(f"{asked.name} is not answered by a success or a refusal")
    if asked.root == "Subscription":
        item = annotation(kind)
        after = asked.arguments.get("after")
        resumed = after is not None and get_named_type(after.type).name == "Version"
        return f"AsyncGenerator[{item}, None]", ("follow", item, *(['"after"'] if resumed else []))
    maybe = any(not isinstance(step.type, GraphQLNonNull) for step in asked.steps)
    inner = kind.of_type if isinstance(kind, GraphQLNonNull) else kind
    if isinstance(inner, GraphQLList):
        item = annotation(inner.of_type)
        return f"tuple[{item}, ...]" + (" | None" if maybe else ""), ("maybe_many" if maybe else "many", item)
    item = annotation(GraphQLNonNull(inner))
    return item + (" | None" if maybe else ""), ("maybe" if maybe else "one", item)
