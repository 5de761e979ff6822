"""Derives schema types from the domain's classes, so that each of them is described once.

The docstrings of a class and of its fields become the descriptions. The derived types resolve the domain's
own values; values are not copied.
"""

from __future__ import annotations

import ast
import inspect
import sys
import types
from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import strawberry
from msgspec import Struct

from api.graphql.execution.list_sizes import at_most
from api.graphql.types.players import Player
from api.graphql.types.scalars import CardNotation
from api.graphql.types.scalars import Version as VersionScalar
from application.codec import Version
from application.refusals import GivenId
from domain.cards import Card
from domain.events import GameReference, OptionValue, PlayerId

_NO_CHANGES: Final[Mapping[str, Any]] = {}
MAX_SETTINGS: Final = 256
"""Number of different options of games that are kept as values of the schema."""


@strawberry.type(description="An option of a game and its value.")
class OptionSetting:
    """A named option of a game and its value."""

    name: str = strawberry.field(description="The option's name.")
    value: str = strawberry.field(description="The option's value, as text.")


def settings(options: Mapping[str, object]) -> tuple[OptionSetting, ...]:
    """Return a game's options as values of the schema, sorted by name."""
    return _settings(tuple(options), *options.values())


# By type as well: `True` and `1` are equal, and have different texts.
@lru_cache(maxsize=MAX_SETTINGS, typed=True)
def _settings(names: tuple[str, ...], *values: object) -> tuple[OptionSetting, ...]:
    """Return options as values of the schema; most games have the same ones as another game."""
    pairs = sorted(zip(names, values, strict=True))
    return tuple(OptionSetting(name=name, value=option_text(value)) for name, value in pairs)


def option_text(value: object) -> str:
    """Return the value of an option as text, as clients give it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def described(text: str, graphql_type: Any = None, *, items: int | None = None) -> Any:
    """Return a schema field with a description, of a type that differs from the annotation if given.

    `items` is the maximum number of items of a list.
    """
    directives = [] if items is None else [at_most(items)]
    return strawberry.field(description=text, graphql_type=graphql_type, directives=directives)


def description(cls: type) -> str:
    """Return the class's docstring, its lines joined."""
    return " ".join(inspect.cleandoc(cls.__doc__ or "").split())


@cache
def field_descriptions(cls: type) -> dict[str, str]:
    """Return the docstrings after the fields of a class and of its bases, by field."""
    texts: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.partition(".")[0] in ("builtins", "msgspec", "enum", "abc"):
            continue
        body = _definitions(base.__module__)[base.__qualname__].body
        for field, text in pairwise(body):
            match field, text:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                    ast.Expr(value=ast.Constant(value=str(doc))),
                ):
                    texts[name] = " ".join(doc.split())
    return texts


@cache
def _definitions(module: str) -> dict[str, ast.ClassDef]:
    """Return the definitions of a module's classes, by qualified name."""
    # Cached by module, because `inspect` parses the whole module again for the source of each class.
    pending: list[tuple[str, ast.AST]] = [("", ast.parse(inspect.getsource(sys.modules[module])))]
    definitions: dict[str, ast.ClassDef] = {}
    while pending:
        prefix, node = pending.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                definitions[prefix + child.name] = child
                pending.append((f"{prefix}{child.name}.", child))
    return definitions


def schema_type(hint: Any, player: Any = Player) -> Any:
    """Return the schema's counterpart of a field's annotation; `player` is that of a player's id."""
    if hint == PlayerId:
        return player
    if hint in (GivenId, GameReference):
        return strawberry.ID
    if hint == OptionValue:
        return str
    if hint == Version:
        return VersionScalar
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return schema_type(arguments[0], player)
    if origin in (Union, types.UnionType):
        return Union[tuple(schema_type(argument, player) for argument in arguments)]  # noqa: UP007 - a union of variables
    if origin is tuple:
        return list[schema_type(arguments[0], player)]  # type: ignore[misc]
    if origin in (dict, Mapping):
        return list[OptionSetting]
    if hint is Card:
        return CardNotation
    if isinstance(hint, type) and issubclass(hint, Enum):
        return enum_type(hint)
    if isinstance(hint, type) and issubclass(hint, Struct):
        return object_type(hint)
    return hint


@cache
def enum_type(cls: type[Enum]) -> type[Enum]:
    """Register an enum with the schema; docstrings become descriptions."""
    documented = strawberry.enum(cls, description=description(cls))
    texts = field_descriptions(cls)
    for value in documented.__strawberry_definition__.values:  # type: ignore[attr-defined]
        value.description = texts.get(value.name)
    return documented


def fields(
    cls: type,
    *,
    names: tuple[str, ...],
    renamed: Mapping[str, str] = _NO_CHANGES,
    player: Any = Player,
) -> dict[str, Any]:
    """Return a class body with the named fields of a class, annotated and described for the schema.

    `renamed` maps fields to their names in the schema where these differ; `player` is the type of a player.
    """
    hints = get_type_hints(cls, include_extras=True)
    texts = field_descriptions(cls)
    body: dict[str, Any] = {
        name: strawberry.field(name=renamed.get(name), description=texts.get(name)) for name in names
    }
    body["__annotations__"] = {name: schema_type(hints[name], player) for name in names}
    return body


@cache
def object_type(cls: type[Struct]) -> type:
    """Derive the schema type of a struct with all of its fields."""
    return make_type(cls, names=cls.__struct_fields__, of=lambda value: type(value) is cls)


def make_type(
    cls: type,
    *,
    names: tuple[str, ...],
    of: Any,
    bases: tuple[type, ...] = (),
    renamed: Mapping[str, str] = _NO_CHANGES,
    replacements: Mapping[str, Any] = _NO_CHANGES,
) -> type:
    """Create the schema type of a class; `of` returns whether a value is an instance of the type.

    `renamed` maps fields to their names in the schema where these differ; `replacements` replaces fields.
    """
    body = fields(cls, names=tuple(name for name in names if name not in replacements), renamed=renamed)
    body |= replacements
    body["__annotations__"] |= dict.fromkeys(replacements, Any)
    body["is_type_of"] = staticmethod(lambda value, _info: of(value))
    made = types.new_class(cls.__name__, bases, {}, lambda namespace: namespace.update(body))
    return strawberry.type(made, description=description(cls))
