"""Lint of the schema by @graphql-eslint: recommended rules, Relay rules, and descriptions."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.api.harness.server_processes import ROOT
from tests.npm.node import Node

SCHEMA: Final = ROOT / "docs" / "schema.graphql"

VIOLATIONS: Final = {
    "require-description": ('  """The version: the number of events of the game."""\n', ""),
    "relay-page-info": ("  hasPreviousPage: Boolean!", "  hasPreviousPage: Boolean"),
    "relay-connection-types": ("  edges: [GameEventEdge!]!", "  edges: GameEventEdge!"),
    "relay-arguments": ("    last: Int\n", "    final: Int\n"),
    "relay-edge-types": ("  node: Game!", "  item: Game!"),
    "naming-convention": ("  winRate: Float!", "  win_rate: Float!"),
    "input-name": ("    input: PlaceBidInput!", "    wanted: PlaceBidInput!"),
    "no-unreachable-types": ("  trumps: [ProfileTrump!]!", "  trumps: [Suit!]!"),
}
"""For each rule, a text of the schema and a replacement that violates the rule."""


def test_schema_has_no_violations(node: Node) -> None:
    done = node.run("lint.mjs", SCHEMA)
    assert (done.stdout, done.stderr, done.returncode) == ("0 findings\n", "", 0)


def test_violations_are_found(node: Node, tmp_path: Path) -> None:
    text = SCHEMA.read_text(encoding="utf-8")
    for part, replacement in VIOLATIONS.values():
        assert part in text
        text = text.replace(part, replacement, 1)
    faulty = tmp_path / "schema.graphql"
    faulty.write_text(text, encoding="utf-8")
    done = node.run("lint.mjs", faulty)
    assert done.returncode == 1, done.stderr
    assert {rule for rule in VIOLATIONS if f" @graphql-eslint/{rule} " not in done.stdout} == set()
