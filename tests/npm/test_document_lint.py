"""Lint of all clients' documents by @graphql-eslint: the recommended rules for operations."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import pytest
from graphql import FragmentDefinitionNode, OperationDefinitionNode, parse, print_ast

from api.web.files import FILES
from api.web.trusted_documents import TrustedDocuments
from kibitz_client.documents import Documents, Operation
from kibitz_client.schema import documents as python_documents
from tests.api.harness import full_documents as d
from tests.api.harness.server_processes import ROOT
from tests.npm.node import Node
from tests.npm.test_schema_lint import SCHEMA

JAVASCRIPT: Final = ROOT / "clients" / "javascript" / "src" / "documents.js"


def of_pages() -> Iterable[str]:
    """Yield the documents of the pages, with the fragments that the server derives."""
    trusted = TrustedDocuments(d.schema(), (FILES / "operations").glob("*.graphql"))
    for id in trusted.ids.values():
        text = trusted.find(id)
        assert text is not None
        yield text


def of_python_client() -> Iterable[str]:
    """Yield the generated documents of the Python client."""
    documents = Documents(python_documents.FRAGMENTS)
    for value in vars(python_documents).values():
        if isinstance(value, Operation):
            yield documents.text(value)


def of_javascript_client() -> Iterable[str]:
    """Yield the operations and fragments of the JavaScript client."""
    text = JAVASCRIPT.read_text(encoding="utf-8")
    return (json.loads(each) for each in re.findall(r'^  \w+: (".*"),$', text, re.MULTILINE))


CLIENTS: Final[dict[str, Callable[[], Iterable[str]]]] = {
    "pages": of_pages,
    "python": of_python_client,
    "javascript": of_javascript_client,
}


def written(texts: Iterable[str], folder: Path) -> Path:
    """Write documents into one file, each definition once."""
    found: dict[tuple[str, str], str] = {}
    for text in texts:
        for node in parse(text).definitions:
            assert isinstance(node, FragmentDefinitionNode | OperationDefinitionNode)
            assert node.name is not None
            found[node.kind, node.name.value] = print_ast(node)
    file = folder / "documents.graphql"
    file.write_text("\n\n".join(found.values()), encoding="utf-8")
    return file


@pytest.mark.parametrize("client", CLIENTS)
def test_documents_have_no_violations(node: Node, tmp_path: Path, client: str) -> None:
    file = written(CLIENTS[client](), tmp_path)
    assert file.stat().st_size > 5_000
    done = node.run("lint.mjs", SCHEMA, file)
    assert (done.stdout, done.stderr, done.returncode) == ("0 findings\n", "", 0)


def test_violations_are_found(node: Node, tmp_path: Path) -> None:
    faulty = (
        "query GetGame($game: ID!) { game(id: $game) { version } }",
        "fragment Unused on Game { id piano }",
    )
    done = node.run("lint.mjs", SCHEMA, written(faulty, tmp_path))
    assert done.returncode == 1, done.stderr
    rules = ("naming-convention", "require-selections", "no-unused-fragments", "fields-on-correct-type")
    assert [rule for rule in rules if f" @graphql-eslint/{rule} " not in done.stdout] == []
