"""The schema as @graphql-eslint judges it: what it recommends, its rules for Relay, and every description."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.api.harness.server_processes import ROOT
from tests.npm.running import Node

SCHEMA: Final = ROOT / "docs" / "schema.graphql"

FAULTS: Final = {
    "require-description": ('  """The version: the number of events of the game."""\n', ""),
    "relay-page-info": ("  hasPreviousPage: Boolean!", "  hasPreviousPage: Boolean"),
    "relay-connection-types": ("  edges: [GameEventEdge!]!", "  edges: GameEventEdge!"),
    "relay-arguments": ("    last: Int\n", "    final: Int\n"),
    "relay-edge-types": ("  node: GameSummary!", "  item: GameSummary!"),
    "naming-convention": ("  winRate: Float!", "  win_rate: Float!"),
    "input-name": ("    input: PlaceBidInput!", "    wanted: PlaceBidInput!"),
    "no-unreachable-types": ("  trumps: [ProfileTrump!]!", "  trumps: [Suit!]!"),
}
"""What to put for what in the schema, so that it offends a rule."""

pytestmark = pytest.mark.npm


def test_the_schema_is_clean(node: Node) -> None:
    done = node.run("lint.mjs", SCHEMA)
    assert (done.stdout, done.stderr, done.returncode) == ("0 findings\n", "", 0)


def test_a_schema_with_faults_is_not(node: Node, tmp_path: Path) -> None:
    text = SCHEMA.read_text(encoding="utf-8")
    for part, instead in FAULTS.values():
        assert part in text
        text = text.replace(part, instead, 1)
    faulty = tmp_path / "schema.graphql"
    faulty.write_text(text, encoding="utf-8")
    done = node.run("lint.mjs", faulty)
    assert done.returncode == 1, done.stderr
    assert {rule for rule in FAULTS if f" @graphql-eslint/{rule} " not in done.stdout} == set()
