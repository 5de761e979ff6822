"""Types by `graphql-codegen` for a program with documents of its own, which compiles with them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest

from tests.npm.javascript.packing import PACKAGE
from tests.npm.javascript.test_package import TSC
from tests.npm.node import FOLDER, MODULES, Node
from tests.npm.test_schema_lint import SCHEMA

PROGRAM: Final = FOLDER / "codegen" / "program"


@pytest.fixture
def program(node: Node, tmp_path: Path) -> Path:
    """A copy of the program with the packages that it imports, and its generated types."""
    folder = Path(shutil.copytree(PROGRAM, tmp_path / "program"))
    shutil.copy(SCHEMA, folder)
    modules = folder / "node_modules"
    modules.mkdir()
    for path in MODULES.iterdir():
        (modules / path.name).symlink_to(path, target_is_directory=True)
    (modules / "kibitz-client").symlink_to(PACKAGE, target_is_directory=True)
    made = node.run("codegen/generate.mjs", folder)
    assert (made.stdout, made.stderr, made.returncode) == ("", "", 0)
    return folder


def test_program_compiles_with_generated_types(node: Node, program: Path) -> None:
    assert _errors(node, program) == ""


def test_wrong_use_of_generated_types_is_found(node: Node, program: Path) -> None:
    source = program / "program.ts"
    text = source.read_text(encoding="utf-8")
    assert "event.seat" in text
    source.write_text(text.replace("event.seat", "event.sea"), encoding="utf-8")
    assert "error TS2551" in _errors(node, program)


def _errors(node: Node, program: Path) -> str:
    done = node.run(TSC, "--project", program, "--noEmit", "--pretty", "false")
    assert (done.returncode != 0) == bool(done.stdout), done.stderr
    return done.stdout
