"""Tests of docs/how-to/add-a-game.md: quoted code, named files and commands."""

from __future__ import annotations

import re
from importlib.util import find_spec

import pytest

from tests.adding_a_game import FOLDER, MACHINE, MACHINE_FILE, RULES, RULES_FILE

ROOT = FOLDER.parents[1]
RECIPE = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")

QUOTED = re.findall(r"^```python\n(.*?)^```$", RECIPE, re.MULTILINE | re.DOTALL)
MODULES = re.findall(r"python -m ([\w.]+)", RECIPE)
# Any path with a folder in it, in backticks or as the target of a link.
NAMED = sorted(
    {*re.findall(r"`((?:\w+/)+[\w.-]*)`", RECIPE), *re.findall(r"\]\(\.\./\.\./([^)]+)\)", RECIPE)}
)


def test_recipe_has_quotes_and_paths() -> None:
    assert len(QUOTED) > 5
    assert len(MODULES) == 2
    assert len(NAMED) > 10


@pytest.mark.parametrize("block", QUOTED, ids=lambda block: block.strip().splitlines()[0])
def test_quoted_code_is_in_the_games_files(block: str) -> None:
    # Quotes are whole lines.
    assert any(f"\n{block}" in path.read_text(encoding="utf-8") for path in (RULES, MACHINE)), block


@pytest.mark.parametrize("name", NAMED)
def test_named_paths_exist(name: str) -> None:
    added = {RULES_FILE.as_posix(), MACHINE_FILE.as_posix()}
    assert name in added or (ROOT / name).exists()


@pytest.mark.parametrize("module", MODULES)
def test_named_commands_exist(module: str) -> None:
    assert find_spec(module) is not None
