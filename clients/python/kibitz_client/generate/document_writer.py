"""Writes the module of documents: a fragment per type, an operation per root field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Final, NamedTuple

from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    get_nullable_type,
    is_leaf_type,
    is_list_type,
)

from kibitz_client.generate.code_writer import header, imports
from kibitz_client.generate.schema_reader import (
    EXTRA_FIELDS,
    SUCCESS,
    ObjectType,
    Schema,
    is_refusal,
    listed_name,
    selected_fields,
    separate_fields,
    snake,
    success,
)

MAX_INLINE: Final = 80
"""The length up to which a text is written on one line."""
PAGE_INFO: Final = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor }"


class Endpoint(NamedTuple):
    """A field with a method in the client: a root field, or a field with arguments below one."""

    name: str
    """The name of the method, in camel case."""
    root: str
    steps: tuple[GraphQLField, ...]
    """The fields from the root down."""
    path: tuple[str, ...]
    """Their names."""

    @property
    def constant(self) -> str:
        """The name of the operation in the module of documents."""
        return snake(self.name).upper() + ("_STREAM" if self.root == "Subscription" else "")

    @property
    def arguments(self) -> dict[str, GraphQLArgument]:
        """The arguments of all fields of the path."""
        return {name: each for step in self.steps for name, each in sorted(step.args.items())}


def endpoints(schema: Schema, root: str) -> Iterator[Endpoint]:
    """Yield the endpoints of a root type."""
    for name, field in schema.root(root).items():
        endpoint = Endpoint(name, root, (field,), (name,))
        yield endpoint
        if root == "Query":
            yield from _endpoints_below(endpoint)


def _endpoints_below(endpoint: Endpoint) -> Iterator[Endpoint]:
    field = endpoint.steps[-1]
    kind = get_named_type(field.type)
    if not isinstance(kind, GraphQLObjectType) or is_list_type(get_nullable_type(field.type)):
        return
    if any(kind == get_named_type(step.type) for step in endpoint.steps[:-1]):
        # A game leads to other games: each of them has the methods of a game.
        return
    for name, inner in separate_fields(kind):
        method = f"{endpoint.name}{name[0].upper()}{name[1:]}"
        below = Endpoint(method, endpoint.root, (*endpoint.steps, inner), (*endpoint.path, name))
        yield below
        yield from _endpoints_below(below)


def documents(schema: Schema) -> str:
    """Return the module of documents."""
    operations = [each for root in ("Query", "Mutation", "Subscription") for each in endpoints(schema, root)]
    parts = [_fragments(schema)]
    parts += [_operation(each) for each in operations]
    names = ["Final", "Mapping", "MappingProxyType", "Operation"]
    top = header("GraphQL documents of the client: fragments, and operations that use them.")
    return f"{top}\n{imports(names, {})}\n" + "\n".join(parts)


def fragments(schema: Schema) -> Mapping[str, str]:
    """Return the fragments by the names of their types."""
    kinds: list[ObjectType] = [*schema.types, *schema.updates, *schema.accounts, schema.interface(SUCCESS)]
    selections = {kind.name: _selection(selected_fields(kind)) for kind in kinds}
    abstract = ("GameEvent", "Move", "Node", "Offer", "Refusal")
    selections |= {name: _abstract(schema, name) for name in abstract}
    selections["OptionSetting"] = "name value"
    return dict(sorted(selections.items()))


def _selection(fields: Iterable[tuple[str, GraphQLField]]) -> str:
    return " ".join(_field_selection(name, field) for name, field in fields)


def _field_selection(name: str, field: GraphQLField) -> str:
    named = get_named_type(field.type)
    if is_leaf_type(named):
        return name
    if any(name in extra for extra in EXTRA_FIELDS.values()):
        return f"{name} {{ moves {{ ...Move }} }}"
    below = f"...{listed_name(named)}" if is_list_type(get_nullable_type(field.type)) else _below(named)
    return f"{name} {{ {below} }}"


def _below(kind: GraphQLNamedType) -> str:
    if isinstance(kind, GraphQLObjectType) and kind.name.endswith("Connection"):
        edge = get_named_type(kind.fields["edges"].type)
        assert isinstance(edge, GraphQLObjectType), "a connection has edges"
        node = get_named_type(edge.fields["node"].type)
        return f"edges {{ cursor node {{ ...{listed_name(node)} }} }} {PAGE_INFO}"
    return _payload(kind) if isinstance(kind, GraphQLUnionType) else f"...{kind.name}"


def _payload(union: GraphQLUnionType) -> str:
    accepted = success(union)
    name = SUCCESS if any(each.name == SUCCESS for each in accepted.interfaces) else accepted.name
    refusal = " ...Refusal" if any(map(is_refusal, union.types)) else ""
    return f"__typename ...{name}{refusal}"


def _abstract(schema: Schema, name: str) -> str:
    kind = schema.interface(name)
    common = selected_fields(kind)
    members = (
        (member.name, _selection(each for each in selected_fields(member) if each[0] not in kind.fields))
        for member in schema.possible(name)
    )
    apart = (f"... on {member} {{ {selected} }}" for member, selected in members if selected)
    return " ".join(("__typename", _selection(common), *apart))


def _fragments(schema: Schema) -> str:
    lines = "".join(f'        "{name}": {_text(body, 8)},\n' for name, body in fragments(schema).items())
    return (
        f"FRAGMENTS: Final[Mapping[str, str]] = MappingProxyType(\n    {{\n{lines}    }}\n)\n"
        '"""The selection of each type, by its name."""\n'
    )


def _operation(endpoint: Endpoint) -> str:
    arguments = endpoint.arguments
    declared = ", ".join(f"${name}: {argument.type}" for name, argument in arguments.items())
    body = _body(endpoint.path, endpoint.steps)
    name = f"{endpoint.root.lower()} {endpoint.name[0].upper()}{endpoint.name[1:]}"
    text = f"{name}{f'({declared})' if declared else ''} {{ {body} }}"
    lines = [f"text={_text(text, 4)}", f"path={_tuple(endpoint.path)}"]
    if any(_has_command_id(argument) for argument in arguments.values()):
        lines.append("idempotent=True")
    inner = "".join(f"    {each},\n" for each in lines)
    return f"{endpoint.constant}: Final = Operation(\n{inner})\n"


def _has_command_id(argument: GraphQLArgument) -> bool:
    return "commandId" in getattr(get_named_type(argument.type), "fields", {})


def _body(path: tuple[str, ...], steps: tuple[GraphQLField, ...]) -> str:
    (name, *below), (field, *_) = path, steps
    given = ", ".join(f"{each}: ${each}" for each in sorted(field.args))
    kind = get_named_type(field.type)
    # What caches know an object by.
    key = "id " if "id" in getattr(kind, "fields", {}) else ""
    inner = key + _body(tuple(below), steps[1:]) if below else _below(kind)
    return f"{name}{f'({given})' if given else ''} {{ {inner} }}"


def _tuple(names: tuple[str, ...]) -> str:
    quoted = ", ".join(f'"{each}"' for each in names)
    return f"({quoted},)" if len(names) == 1 else f"({quoted})"


def _text(text: str, indent: int) -> str:
    """Return a string literal, broken over several lines if it is long."""
    if len(text) <= MAX_INLINE:
        return f'"{text}"'
    space = " " * (indent + 4)
    # Break lines between selections where possible, not inside a short one.
    joined = re.sub(r"(\.\.\. on )?\w+ \{ [^{}]{,80} \}", lambda found: found[0].replace(" ", "\xa0"), text)
    lines = wrap(joined, 110 - len(space), break_long_words=False, break_on_hyphens=False)
    lines = [each.replace("\xa0", " ") for each in lines]
    return '"""\n' + "".join(f"{space}{each}\n" for each in lines) + f'{" " * indent}"""'
