"""Fixtures: copies of the project with the files of a fourth game added."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.adding_a_game import FOLDER, MACHINE, MACHINE_FILE, RULES, RULES_FILE

ROOT = FOLDER.parents[1]
TIMEOUT = 90.0
_NOT_COPIED = shutil.ignore_patterns("node_modules")

Run = Callable[..., subprocess.CompletedProcess[str]]
"""Runs a module in a copy of the project."""


def _copy_project(to: Path) -> Path:
    """Copy the installed packages and the tests, and add the game's rules."""
    project = ROOT / "pyproject.toml"
    wheel = tomllib.loads(project.read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    for package in (*wheel["packages"], "tests"):
        shutil.copytree(ROOT / package, to / Path(package).name, ignore=_NOT_COPIED)
    for file, installed in wheel["force-include"].items():
        shutil.copy(ROOT / file, to / installed)
    shutil.copy(project, to)
    shutil.copy(RULES, to / RULES_FILE)
    return to


@pytest.fixture(scope="module")
def people_only(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with the game's rules, without a machine player."""
    return _copy_project(tmp_path_factory.mktemp("people-only"))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with the game and its machine player."""
    to = _copy_project(tmp_path_factory.mktemp("tree"))
    shutil.copy(MACHINE, to / MACHINE_FILE)
    return to


@pytest.fixture
def run() -> Run:
    def run(tree: Path, module: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        # Without the settings of this test run and of pytest's workers.
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
            timeout=TIMEOUT,
            check=False,
        )

    return run
