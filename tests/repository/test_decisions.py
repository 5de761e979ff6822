"""Architecture decision records: short, numbered without gaps, all in the index, and true to the files."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "docs" / "adr"
SECTIONS = ["## Context", "## Decision", "## Consequences"]


def test_records_are_short_numbered_and_indexed() -> None:
    records = sorted(RECORDS.glob("[0-9]*.md"))
    assert [int(each.name[:4]) for each in records] == list(range(1, len(records) + 1))
    index = (RECORDS / "README.md").read_text(encoding="utf-8")
    for each in records:
        lines = each.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 20, each.name
        assert [line for line in lines if line.startswith("## ")] == SECTIONS, each.name
        assert lines[0].startswith(f"# {each.name[:4]}. "), each.name
        assert lines[2].startswith("Status: "), each.name
        status = " ".join(lines[2 : lines.index("## Context")]).strip().removeprefix("Status: ")
        assert f"[{each.name[:4]}]({each.name}) | {lines[0][8:]} | {status} |" in index, each.name


def test_links_between_records_resolve() -> None:
    for each in RECORDS.glob("*.md"):
        for target in each.read_text(encoding="utf-8").split("](")[1:]:
            link = target.partition(")")[0]
            assert (RECORDS / link).exists(), (each.name, link)


def test_records_name_files_that_exist_by_their_whole_path() -> None:
    for each in RECORDS.glob("[0-9]*.md"):
        for name in re.findall(
            r"`([\w./-]+(?:/|\.py|\.js|\.md|\.graphql))`", each.read_text(encoding="utf-8")
        ):
            assert (ROOT / name).exists(), (each.name, name)
