"""Writes the modules of types: enums, objects, events, offers, refusals, results, inputs, codes."""

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

from kibitz_client.generate.code_writer import docstring, header, imports, linter_exceptions, mapping
from kibitz_client.generate.schema_reader import (
    MIXINS,
    SUCCESS,
    CannotGenerate,
    ObjectType,
    Schema,
    annotation,
    annotation_names,
    field_annotation,
    own_fields,
    python_name,
    snake,
)

BASES = {"GameEvent": "Event", "Node": "Node", "Offer": "Offer", "Refusal": "Refusal"}
"""The parent classes of types that implement an interface."""


def enums(schema: Schema) -> str:
    """Return the module of enums."""
    classes = [_enum(kind) for kind in schema.enums]
    return _module("The enums of the schema; a newer server may have more values.", ["OpenEnum"], classes)


def _enum(kind: GraphQLEnumType) -> str:
    lines = []
    for name, value in sorted(kind.values.items()):
        if not name.isidentifier() or name != name.upper():
            raise CannotGenerate(f"{kind.name}.{name} cannot be a member of a Python enum")
        lines.append(f'    {name} = "{name}"\n' + docstring(value.description, 4))
    return f"class {python_name(kind)}(OpenEnum):\n{docstring(kind.description, 4)}\n{''.join(lines)}"


def objects(
    purpose: str, kinds: Iterable[GraphQLObjectType], homes: Mapping[str, str], table: str | None = None
) -> str:
    """Return a module of output types; `table` names a mapping from their names to the classes."""
    kinds = list(kinds)
    own = {python_name(kind) for kind in kinds}
    names = {"Value", *(base for kind in kinds for base in _bases(kind))}
    names |= annotation_names(field.type for kind in kinds for _, field in own_fields(kind))
    parts = [_object(kind) for kind in kinds]
    if table is not None:
        (base,) = {_bases(kind)[-1] for kind in kinds}
        names |= {"Final", "Mapping", "MappingProxyType"}
        classes = {kind.name: python_name(kind) for kind in kinds}
        parts.append(
            mapping(
                table, f"Mapping[str, type[{base}]]", classes, "All classes by their names in the schema."
            )
        )
    return _module(purpose, names - own, parts, homes)


def _bases(kind: ObjectType) -> list[str]:
    behind = [BASES[each.name] for each in kind.interfaces if each.name in BASES]
    return [*behind[:1], *([MIXINS[kind.name]] if kind.name in MIXINS else [])]


def _object(kind: ObjectType) -> str:
    parts = ", ".join(("Value", *_bases(kind), "frozen=True", "kw_only=True"))
    # Fields of the interface are described there.
    common = {name for each in kind.interfaces if each.name in BASES for name in each.fields}
    fields = [
        _field(name, field_annotation(kind, name, field), None if name in common else field.description)
        for name, field in own_fields(kind)
    ]
    body = "\n" + "".join(fields) if fields else ""
    return f"class {python_name(kind)}({parts}):\n{docstring(kind.description, 4)}{body}"


def _field(name: str, written: str, description: str | None) -> str:
    default = " = None" if written.endswith("| None") else ""
    return f"    {snake(name)}: {written}{default}\n" + (docstring(description, 4) if description else "")


def results(schema: Schema, homes: Mapping[str, str]) -> str:
    """Return the module of results of mutations: one class for all commands, one for each other mutation."""
    kinds: list[ObjectType] = [schema.interface(SUCCESS), *schema.accounts]
    names = {"Value"} | annotation_names(field.type for kind in kinds for _, field in own_fields(kind))
    return _module("Results of mutations.", names, [_object(kind) for kind in kinds], homes)


def inputs(schema: Schema, homes: Mapping[str, str]) -> str:
    """Return the module of input types."""
    fields = [field for kind in schema.inputs for field in kind.fields.values()]
    names = {"Value", *annotation_names((field.type for field in fields), sent=True)}
    return _module(
        "Input types; fields that are None are not sent.",
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
    """Return the module of fault codes and WebSocket close codes, from the page of errors."""
    after = page.partition("\n## Faults\n")[2].partition("\n## Sockets\n")
    codes = re.findall(r"^\| `([A-Z_]+)` \| (.+?) \| (.+?) \| (yes|no) \|", after[0], re.MULTILINE)
    closes = re.findall(r"^\| (\d{4}) \| (.+?) \| (.+?) \|$", after[2], re.MULTILINE)
    if not (codes and closes):
        raise CannotGenerate("the page of errors has no faults or no close codes")
    lines = [f'    {code} = "{code}"\n' + docstring(f"{when} {then}", 4) for code, when, then, _ in codes]
    enum = (
        "class FaultCode(OpenEnum):\n"
        + docstring("Stable codes of errors that are not refusals.", 4)
        + f"\n{''.join(lines)}"
    )
    retryable = "".join(f"        FaultCode.{code},\n" for code, _, _, retry in codes if retry == "yes")
    retryable_set = f"RETRYABLE: Final = frozenset(\n    {{\n{retryable}    }}\n)\n" + docstring(
        "Faults after which the same request may succeed later without a change.", 0
    )
    reasons = "".join(f"        {code}: {_string(when)},\n" for code, when, _ in closes)
    sockets = (
        f"CLOSE_REASONS: Final[Mapping[int, str]] = MappingProxyType(\n    {{\n{reasons}    }}\n)\n"
        + docstring("The reasons for which the server closes a WebSocket, by close code.", 0)
    )
    names = ["Final", "Mapping", "MappingProxyType", "OpenEnum"]
    return _module("Codes of faults and close codes of WebSockets.", names, [enum, retryable_set, sockets])


def _string(text: str) -> str:
    """Return a string literal, in two parts if it is long."""
    if len(text) < 90:
        return f'"{text}"'
    middle = text.rindex(" ", 0, 90) + 1
    return f'"{text[:middle]}"\n        "{text[middle:]}"'


def _module(
    purpose: str, names: Iterable[str], parts: Iterable[str], homes: Mapping[str, str] | None = None
) -> str:
    text = imports(names, homes or {}) + "".join(f"\n\n{part}" for part in parts)
    return f"{header(purpose)}{linter_exceptions(text)}\n{text}"
