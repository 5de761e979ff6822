"""Writes the module of documents: a fragment for each type, an operation for each field of the roots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Final, NamedTuple

from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
)

from kibitz_client.generate.reading import BESIDE, Schema, snake
from kibitz_client.generate.writing import header, imports

ROOM: Final = 80
"""How long a text may be that stands on the line of its name."""
PAGE_INFO: Final = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor }"


class Asked(NamedTuple):
    """A field that the client has a method for: of a root, or below one with arguments of its own."""

    name: str
    """What the method is called, as the schema would write it."""
    root: str
    steps: tuple[GraphQLField, ...]
    """The fields from the root down."""
    path: tuple[str, ...]
    """Their names."""

    @property
    def constant(self) -> str:
        """The name of the operation in the module of documents."""
        return snake(self.name).upper()

    @property
    def arguments(self) -> dict[str, GraphQLArgument]:
        """All arguments, those of each field of the path."""
        return {name: each for step in self.steps for name, each in sorted(step.args.items())}


def asked_of(schema: Schema, root: str) -> Iterator[Asked]:
    """Yield all that can be asked of a root."""
    for name, field in schema.root(root).items():
        yield Asked(name, root, (field,), (name,))
        kind = get_named_type(field.type)
        if root == "Query" and isinstance(kind, GraphQLObjectType):
            for inner, below in sorted(kind.fields.items()):
                if below.args:
                    method = f"{name}{inner[0].upper()}{inner[1:]}"
                    yield Asked(method, root, (field, below), (name, inner))


def documents(schema: Schema) -> str:
    """Return the module of documents."""
    operations = [each for root in ("Query", "Mutation", "Subscription") for each in asked_of(schema, root)]
    parts = [_fragments(schema)]
    parts += [_operation(each) for each in operations]
    names = ["Final", "Mapping", "MappingProxyType", "Operation"]
    top = header("The documents that the client sends: fragments, and operations made of them.")
    return f"{top}\n{imports(names, {})}\n" + "\n".join(parts)


def fragments(schema: Schema) -> Mapping[str, str]:
    """Return the fragments by the types that they are on."""
    kinds = [*schema.types, *schema.successes]
    made = {kind.name: _selection(_selected(kind)) for kind in kinds}
    made |= {name: _abstract(schema, name) for name in ("GameEvent", "Move", "Node", "Offer")}
    made |= {union.name: _union(union) for union in schema.unions}
    made["OptionSetting"] = "name value"
    return dict(sorted(made.items()))


def _selected(kind: GraphQLObjectType) -> Iterator[tuple[str, GraphQLField]]:
    return ((name, field) for name, field in sorted(kind.fields.items()) if not field.args)


def _selection(fields: Iterable[tuple[str, GraphQLField]]) -> str:
    return " ".join(_one(name, field) for name, field in fields)


def _one(name: str, field: GraphQLField) -> str:
    named = get_named_type(field.type)
    if is_leaf_type(named):
        return name
    if any(name in beside for beside in BESIDE.values()):
        return f"{name} {{ moves {{ ...Move }} }}"
    return f"{name} {{ {_below(named)} }}"


def _below(kind: GraphQLNamedType) -> str:
    if isinstance(kind, GraphQLObjectType) and kind.name.endswith("Connection"):
        edge = get_named_type(kind.fields["edges"].type)
        assert isinstance(edge, GraphQLObjectType), "a connection has edges"
        node = get_named_type(edge.fields["node"].type)
        return f"edges {{ cursor node {{ ...{node.name} }} }} {PAGE_INFO}"
    return f"...{kind.name}"


def _abstract(schema: Schema, name: str) -> str:
    kind = schema.graphql.type_map[name]
    assert isinstance(kind, GraphQLInterfaceType), "it was looked at"
    common = sorted(kind.fields.items())
    members = (
        (member.name, _selection(each for each in _selected(member) if each[0] not in kind.fields))
        for member in schema.possible(name)
    )
    apart = (f"... on {member} {{ {selected} }}" for member, selected in members if selected)
    return " ".join(("__typename", _selection(common), *apart))


def _union(union: GraphQLUnionType) -> str:
    parts = ["__typename", "... on Refusal { code message }"]
    for member in sorted(union.types, key=lambda each: each.name):
        refusal = any(each.name == "Refusal" for each in member.interfaces)
        own = _selection(each for each in _selected(member) if each[0] not in ("code", "message"))
        selected = own if refusal else f"...{member.name}"
        if selected:
            parts.append(f"... on {member.name} {{ {selected} }}")
    return " ".join(parts)


def _fragments(schema: Schema) -> str:
    lines = "".join(f'        "{name}": {_text(body, 8)},\n' for name, body in fragments(schema).items())
    return (
        f"FRAGMENTS: Final[Mapping[str, str]] = MappingProxyType(\n    {{\n{lines}    }}\n)\n"
        '"""What is selected of each type, by its name."""\n'
    )


def _operation(asked: Asked) -> str:
    arguments = asked.arguments
    declared = ", ".join(f"${name}: {argument.type}" for name, argument in arguments.items())
    body = _body(asked.path, asked.steps)
    name = f"{asked.root.lower()} {asked.name[0].upper()}{asked.name[1:]}"
    text = f"{name}{f'({declared})' if declared else ''} {{ {body} }}"
    lines = [f"text={_text(text, 4)}", f"path={_tuple(asked.path)}"]
    if any(_has_command_id(argument) for argument in arguments.values()):
        lines.append("once=True")
    inner = "".join(f"    {each},\n" for each in lines)
    return f"{asked.constant}: Final = Operation(\n{inner})\n"


def _has_command_id(argument: GraphQLArgument) -> bool:
    return "commandId" in getattr(get_named_type(argument.type), "fields", {})


def _body(path: tuple[str, ...], steps: tuple[GraphQLField, ...]) -> str:
    (name, *below), (field, *_) = path, steps
    given = ", ".join(f"{each}: ${each}" for each in sorted(field.args))
    inner = _body(tuple(below), steps[1:]) if below else _below(get_named_type(field.type))
    return f"{name}{f'({given})' if given else ''} {{ {inner} }}"


def _tuple(names: tuple[str, ...]) -> str:
    told = ", ".join(f'"{each}"' for each in names)
    return f"({told},)" if len(names) == 1 else f"({told})"


def _text(text: str, indent: int) -> str:
    """Return a text as a string, over several lines where it is long; to GraphQL lines are all the same."""
    if len(text) <= ROOM:
        return f'"{text}"'
    space = " " * (indent + 4)
    # What belongs together stays so: a line is broken between selections if it can be.
    kept = re.sub(r"(\.\.\. on )?\w+ \{ [^{}]{,80} \}", lambda found: found[0].replace(" ", "\xa0"), text)
    lines = wrap(kept, 110 - len(space), break_long_words=False, break_on_hyphens=False)
    lines = [each.replace("\xa0", " ") for each in lines]
    return '"""\n' + "".join(f"{space}{each}\n" for each in lines) + f'{" " * indent}"""'
