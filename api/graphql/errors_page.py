"""Generates `docs/errors.md`, the page of all errors, from the refusals, faults and schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Final

from graphql import GraphQLNamedType, GraphQLObjectType, GraphQLSchema, GraphQLUnionType, build_schema

from api.graphql.errors.close_codes import CLOSE_CODES
from api.graphql.errors.fault_codes import FAULTS, Fault
from api.graphql.errors.faults import AS_ERRORS
from api.graphql.types.derivation import description
from api.graphql.types.refusals import refusals
from application.refusals import TooBusy, VersionConflict
from domain.refusals import GameNotStarted, NotYourTurn, Refusal, WrongPhase

_AGAIN: Final[dict[type[Refusal], str]] = {
    TooBusy: "after `retryAfter` seconds",
    VersionConflict: "after another look at the game",
    NotYourTurn: "once the game has gone on",
    WrongPhase: "once the game has gone on",
    GameNotStarted: "once the game has started",
}

_COMMON: Final = ("code", "message")

_PAGE: Final = """\
# Errors

Made by `kibitz schema --errors` from what the server is made of. Codes are stable: one that is here keeps its
meaning.

There are two kinds. A **refusal** is an answer: the command was understood, and nothing has changed. It is
data, a type of its own behind `interface Refusal` with a `code` and what there is to know, so select it
beside the success. A **fault** is an error of the request or of the server; it stands in `errors`, with its
`code` in `extensions`.

Messages are for people and may change. What is in braces stands for a value.

## Refusals

{refusals}

Queries and subscriptions have no place for a refusal; there these are answered as errors, with the same code
in `extensions.code`: {as_errors}.

## Faults

Where no status is given, the answer has the status 200 if it was asked for as `application/json`; asked for
as `application/graphql-response+json`, a request of which nothing could be carried out is answered with 400.

{faults}

## Sockets

A WebSocket is closed with one of these codes.

{closes}
"""


def page(sdl: str) -> str:
    """Return the page for a schema."""
    schema = build_schema(sdl)
    return _PAGE.format(
        refusals=_table(
            ("Code", "When", "Message", "Its own fields", "Answered in", "Again?"),
            (_refusal(refusal, schema) for refusal in refusals()),
        ),
        as_errors=", ".join(f"`{code}`" for code in sorted(refusal.code for refusal in AS_ERRORS)),
        faults=_table(
            ("Code", "When", "What to do", "Again?", "Status", "Closes"),
            (_fault(each) for each in sorted(FAULTS.values(), key=lambda each: each.code)),
        ),
        closes=_table(
            ("Code", "When", "What to do"), ((str(each.code), each.when, each.then) for each in CLOSE_CODES)
        ),
    )


def _refusal(refusal: type[Refusal], schema: GraphQLSchema) -> Iterator[str]:
    kind = schema.type_map.get(refusal.__name__)
    told = kind.fields if isinstance(kind, GraphQLObjectType) else {}
    own = {name: field for name, field in told.items() if name not in _COMMON}
    yield f"`{refusal.code}`"
    yield description(refusal)
    yield _message(refusal)
    yield "<br>".join(f"`{name}: {field.type}` {field.description}" for name, field in own.items())
    yield ", ".join(f"`{union.name}`" for union in _unions(kind, schema)) or "errors only"
    yield _AGAIN.get(refusal, "no")


def _unions(kind: GraphQLNamedType | None, schema: GraphQLSchema) -> Iterator[GraphQLUnionType]:
    for union in schema.type_map.values():
        if isinstance(union, GraphQLUnionType) and kind in union.types:
            yield union


def _message(refusal: type[Refusal]) -> str:
    """Return the message with the names of values as placeholders."""
    told = ""
    for text, name, _, conversion in Formatter().parse(refusal.text):
        value = f"{{{name}}}" if name else ""
        told += text + (f"'{value}'" if conversion == "r" else value)
    return told or description(refusal)


def _fault(each: Fault) -> Iterator[str]:
    yield f"`{each.code}`"
    yield each.when
    yield each.then
    yield "yes" if each.again else "no"
    yield "" if each.status is None else str(each.status)
    yield "" if each.closes is None else str(each.closes)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    names = list(heads)
    lines = [names, ["---"] * len(names), *map(list, rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines)
