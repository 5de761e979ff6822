"""Files of documents: GraphQL, and the manifests of Apollo and Relay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from api.documents.checks import DocumentsRefused, check
from api.documents.manifests import GivenDocument, UnreadableManifest, digest_id, documents_in
from api.documents.store import StoredDocument
from api.graphql.limits.request_limits import Limits
from tests.api.conftest import _schema

COSTLY = "{ games(first: $) { nodes { events { nodes { at } } } } }"
ME, NAMES = "query Me { me { player { id } } }", "query Names { variants { name } }"


def read(tmp_path: Path, name: str, content: Any) -> list[GivenDocument]:
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return documents_in(path)


def apollo(*operations: Any) -> dict[str, Any]:
    return {"format": "apollo-persisted-query-manifest", "version": 1, "operations": list(operations)}


def test_manifest_of_apollo_is_read(tmp_path: Path) -> None:
    content = apollo({"id": "a1", "name": "Me", "type": "query", "body": ME})
    assert read(tmp_path, "manifest.json", content) == [GivenDocument("a1", "Me", ME)]


def test_manifest_of_relay_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, "persisted.json", {"m1": ME, "m2": NAMES})
    assert found == [GivenDocument("m1", "m1", ME), GivenDocument("m2", "m2", NAMES)]


def test_each_operation_of_a_graphql_file_has_its_fragments_and_an_id_without_layout(tmp_path: Path) -> None:
    one = read(tmp_path, "a.graphql", f"{NAMES} query Two {{ me {{ ...F }} }} fragment F on Player {{ id }}")
    two = read(
        tmp_path, "b.gql", f"# why\nfragment F on Player {{\n  id\n}}\n query Two {{ me {{ ...F }} }} {NAMES}"
    )
    assert {each.id for each in one} == {each.id for each in two}
    assert {each.name: "fragment F" in each.text for each in one} == {"Names": False, "Two": True}
    assert all(each.id == digest_id(each.text) for each in one)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.graphql", "query A {", "Syntax Error"),
        ("a.json", "{", "Expecting property name"),
        ("a.graphql", f"{NAMES} {NAMES}", "two operations have the name 'Names'"),
        ("a.graphql", "fragment F on Player { id }", "has no operations"),
        ("a.json", "[" * 100_000, "recursion"),
        ("a.json", "{}", "has no operations"),
        ("a.json", f'{{"a": "{ME}", "a": "{ME}"}}', "the key 'a' is there twice"),
        ("a.json", [], "a manifest is a JSON object"),
        ("a.json", {"a": 1}, "each document has an id, a name and a text"),
        ("a.json", {"": ME}, "an id has 1 to 200"),
        ("a.json", {"x" * 201: ME}, "an id has 1 to 200"),
        ("a.json", {"ü": ME}, "an id has 1 to 200"),
        ("a.json", {"a\n": ME}, "an id has 1 to 200"),
        ("a.json", {"format": "another"}, "the format is not"),
        ("a.json", apollo() | {"version": 2}, "the format is not"),
        ("a.json", apollo("x"), "each document has an id, a name and a text"),
        ("a.json", apollo({"id": "a", "name": "A"}), "each document has an id, a name and a text"),
    ],
)
def test_other_file_is_refused(tmp_path: Path, name: str, content: Any, told: str) -> None:
    with pytest.raises(UnreadableManifest, match=told):
        read(tmp_path, name, content)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableManifest, match="cannot be read"):
        documents_in(tmp_path / "none.json")


def test_every_problem_is_told_with_its_document_and_code() -> None:
    served = _schema(Limits(validation_seconds=60.0))
    known = [StoredDocument("old", "Old", ME, 1)]
    given = [
        GivenDocument("good", "Good", NAMES),
        GivenDocument("old", "Old", NAMES),
        GivenDocument("good", "Other", ME),
        GivenDocument("sha256:0", "Digest", ME),
        GivenDocument(digest_id(ME), "Me", ME),
        GivenDocument("syntax", "Syntax", "query A {"),
        GivenDocument("field", "Field", "query A {\n  nothing\n  neither\n}"),
        GivenDocument("deep", "Deep", "query A " + "{ me " * 20 + "{ id }" + "}" * 20),
        GivenDocument("costly", "Costly", COSTLY.replace("$", "100")),
        GivenDocument(
            "paged",
            "Paged",
            "query P($n: Int)" + COSTLY.replace("$", "$n"),
        ),
        GivenDocument("none", "None", "fragment F on Player { id }"),
    ]
    with pytest.raises(DocumentsRefused) as refused:
        check(given, known, served._schema, served.validator)
    assert [(each.name, each.code, each.line) for each in refused.value.problems] == [
        ("Old", "ID_TAKEN", None),
        ("Other", "ID_TAKEN", None),
        ("Digest", "WRONG_DIGEST", None),
        ("Syntax", "GRAPHQL_PARSE_FAILED", 1),
        ("Field", "GRAPHQL_VALIDATION_FAILED", 2),
        ("Field", "GRAPHQL_VALIDATION_FAILED", 3),
        ("Deep", "QUERY_TOO_DEEP", None),
        ("Costly", "QUERY_TOO_COSTLY", None),
        ("None", "OPERATION_NOT_NAMED", None),
    ]
    assert "Field (field): GRAPHQL_VALIDATION_FAILED: line 2: Cannot query field" in str(refused.value)
