"""Limits that keep the source easy to find one's way in: module docstrings, file and folder sizes."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = (
    *("domain", "application", "projections", "api", "environments", "web", "clients", "grafana"),
    *("tests", "benchmarks"),
)
GENERATED: Final = ("web/vendor/", "api/graphiql/files/", "clients/python/kibitz_client/schema/")
INSTALLED: Final = "node_modules"
MAX_LINES: Final = 300
MAX_LINES_OF: Final = {"clients/verify.py": 581, "clients/verify.mjs": 600}
"""Longer files: each verifier is one file, which anyone can read and run alone."""
MAX_MODULES: Final = 14
QUESTION: Final = re.compile(r"(What|How|Who|Whose|Whom|Whether|Where)\b")


def sources() -> list[Path]:
    """Return the Python and JavaScript modules of the project, relative to its root; no generated ones."""
    found = (
        path.relative_to(ROOT)
        for folder in FOLDERS
        for suffix in ("py", "js", "mjs")
        for path in (ROOT / folder).rglob(f"*.{suffix}")
    )
    return sorted(
        path for path in found if INSTALLED not in path.parts and not path.as_posix().startswith(GENERATED)
    )


def first_sentence(path: Path) -> str:
    """Return the beginning of a module's description: its docstring, or its first comment in JavaScript."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.suffix == ".py":
        return ast.get_docstring(ast.parse(text)) or ""
    comment = re.match(r"(?:\s*//\s*@ts-check\s*)?\s*(?:/\*\*?|//)[\s*]*(?P<text>[^\n]*)", text)
    return comment["text"] if comment else ""


SOURCES: Final = sources()


def test_no_module_description_begins_as_a_question() -> None:
    assert {str(path) for path in SOURCES if QUESTION.match(first_sentence(path))} == set()


def test_no_file_is_longer_than_one_sitting() -> None:
    lengths = {
        str(path): length
        for path in SOURCES
        if path.parent != Path("domain/rules")
        and (length := len((ROOT / path).read_text(encoding="utf-8").splitlines()))
        > MAX_LINES_OF.get(path.as_posix(), MAX_LINES)
    }
    assert lengths == {}


def test_no_folder_holds_more_modules_than_a_dozen_or_so() -> None:
    modules = Counter(path.parent for path in SOURCES if path.name != "__init__.py")
    assert {str(folder): count for folder, count in modules.items() if count > MAX_MODULES} == {}


@pytest.mark.parametrize(
    ("suffix", "text", "expected"),
    [
        ("py", '"""How it goes."""\n', True),
        ("py", '"""However it goes."""\n', False),
        ("js", "// @ts-check\n/** What is drawn. */\n", True),
        ("js", "// @ts-check\n\n// Draws the table.\n", False),
    ],
)
def test_a_question_is_recognised(tmp_path: Path, suffix: str, text: str, expected: bool) -> None:
    path = tmp_path / f"module.{suffix}"
    path.write_text(text)
    assert bool(QUESTION.match(first_sentence(path))) is expected
