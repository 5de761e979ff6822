"""The schema is a contract: it is committed, described throughout, and clients can ask it for everything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType

from api.graphql.schema import sdl
from domain.commands import LOBBY_COMMANDS
from domain.rules import variants
from tests.api import documents as d
from tests.api.processes import ROOT

COMMITTED = ROOT / "docs" / "schema.graphql"

# The fields of refusals say what they are by their names, and the messages what they mean.
REFUSALS = [
    name
    for name, kind in d.schema().type_map.items()
    if isinstance(kind, GraphQLObjectType) and "Refusal" in {each.name for each in kind.interfaces}
]


def described() -> Iterator[tuple[str, str | None]]:
    """Give every part of the schema that can be described, by its coordinates, with its description."""
    for name, kind in d.schema().type_map.items():
        if name.startswith("__") or name in ("Boolean", "Float", "ID", "Int", "String"):
            continue
        yield name, kind.description
        match kind:
            case GraphQLEnumType():
                yield from ((f"{name}.{value}", each.description) for value, each in kind.values.items())
            case GraphQLInputObjectType():
                yield from ((f"{name}.{field}", each.description) for field, each in kind.fields.items())
            case GraphQLObjectType() | GraphQLInterfaceType():
                for field, each in kind.fields.items():
                    yield f"{name}.{field}", each.description
                    for argument, given in each.args.items():
                        yield f"{name}.{field}({argument}:)", given.description


def of_a_refusal(coordinates: str) -> bool:
    kind, _, field = coordinates.partition(".")
    return bool(field) and kind in REFUSALS


PARTS = dict(described())


def test_the_committed_schema_is_the_one_that_is_served() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == sdl(), (
        "docs/schema.graphql is not up to date; look at what a new one changes for clients:"
        " `uv run kibitz schema > docs/schema.graphql`"
    )


@pytest.mark.parametrize("kind", sorted({part.partition(".")[0] for part in PARTS}))
def test_everything_in_the_schema_is_described(kind: str) -> None:
    parts = {part: text for part, text in PARTS.items() if part.partition(".")[0] == kind}
    assert [part for part, text in parts.items() if not text and not of_a_refusal(part)] == []


def test_descriptions_are_sentences() -> None:
    texts = {part: text for part, text in PARTS.items() if text and not part.startswith("DateTime")}
    assert [part for part, text in texts.items() if not text.endswith((".", ")"))] == []
    assert [part for part, text in texts.items() if "  " in text or "\t" in text] == []


def test_there_is_one_mutation_for_each_intention_and_no_other() -> None:
    commands = {*LOBBY_COMMANDS, *(move for rules in variants().values() for move in rules.moves)}
    names = {command.__name__[0].lower() + command.__name__[1:] for command in commands}
    root = d.schema().mutation_type
    assert root is not None
    assert set(root.fields) == {"signIn", "createGame", *names}


@pytest.mark.parametrize("name", [kind for kind in d.schema().type_map if kind.endswith("Input")])
def test_every_command_takes_an_id_and_the_version_that_it_expects(name: str) -> None:
    if name == "OptionInput":
        return
    kind = d.schema().type_map[name]
    assert isinstance(kind, GraphQLInputObjectType)
    assert str(kind.fields["commandId"].type) == "ID"
    if name != "CreateGameInput":
        assert str(kind.fields["expectedVersion"].type) == "Version"
        assert str(kind.fields["game"].type) == "ID!"


def test_versions_are_versions_wherever_they_stand() -> None:
    wrong = [
        f"{name}.{field}: {each.type}"
        for name, kind in d.schema().type_map.items()
        if isinstance(kind, GraphQLObjectType) and not name.startswith("__")
        for field, each in kind.fields.items()
        if (
            field.lower().endswith("version")
            or (name == "VersionConflict" and field in ("expected", "actual"))
        )
        and field != "rulesVersion"
        and str(each.type).rstrip("!") != "Version"
    ]
    assert wrong == []


def test_the_schema_names_no_state_of_the_domain() -> None:
    # The views are a contract of their own; what the rules remember inside is not part of it.
    inside = {rules.table.__name__ for rules in variants().values()}
    assert inside.isdisjoint(d.schema().type_map)
