"""Play with `@apollo/client`: its normalized cache stays equal to the server without a refetch."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest

from api.graphql.limits.rates import Rates
from api.web.files import FILES
from api.web.trusted_documents import TrustedDocuments
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun
from tests.api.harness.server_processes import ROOT
from tests.npm.node import FOLDER, Node
from tests.npm.test_schema_lint import SCHEMA
from tests.pages import blocks

pytestmark = pytest.mark.timeout(400)

PAGE = ROOT / "docs" / "how-to" / "use-apollo-client.md"
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


@pytest.fixture
def policies(tmp_path: Path) -> Path:
    """The type policies of the page about Apollo, as a module."""
    [block] = [each for each in blocks(PAGE) if each.language == "js"]
    file = tmp_path / "policies.mjs"
    file.write_text(block.text, encoding="utf-8")
    return file


@pytest.mark.parametrize("rates", [Rates(enabled=False)], indirect=True, ids=["unlimited"])
async def test_cache_equals_a_fresh_query_after_each_commit(
    node: Node, documents: Path, policies: Path, address: str, ann: Client, bob: Client, cyd: Client
) -> None:
    tokens = [each.token for each in (ann, bob, cyd)]
    run = partial(node.run, "apollo/table.mjs", address, SCHEMA, documents, policies, timeout=RUN_TIMEOUT)
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


@pytest.mark.parametrize("left_out", ["", "Table", "GameView", "Me", "Session"])
async def test_documents_with_different_selections_share_the_cache(
    node: Node, policies: Path, address: str, ann: Client, bob: Client, left_out: str
) -> None:
    game = await begun(ann, bob)
    run = partial(node.run, "apollo/selections.mjs", address, policies)
    done = await asyncio.to_thread(run, left_out, ann.token, game)
    assert (done.stderr, done.returncode) == ("", 0)
    found = json.loads(done.stdout)
    if left_out:
        # Each of the policies is needed.
        assert found["sent"] != ["Rounds", "Scores"]
    else:
        assert found == {"sent": ["Rounds", "Scores"], "whole": True, "warned": False}
