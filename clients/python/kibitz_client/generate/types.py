"""Writes the modules of types: enums, values, events, offers, refusals, successes, inputs, faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from graphql import (
    GraphQLEnumType,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLNonNull,
    GraphQLObjectType,
)

from kibitz_client.generate.reading import (
    TRAITS,
    CannotGenerate,
    Schema,
    annotation,
    mentioned,
    own_fields,
    python_name,
    snake,
)
from kibitz_client.generate.writing import docstring, header, imports, lax, mapping

BASES = {"GameEvent": "Event", "Node": "Node", "Offer": "Offer", "Refusal": "Refusal"}
"""What a type is built on that is behind an interface."""


def enums(schema: Schema) -> str:
    """Return the module of enums."""
    classes = [_enum(kind) for kind in schema.enums]
    return _module(
        "The enums of the schema; each may have more values on a newer server.", ["OpenEnum"], classes
    )


def _enum(kind: GraphQLEnumType) -> str:
    lines = []
    for name, value in sorted(kind.values.items()):
        if not name.isidentifier() or name != name.upper():
            raise CannotGenerate(f"{kind.name}.{name} cannot be a member of an enum in Python")
        lines.append(f'    {name} = "{name}"\n' + docstring(value.description, 4))
    return f"class {python_name(kind)}(OpenEnum):\n{docstring(kind.description, 4)}\n{''.join(lines)}"


def objects(
    purpose: str, kinds: Iterable[GraphQLObjectType], homes: Mapping[str, str], table: str | None = None
) -> str:
    """Return a module of output types; with `table`, also the mapping of their names to them."""
    kinds = list(kinds)
    own = {python_name(kind) for kind in kinds}
    names = {"Value", *(base for kind in kinds for base in _bases(kind))}
    names |= mentioned(field.type for kind in kinds for _, field in own_fields(kind))
    parts = [_object(kind) for kind in kinds]
    if table is not None:
        (base,) = {_bases(kind)[-1] for kind in kinds}
        names |= {"Final", "Mapping", "MappingProxyType"}
        told = {kind.name: python_name(kind) for kind in kinds}
        parts.append(
            mapping(table, f"Mapping[str, type[{base}]]", told, "All of them, by their names in the schema.")
        )
    return _module(purpose, names - own, parts, homes)


def _bases(kind: GraphQLObjectType) -> list[str]:
    behind = [BASES[each.name] for each in kind.interfaces if each.name in BASES]
    return [*behind[:1], *([TRAITS[kind.name]] if kind.name in TRAITS else [])]


def _object(kind: GraphQLObjectType) -> str:
    parts = ", ".join(("Value", *_bases(kind), "frozen=True", "kw_only=True"))
    # What all have of an interface is described there.
    common = {name for each in kind.interfaces if each.name in BASES for name in each.fields}
    fields = [
        _field(name, annotation(field.type), None if name in common else field.description)
        for name, field in own_fields(kind)
    ]
    body = "\n" + "".join(fields) if fields else ""
    return f"class {python_name(kind)}({parts}):\n{docstring(kind.description, 4)}{body}"


def _field(name: str, told: str, description: str | None) -> str:
    default = " = None" if told.endswith("| None") else ""
    return f"    {snake(name)}: {told}{default}\n" + (docstring(description, 4) if description else "")


def results(schema: Schema, homes: Mapping[str, str]) -> str:
    """Return the module of what commands end with."""
    kinds = schema.successes
    names = {"Value", "TypeAlias", "Refusal"} | mentioned(
        field.type for kind in kinds for _, field in own_fields(kind)
    )
    parts = [_object(kind) for kind in kinds]
    for union, kind in zip(schema.unions, kinds, strict=True):
        parts.append(
            f"{union.name}: TypeAlias = {python_name(kind)} | Refusal\n" + docstring(union.description, 0)
        )
    return _module("What commands end with: a success, or one of the refusals.", names, parts, homes)


def inputs(schema: Schema, homes: Mapping[str, str]) -> str:
    """Return the module of input types."""
    fields = [field for kind in schema.inputs for field in kind.fields.values()]
    names = {"Value", *mentioned((field.type for field in fields), sent=True)}
    return _module(
        "What is sent beside plain values; what is None is left out.",
        names,
        [_input(kind) for kind in schema.inputs],
        homes,
    )


def _input(kind: GraphQLInputObjectType) -> str:
    fields = [_sent(name, field) for name, field in sorted(kind.fields.items())]
    base = "Value, frozen=True, kw_only=True, omit_defaults=True"
    return f"class {kind.name}({base}):\n{docstring(kind.description, 4)}\n{''.join(fields)}"


def _sent(name: str, field: GraphQLInputField) -> str:
    if not isinstance(field.type, GraphQLNonNull):
        return _field(name, annotation(field.type, sent=True), field.description)
    return f"    {snake(name)}: {annotation(field.type, sent=True)}\n" + docstring(field.description, 4)


def faults(page: str) -> str:
    """Return the module of the codes of faults, and of sockets, from the page of errors."""
    after = page.partition("\n## Faults\n")[2].partition("\n## Sockets\n")
    codes = re.findall(r"^\| `([A-Z_]+)` \| (.+?) \| (.+?) \| (yes|no) \|", after[0], re.MULTILINE)
    closes = re.findall(r"^\| (\d{4}) \| (.+?) \| (.+?) \|$", after[2], re.MULTILINE)
    if not (codes and closes):
        raise CannotGenerate("the page of errors has no faults, or no codes of sockets")
    lines = [f'    {code} = "{code}"\n' + docstring(f"{when} {then}", 4) for code, when, then, _ in codes]
    enum = (
        "class FaultCode(OpenEnum):\n"
        + docstring("The stable names of what a request or a server can have wrong with it.", 4)
        + f"\n{''.join(lines)}"
    )
    again = "".join(f"        FaultCode.{code},\n" for code, _, _, more in codes if more == "yes")
    later = f"AGAIN: Final = frozenset(\n    {{\n{again}    }}\n)\n" + docstring(
        "After these the same request may succeed later without any change.", 0
    )
    told = "".join(f"        {code}: {_string(when)},\n" for code, when, _ in closes)
    sockets = f"CLOSES: Final[Mapping[int, str]] = MappingProxyType(\n    {{\n{told}    }}\n)\n" + docstring(
        "Why a WebSocket is closed, by the code.", 0
    )
    names = ["Final", "Mapping", "MappingProxyType", "OpenEnum"]
    return _module(
        "The codes of errors, and those that sockets are closed with.", names, [enum, later, sockets]
    )


def _string(text: str) -> str:
    """Return a string, in two parts where it is long."""
    if len(text) < 90:
        return f'"{text}"'
    middle = text.rindex(" ", 0, 90) + 1
    return f'"{text[:middle]}"\n        "{text[middle:]}"'


def _module(
    purpose: str, names: Iterable[str], parts: Iterable[str], homes: Mapping[str, str] | None = None
) -> str:
    text = imports(names, homes or {}) + "".join(f"\n\n{part}" for part in parts)
    return f"{header(purpose)}{lax(text)}\n{text}"
