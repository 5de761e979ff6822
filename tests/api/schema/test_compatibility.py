"""The schema changes as docs/api-policy.md promises, and its changes are announced."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.graphql.compatibility import announcement, changes, irregular_deprecations
from api.graphql.schema import sdl
from tests.api.harness.server_processes import ROOT

PROMISED = ROOT / "tests" / "api" / "promised.graphql"
"""The schema of the last release, which a release replaces: `uv run kibitz schema > FILE`."""
NOW = sdl()


def test_the_schema_keeps_the_promises_of_the_last_release() -> None:
    assert changes(PROMISED.read_text(encoding="utf-8"), NOW).breaking == (), "see docs/api-policy.md"
    assert irregular_deprecations(NOW) == []


def test_changes_since_the_last_release_are_announced() -> None:
    _, _, rest = (ROOT / "docs" / "api-changes.md").read_text(encoding="utf-8").partition("\n## Unreleased\n")
    announced = announcement(PROMISED.read_text(encoding="utf-8"), NOW) or "No changes.\n"
    assert rest.partition("\n## ")[0].strip() == announced.strip(), (
        "write the output of `uv run kibitz schema --changes tests/api/promised.graphql` down"
    )


TODAY = date(2027, 3, 1)
OLD = """
    type Query {
      kept: Int @deprecated(reason: "Use news. Deprecated on 2026-10-01, kept until 2027-04-01.")
      ended: Int @deprecated(reason: "Use news. Deprecated on 2026-08-01, kept until 2027-02-28.")
      other(
        a: Int
        b: Int @deprecated(reason: "Use a. Deprecated on 2026-08-01, kept until 2027-02-28.")
      ): Kind
      vague: Int @deprecated(reason: "Use news.")
    }
    enum Kind {
      A
      B @deprecated(reason: "Use A. Deprecated on 2026-08-01, kept until 2027-02-28.")
    }
"""


def test_a_part_is_removed_only_after_its_deprecation_has_ended() -> None:
    new = "type Query { other(a: Int): Kind news: Int } enum Kind { A }"
    assert changes(OLD, new, TODAY).breaking == (
        "Field Query.kept was removed.",
        "Field Query.vague was removed.",
    )
    assert changes(OLD, new, date(2027, 4, 2)).breaking == ("Field Query.vague was removed.",)
    assert len(changes(OLD, new, date(2027, 2, 28)).breaking) == 5


@pytest.mark.parametrize(
    ("reason", "regular"),
    [
        ("Use news. Deprecated on 2026-10-01, kept until 2027-04-01.", True),
        ("Use news. Deprecated on 2026-10-01, kept until 2027-02-01.", False),
        ("Use news. Deprecated on 2026-10-01.", False),
        ("No longer supported", False),
    ],
)
def test_a_deprecation_names_a_replacement_and_lasts_six_months(reason: str, *, regular: bool) -> None:
    schema = f'type Query {{ old: Int @deprecated(reason: "{reason}") news: Int }}'
    assert irregular_deprecations(schema) == ([] if regular else ["Query.old"])


def test_announcements_name_whole_types_once() -> None:
    new = """
        type Query implements Root { kept: String other(a: Int = 1): Kind news(of: ID!): News }
        interface Root { kept: String }
        type News { at: Int by: Int }
        enum Kind { A C }
    """
    lines = announcement(OLD, new).splitlines()
    sections = [line for line in lines if line.startswith("#")]
    assert sections == ["### Added", "### Changed", "### Removed"]
    assert [line[2:] for line in lines if line.startswith("- ")] == [
        "`Kind.C`",
        "`News`",
        "`Query implements Root`",
        "`Query.news: News`",
        "`Root`",
        "`Query.kept`: `Int` became `String`",
        "`Query.other(a:)`: `Int` became `Int = 1`",
        "`Kind.B`",
        "`Query.ended: Int`",
        "`Query.other(b:): Int`",
        "`Query.vague: Int`",
    ]
    assert announcement(new, new) == ""
    result = CliRunner().invoke(app, ["schema", "--changes", "-"], input=NOW)
    assert (result.exit_code, result.output) == (0, "")


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
    people = '  """Games in which no machine player had a seat."""\n  PEOPLE\n'
    older.write_text(without(NOW, people), encoding="utf-8")
    result = CliRunner().invoke(app, ["schema", "--check", str(older)])
    assert (result.exit_code, result.output) == (0, "changes: Enum value Board.PEOPLE was added.\n")


def test_the_same_schema_changes_nothing() -> None:
    result = CliRunner().invoke(app, ["schema", "--check", "-"], input=NOW)
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize("text", ["", "{", "type Game { id: Nothing }", "query { me { player { id } } }"])
def test_an_invalid_schema_is_an_error(text: str) -> None:
    result = CliRunner().invoke(app, ["schema", "--check", "-"], input=text)
    assert result.exit_code == 2
    assert "is not a schema" in result.output
