"""Trusted documents: built from files and from the schema, validated, cached and stable in their ids."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from graphql import (
    FragmentSpreadNode,
    OperationDefinitionNode,
    OperationType,
    Visitor,
    parse,
    validate,
    visit,
)

import api.web.pages
from api.graphql.execution.cost import evaluate
from api.graphql.execution.document_cache import MAX_CACHED_CHARACTERS, DocumentCache
from api.graphql.execution.validation.document_shape import operations_of
from api.graphql.execution.validation.document_validator import DocumentValidator
from api.graphql.games.reading import MAX_MOMENTS
from api.graphql.limits.request_limits import Limits
from api.graphql.types.moves_and_offers import commands
from api.web.files import FILES
from api.web.trusted_documents import InvalidDocuments, TrustedDocuments
from domain.commands import AcceptInvitationLink, Command, CreateGame, command_name
from tests.api.conftest import _schema
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.server.test_settings import served

OPERATIONS = FILES / "operations"
LARGEST = {"first": 500, "last": 500, "rows": 5_000}


@pytest.fixture(scope="module")
def trusted() -> TrustedDocuments:
    return TrustedDocuments(_schema(Limits())._schema, OPERATIONS.glob("*.graphql"))


def text_of(trusted: TrustedDocuments, name: str) -> str:
    text = trusted.find(trusted.ids[name])
    assert text is not None
    return text


def test_each_document_is_valid_and_has_its_own_id(trusted: TrustedDocuments) -> None:
    for name in trusted.ids:
        document = parse(text_of(trusted, name))
        assert validate(d.schema(), document) == []
        [operation] = [each for each in document.definitions if isinstance(each, OperationDefinitionNode)]
        assert operation.name is not None
        assert operation.name.value == name
    assert len(set(trusted.ids.values())) == len(trusted.ids)
    assert all(id.startswith("sha256:") for id in trusted.ids.values())


def test_every_command_has_a_document(trusted: TrustedDocuments) -> None:
    every: tuple[type[Command], ...] = (*commands(), CreateGame, AcceptInvitationLink)
    for mutation in {command_name(command) for command in every}:
        assert f"done: {mutation}(input: $input)" in text_of(trusted, mutation[0].upper() + mutation[1:])


def test_the_event_fragment_covers_every_event(trusted: TrustedDocuments) -> None:
    told = text_of(trusted, "GameUpdates")
    kinds = d.schema().get_possible_types(d.interface("GameEvent"))
    for kind in kinds:
        # Pages read the variant from the game.
        own = kind.fields.keys() - d.interface("GameEvent").fields.keys() - {"variant"}
        assert not own or f"... on {kind.name} {{" in told
        for field in own:
            assert field in told


def test_no_document_exceeds_the_cost_limit(trusted: TrustedDocuments) -> None:
    costs = {}
    for name in trusted.ids:
        text = text_of(trusted, name)
        # More moments than these are refused, however many are asked for.
        largest = {**LARGEST, "first": MAX_MOMENTS} if "moments(" in text else LARGEST
        costs[name] = evaluate(d.cost(text), largest)
    assert {name: cost for name, cost in costs.items() if cost > Limits().cost} == {}


def test_every_fragment_on_disk_is_used() -> None:
    defined, used = set[str](), set[str]()

    class Spreads(Visitor):
        def enter_fragment_spread(self, node: FragmentSpreadNode, *_: Any) -> None:
            used.add(node.name.value)

    for path in OPERATIONS.glob("*.graphql"):
        document = parse(path.read_text(encoding="utf-8"))
        visit(document, Spreads())
        defined |= {each.name.value for each in document.definitions if each.kind == "fragment_definition"}  # type: ignore[attr-defined]
    # What follows from the schema asks for the outcome of commands.
    assert defined - used <= {"Accepted"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("query A { nothing }", r"own\.graphql, line 1: Cannot query field 'nothing'"),
        ("query A {\n  me {", r"own\.graphql, line 2: Syntax Error"),
        ("query A { me { ...Nobody } }", r"own\.graphql, line 1: Unknown fragment 'Nobody'"),
        ("{ me { player { id } } }", "only named operations and fragments may be defined"),
        ("type A { id: ID }", "only named operations and fragments may be defined"),
        (
            "query PlayCard { me { player { id } } }",
            r"documents derived from the schema: PlayCard is defined in own\.graphql already",
        ),
        (
            "fragment PlayerFields on Player { id }",
            r"own\.graphql: PlayerFields is defined in fragments\.graphql already",
        ),
        ('query A { game(id: "x", id: "y") { id } }', "can be only one argument named 'id'"),
    ],
)
def test_an_invalid_operation_is_reported_with_its_file(text: str, told: str, tmp_path: Path) -> None:
    own = tmp_path / "own.graphql"
    own.write_text(text)
    with pytest.raises(InvalidDocuments, match=told):
        TrustedDocuments(d.schema(), [own, OPERATIONS / "fragments.graphql"])


def test_the_layout_of_a_document_does_not_change_its_id(tmp_path: Path) -> None:
    ids = []
    for text in (
        "query A { me { player { id name } } }",
        "# why\nquery A {\n  me { player { id, name } }\n}\n",
    ):
        (tmp_path / "own.graphql").write_text(text)
        files = [tmp_path / "own.graphql", OPERATIONS / "fragments.graphql"]
        ids.append(TrustedDocuments(d.schema(), files).ids["A"])
    assert ids[0] == ids[1]


def test_trusted_documents_are_never_evicted_and_take_no_space_of_others(trusted: TrustedDocuments) -> None:
    documents, validator = DocumentCache(max_characters=100), DocumentValidator(Limits())
    documents.trust(d.schema(), trusted.parsed)
    others = [f"{{ variants {{ name }} }} # {number}" for number in range(20)]
    for text in others:
        document = validator.validate(d.schema(), text)
        assert not isinstance(document, list)
        documents.add(text, document)
    assert all(documents.get(text) for text in trusted.parsed)
    assert len([text for text in others if documents.get(text)]) > 1
    assert MAX_CACHED_CHARACTERS > 100


async def test_trusted_documents_are_neither_parsed_nor_validated_again(
    spectator: Client, trusted: TrustedDocuments, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("it was validated")

    monkeypatch.setattr(DocumentValidator, "validate", never)
    monkeypatch.setattr("strawberry.schema.schema.parse", never, raising=False)
    answer = await spectator.post({"documentId": trusted.ids["Variants"]})
    assert len(answer.json()["data"]["variants"]) > 2


async def test_limits_do_not_apply_to_trusted_documents(tmp_path: Path, trusted: TrustedDocuments) -> None:
    limits = Limits(tokens=10, depth=2, cost=1, root_fields=1, directives=1, aliases=1, repeats=1)
    async with served(tmp_path, limits=limits) as spectator:
        answer = (await spectator.post({"documentId": trusted.ids["Variants"]})).json()
        assert answer["data"]["variants"]
        codes = (await spectator.post({"query": d.VARIANTS})).json()["errors"]
        assert codes[0]["extensions"]["code"] == "QUERY_TOO_LONG"


def test_trusted_documents_are_read_once_for_each_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    one = api.web.pages.Pages(_schema(Limits()), {}, development=False)
    monkeypatch.setattr(api.web.pages, "TrustedDocuments", None)
    assert api.web.pages.Pages(_schema(Limits()), {}, development=False)._site is one._site


def test_trusted_documents_include_every_kind_of_operation(trusted: TrustedDocuments) -> None:
    kinds = {operations_of(each)[0].operation for each in trusted.parsed.values()}
    assert kinds == set(OperationType)
