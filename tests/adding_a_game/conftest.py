"""Trees of the project to which a fourth game was added: its files copied there, and nothing else changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.adding_a_game import FOLDER, RULES, RULES_FILE, SUGGESTS, SUGGESTS_FILE

ROOT = FOLDER.parents[1]
WITHIN = 90.0
_NOT_COPIED = shutil.ignore_patterns("node_modules")

Run = Callable[..., subprocess.CompletedProcess[str]]
"""Runs a module in a tree to its end."""


def _copied(to: Path) -> Path:
    """Copy all that is installed, and the tests that belong to it."""
    project = ROOT / "pyproject.toml"
    wheel = tomllib.loads(project.read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    for package in (*wheel["packages"], "tests"):
        shutil.copytree(ROOT / package, to / Path(package).name, ignore=_NOT_COPIED)
    shutil.copy(project, to)
    shutil.copy(RULES, to / RULES_FILE)
    return to


@pytest.fixture(scope="module")
def people_only(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with the game's rules, but without a machine player for it."""
    return _copied(tmp_path_factory.mktemp("people-only"))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with the game and its machine player."""
    to = _copied(tmp_path_factory.mktemp("tree"))
    shutil.copy(SUGGESTS, to / SUGGESTS_FILE)
    return to


@pytest.fixture
def run() -> Run:
    def run(tree: Path, module: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        # Nothing of the run around it: neither its settings nor those of pytest's workers.
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("KIBITZ_", "PYTEST", "COV_"))
        }
        return subprocess.run(
            [sys.executable, "-m", module, *map(str, arguments)],
            cwd=tree,
            env={**kept, "PYTHONPATH": str(tree)},
            capture_output=True,
            text=True,
            timeout=WITHIN,
            check=False,
        )

    return run
