"""docs/how-to/add-a-read-model.md: its files, registration, test and commands run unchanged."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pages import blocks

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "how-to" / "add-a-read-model.md"
TEXT = PAGE.read_text(encoding="utf-8")
SAVED = re.findall(r"Save this as `([\w/.]+)`", TEXT)
[REGISTERED] = re.findall(r"in `([\w/.]+)`:\n\n```diff", TEXT)
WITHIN = 100.0
# The whole suite runs beside this test; a child of it needs no workers and no cache.
QUIETLY = ("-n0", "-q", "-p", "no:cacheprovider")


def commands() -> Iterator[list[str]]:
    """Yield the commands of the page without the program's name."""
    for block in blocks(PAGE, "console"):
        for line in block.text.splitlines():
            prompt, uv, run, *command = shlex.split(line)
            assert (prompt, uv, run) == ("$", "uv", "run")
            yield command


def changed(text: str, diff: str) -> str:
    """Apply a diff without line numbers to a text; the lines that it removes must exist."""
    place = 0
    for line in diff.splitlines(keepends=True):
        kind, rest = line[0], line[1:]
        if kind == "+":
            text = text[:place] + rest + text[place:]
            place += len(rest)
            continue
        place = text.index(f"\n{rest}", max(0, place - 1)) + 1
        if kind == "-":
            text = text[:place] + text[place + len(rest) :]
        else:
            place += len(rest)
    return text


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project, and apply the changes of the page."""
    tree = tmp_path_factory.mktemp("read-model")
    project = ROOT / "pyproject.toml"
    wheel = tomllib.loads(project.read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    for package in (*wheel["packages"], "tests"):
        shutil.copytree(
            ROOT / package, tree / Path(package).name, ignore=shutil.ignore_patterns("node_modules")
        )
    shutil.copy(project, tree)
    for name, block in zip(SAVED, blocks(PAGE, "python"), strict=True):
        (tree / name).write_text(block.text, encoding="utf-8")
    [diff] = blocks(PAGE, "diff")
    registered = tree / REGISTERED
    registered.write_text(changed(registered.read_text(encoding="utf-8"), diff.text), encoding="utf-8")
    return tree


def run(tree: Path, *arguments: str) -> str:
    """Run a module in the tree, which must succeed, and return its output."""
    # Nothing of the run around it: neither its settings nor those of pytest's workers.
    around = ("KIBITZ_", "PYTEST", "COV_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(around)}
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=tree,
        env={**kept, "PYTHONPATH": str(tree), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_tests_of_the_page_pass(tree: Path) -> None:
    for program, *arguments in commands():
        if program == "pytest":
            assert "passed" in run(tree, program, *arguments, *QUIETLY)


def test_commands_fill_show_and_rebuild_the_read_model(tree: Path) -> None:
    outputs = [run(tree, "api", *arguments) for program, *arguments in commands() if program == "kibitz"]
    _, status, rebuilt = outputs
    assert "round_counts" in status
    assert "round_counts" in rebuilt


def test_named_files_exist() -> None:
    named = set(re.findall(r"`((?:\w+/)+[\w.]*)`", TEXT)) - set(SAVED)
    assert len(named) > 5
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
