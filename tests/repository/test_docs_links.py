"""Links between pages resolve, pages are in the index, and the files that pages and code name exist."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NAMING_MODULES = ("architecture.md", "glossary.md")
"""Pages whose every path is checked."""
_CODE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")
_MENTION = re.compile(r"(?<![\w./-])docs/[\w./-]+\.(?:md|graphql)")
_CHECKED = {".py", ".js", ".mjs", ".yml", ".toml", ".md"}


def committed(*patterns: str) -> list[Path]:
    """Return the files that git tracks or would add."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = (ROOT / name for name in names.splitlines())
    return [path for path in found if path.exists() and "vendor" not in path.parts]


PAGES = committed("*.md")


def prose(page: Path) -> str:
    """Return a page without its blocks of code."""
    return _CODE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the fragment of each relative link of a page."""
    for target in _LINK.findall(prose(page)):
        if not re.match(r"[a-z]+:", target):
            path, _, fragment = target.partition("#")
            yield path, fragment


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    plain = (re.sub(r"[`*]|\]\([^)]*\)|\[", "", title) for title in _HEADING.findall(prose(page)))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_resolve(page: Path) -> None:
    for path, fragment in links(page):
        target = page.parent / path if path else page
        assert target.exists(), path
        if fragment and target.suffix == ".md":
            assert fragment in anchors(target), f"{path}#{fragment}"


def test_pages_begin_with_their_readers() -> None:
    kinds = ("tutorials", "how-to", "reference", "explanation")
    pages = [page for page in PAGES if page.parent.parent == DOCS and page.parent.name in kinds]
    assert len(pages) > 10
    for page in (*pages, *(DOCS / name for name in NAMING_MODULES), ROOT / "CONTRIBUTING.md"):
        title, _, first, *_ = page.read_text(encoding="utf-8").splitlines()
        assert title.startswith("# "), page
        assert first.startswith("For "), page


def test_the_index_lists_every_page() -> None:
    index = DOCS / "README.md"
    listed = {(DOCS / path).resolve() for path, _ in links(index)}
    pages = {page for page in PAGES if page.is_relative_to(DOCS) and page.parent.name != "adr"} - {index}
    assert pages - listed == set()


@pytest.mark.parametrize("name", NAMING_MODULES)
def test_the_files_that_a_page_names_exist(name: str) -> None:
    named = set(_PATH.findall((DOCS / name).read_text(encoding="utf-8")))
    assert len(named) > 20
    assert {path for path in named if not (ROOT / path).exists()} == set()


def test_the_glossary_has_each_term_once() -> None:
    rows = re.findall(r"^\| ([^|]+) \| .*\. \| `[\w./]+` \|$", prose(DOCS / "glossary.md"), re.MULTILINE)
    lines = [line for line in prose(DOCS / "glossary.md").splitlines() if line.startswith("| ")]
    assert len(rows) == len([line for line in lines if not line.startswith("| term ")])
    assert len(rows) == len(set(rows))


def test_the_pages_that_code_and_pages_mention_exist() -> None:
    for path in committed():
        if path.suffix in _CHECKED:
            for name in _MENTION.findall(path.read_text(encoding="utf-8")):
                assert (ROOT / name).exists(), (str(path.relative_to(ROOT)), name)
