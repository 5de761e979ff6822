"""Reads the documents of a client's build: a GraphQL file, or the manifest of Apollo or Relay.

A manifest gives each document its id: Apollo's lists `operations` with `id`, `name` and `body`, Relay's maps
ids to texts. In a GraphQL file, each operation becomes a document with the fragments that it needs; its id is
the digest of the printed text, so the layout of the file does not matter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from graphql import DefinitionNode, DocumentNode, FragmentDefinitionNode, GraphQLError, parse, print_ast
from graphql.utilities import separate_operations
from msgspec import Struct

from api.graphql.execution.validation.document_shape import operations_of

PREFIX: Final = "sha256:"
"""The prefix of ids that are digests of texts, by the draft on persisted documents of GraphQL over HTTP."""
APOLLO: Final = "apollo-persisted-query-manifest"
APOLLO_VERSION: Final = 1
MAX_ID_LENGTH: Final = 200
MAX_FILE_SIZE: Final = 20_000_000


class UnreadableManifest(Exception):
    """The file holds no documents in a known form; the message says why."""


class GivenDocument(Struct, frozen=True):
    """A document of a file."""

    id: str
    name: str
    """The name for people: of the operation, or the id."""
    text: str


def documents_in(path: Path) -> list[GivenDocument]:
    """Return the documents of a file; raises UnreadableManifest."""
    try:
        if path.stat().st_size > MAX_FILE_SIZE:
            raise UnreadableManifest(f"{path} has more than {MAX_FILE_SIZE:,} bytes")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        # The system's own text begins with a number and ends with the path.
        raise UnreadableManifest(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UnreadableManifest(f"{path} cannot be read: {error}") from error
    is_json = path.suffix == ".json" or (path.suffix not in (".graphql", ".gql") and text.lstrip()[:1] == "{")
    try:
        found = list(_in_manifest(_loaded(text)) if is_json else _in_graphql(text))
    except (ValueError, RecursionError, GraphQLError, UnreadableManifest) as error:
        raise UnreadableManifest(f"{path}: {error}") from error
    if not found:
        raise UnreadableManifest(f"{path} has no operations")
    return found


def digest_id(text: str) -> str:
    """Return the id of a text that is its digest."""
    return PREFIX + sha256(text.encode()).hexdigest()


def _in_graphql(text: str) -> Iterator[GivenDocument]:
    parsed = parse(text)
    names = [each.name and each.name.value for each in operations_of(parsed)]
    for name in names:
        if names.count(name) > 1:
            raise UnreadableManifest(f"two operations have the name {name!r}")
    for name, document in separate_operations(parsed).items():
        # The operation first, so that the order in the file does not matter either.
        definitions = sorted(document.definitions, key=_order)
        printed = print_ast(DocumentNode(definitions=tuple(definitions)))
        id = digest_id(printed)
        yield GivenDocument(id, name or id, printed)


def _order(node: DefinitionNode) -> tuple[bool, str]:
    return (False, "") if not isinstance(node, FragmentDefinitionNode) else (True, node.name.value)


def _loaded(text: str) -> Any:
    """Return the content of JSON; raises ValueError, also for a key that an object has twice."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        content = dict(pairs)
        if len(content) < len(pairs):
            twice = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
            raise UnreadableManifest(f"the key {twice!r} is there twice")
        return content

    return json.loads(text, object_pairs_hook=unique)


def _in_manifest(content: Any) -> Iterator[GivenDocument]:
    if not isinstance(content, dict):
        raise UnreadableManifest("a manifest is a JSON object")
    if "format" not in content:
        yield from (_given(id, id, text) for id, text in content.items())
        return
    form, version, operations = (content.get(name) for name in ("format", "version", "operations"))
    if form != APOLLO or version != APOLLO_VERSION or not isinstance(operations, list):
        raise UnreadableManifest(f"the format is not {APOLLO!r}, version {APOLLO_VERSION}")
    for each in operations:
        known: Mapping[str, Any] = each if isinstance(each, dict) else {}
        yield _given(known.get("id"), known.get("name"), known.get("body"))


def _given(id: Any, name: Any, text: Any) -> GivenDocument:
    if not (isinstance(id, str) and isinstance(name, str) and isinstance(text, str)):
        raise UnreadableManifest("each document has an id, a name and a text")
    if not (1 <= len(id) <= MAX_ID_LENGTH and id.isascii() and id.isprintable() and name.isprintable()):
        raise UnreadableManifest(f"an id has 1 to {MAX_ID_LENGTH} printable ASCII characters: {id[:50]!r}")
    return GivenDocument(id, name, text)
