"""Breaking changes of the schema are detected and listed in the changelog."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.graphql.compatibility import changes
from api.graphql.schema import sdl
from tests.api.harness.server_processes import ROOT

PROMISED = ROOT / "tests" / "api" / "promised.graphql"
"""The schema of the last release, which a release replaces: `uv run kibitz schema > FILE`."""
NOW = sdl()


def test_breaking_changes_are_in_the_changelog() -> None:
    _, _, rest = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").partition("\n## ")
    told = " ".join(rest.partition("\n## ")[0].split())
    breaking = changes(PROMISED.read_text(encoding="utf-8"), NOW).breaking
    assert [change for change in breaking if change not in told] == [], (
        "write these sentences down in CHANGELOG.md under what is not released, or keep the promise"
    )


def without(text: str, part: str, instead: str = "") -> str:
    assert part in text
    return text.replace(part, instead, 1)


def test_breaking_changes_are_detected(tmp_path: Path) -> None:
    old, expected = NOW, []
    for part, instead, change in [
        (
            "type Game implements GameView & Node {",
            "type Game implements GameView & Node {\n  more: Int\n",
            "Game.more was removed",
        ),
        ("  retryAfter: Float!", "  retryAfter: Int!", "TooBusy.retryAfter changed type from Int! to Float!"),
        ("enum Board {", "enum Board {\n  NONE\n", "Enum value Board.NONE was removed"),
        (
            "| MustFollow |",
            "| Award | MustFollow |",
            "Award was removed from union type PlayCardPayload",
        ),
        ("input OptionInput {", "input OptionInput {\n  more: Int\n", "OptionInput.more was removed"),
        ('  amount: Int!\n\n  """\n  An id', '  amount: Int\n\n  """\n  An id', "PlaceBidInput.amount"),
    ]:
        old = without(old, part, instead)
        expected.append(change)
    older = tmp_path / "older.graphql"
    older.write_text(old, encoding="utf-8")
    result = CliRunner().invoke(app, ["schema", "--check", str(older)])
    assert result.exit_code == 1
    found = [line for line in result.output.splitlines() if line.startswith("BREAKS CLIENTS: ")]
    assert len(found) == len(expected)
    for change in expected:
        assert [change in line for line in found].count(True) == 1, change


def test_additions_are_not_breaking(tmp_path: Path) -> None:
    older = tmp_path / "older.graphql"
    mixed = '  """Games in which a machine player had a seat."""\n  MIXED\n'
    older.write_text(without(NOW, mixed), encoding="utf-8")
    result = CliRunner().invoke(app, ["schema", "--check", str(older)])
    assert (result.exit_code, result.output) == (0, "changes: Enum value Board.MIXED was added.\n")


def test_the_same_schema_changes_nothing() -> None:
    result = CliRunner().invoke(app, ["schema", "--check", "-"], input=NOW)
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize("text", ["", "{", "type Game { id: Nothing }", "query { me { id } }"])
def test_an_invalid_schema_is_an_error(text: str) -> None:
    result = CliRunner().invoke(app, ["schema", "--check", "-"], input=text)
    assert result.exit_code == 2
    assert "is not a schema" in result.output
