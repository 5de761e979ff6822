"""Tests that the import contracts of pyproject.toml hold and detect violations."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# A small project that keeps the contracts; `whist` represents a new game.
ALLOWED = {
    "domain/__init__.py": "",
    "domain/game.py": "import domain.rules",
    "domain/rules/__init__.py": "import pkgutil",
    "domain/rules/seating.py": "import domain.game",
    "domain/rules/tricks.py": "import domain.rules.seating",
    "domain/rules/oh_hell.py": "import domain.rules\nimport domain.rules.tricks\nimport domain.rules.seating",
    "domain/rules/whist.py": "from domain.rules.tricks import *",
    "domain/machine/__init__.py": "",
    "domain/machine/oh_hell.py": "import domain.rules.oh_hell",
    "domain/machine/whist.py": "import domain.rules.whist",
    "application/__init__.py": "import domain.game\nimport eventsourcing.application",
    "projections/__init__.py": "import application\nimport eventsourcing.projection",
    "api/__init__.py": "import projections\nimport application\nimport domain.game\nimport kibitz_client",
    "environments/__init__.py": "import application\nimport domain.game",
    "kibitz_client/__init__.py": "",
}


def lint(house: Path) -> subprocess.CompletedProcess[str]:
    """Check the packages in a folder against the project's contracts."""
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    options = ["--config", str(ROOT / "pyproject.toml"), "--no-cache", "--no-logo"]
    return subprocess.run(
        [sys.executable, "-c", program, *options],
        cwd=house,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"COLUMNS": "200"},
    )


def build(house: Path, files: dict[str, str]) -> Path:
    for path, source in files.items():
        (house / path).parent.mkdir(parents=True, exist_ok=True)
        (house / path).write_text(source + "\n", encoding="utf-8")
    return house


def test_project_keeps_the_contracts() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_allowed_imports_keep_the_contracts(tmp_path: Path) -> None:
    done = lint(build(tmp_path, ALLOWED))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("path", "line", "contract"),
    [
        ("domain/game.py", "import application", "Layers"),
        ("application/__init__.py", "import projections", "Layers"),
        ("projections/__init__.py", "import api", "Layers"),
        ("domain/rules/whist.py", "import domain.rules.oh_hell", "The rules of one game"),
        ("domain/rules/tricks.py", "import domain.rules.oh_hell", "The rules of one game"),
        ("domain/machine/whist.py", "import domain.machine.oh_hell", "The machine player of one game"),
        ("domain/game.py", "import eventsourcing.domain", "Only application and projections"),
        ("api/__init__.py", "import eventsourcing.domain", "Only application and projections"),
        ("kibitz_client/__init__.py", "import domain.game", "The client knows the server"),
        ("environments/__init__.py", "import api", "Environments import"),
        ("environments/__init__.py", "import projections", "Environments import"),
        ("application/__init__.py", "import environments", "Nothing imports environments"),
        ("application/__init__.py", "import kibitz_client", "Only the api uses the client"),
    ],
)
def test_forbidden_import_breaks_its_contract(tmp_path: Path, path: str, line: str, contract: str) -> None:
    done = lint(build(tmp_path, {**ALLOWED, path: f"{ALLOWED[path]}\n{line}"}))
    broken = [row for row in done.stdout.splitlines() if " BROKEN" in row]
    assert done.returncode == 1, done.stdout + done.stderr
    assert len(broken) == 1, done.stdout
    assert broken[0].startswith(contract)
