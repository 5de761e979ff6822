"""Fixture of programs that use the JavaScript package."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path
from typing import Final

import pytest

from tests.npm.javascript.packing import packed
from tests.npm.node import FOLDER, MODULES, Node

PROGRAM: Final = FOLDER / "javascript" / "program"


@pytest.fixture
def program(node: Node, tmp_path: Path) -> Path:
    """A copy of the programs that use the package, with the packed package installed."""
    folder = Path(shutil.copytree(PROGRAM, tmp_path / "program"))
    modules = folder / "node_modules"
    modules.mkdir()
    for name in ("graphql-ws", "ws"):
        (modules / name).symlink_to(MODULES / name, target_is_directory=True)
    with tarfile.open(packed(tmp_path)) as archive:
        archive.extractall(modules, filter="data")
    (modules / "package").rename(modules / "kibitz-client")
    return folder
