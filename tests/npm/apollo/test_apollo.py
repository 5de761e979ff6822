"""Play with `@apollo/client`: its normalized cache stays equal to the server without a refetch."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest

from api.web.files import FILES
from api.web.trusted_documents import TrustedDocuments
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.npm.node import FOLDER, Node
from tests.npm.test_schema_lint import SCHEMA

pytestmark = pytest.mark.timeout(400)

RUN_TIMEOUT = 350.0
"""Seconds that the table may take."""
COMMITS = 50
"""Fewer than a table of Oh Hell takes."""


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """The documents of the script with the pages' fragments, as JSON."""
    own = FOLDER / "apollo" / "operations.graphql"
    trusted = TrustedDocuments(d.schema(), [own, FILES / "operations" / "fragments.graphql"])
    texts = {name: trusted.find(id) for name, id in trusted.ids.items()}
    file = tmp_path / "documents.json"
    file.write_text(json.dumps(texts), encoding="utf-8")
    return file


async def test_cache_equals_a_fresh_query_after_each_commit(
    node: Node, documents: Path, address: str, ann: Client, bob: Client, cyd: Client
) -> None:
    tokens = [each.token for each in (ann, bob, cyd)]
    run = partial(node.run, "apollo/table.mjs", address, SCHEMA, documents, timeout=RUN_TIMEOUT)
    done = await asyncio.to_thread(run, *tokens)
    assert (done.stderr, done.returncode) == ("", 0)
    [found] = [json.loads(line) for line in done.stdout.splitlines()]
    assert found["commits"] > COMMITS
    assert found["equal"] == 3 * (found["commits"] + 1)
    # Neither a query nor a second snapshot.
    assert found["sent"] == [
        "TableCreateGame",
        "TableFillSeats",
        "TableJoinGame",
        "TablePlaceBid",
        "TablePlayCard",
        "TableStartGame",
        "TableUpdates",
    ]
