"""The recipe quotes the game's real code, and what it names is there."""

from __future__ import annotations

import re
from importlib.util import find_spec

import pytest

from tests.adding_a_game import FOLDER, RULES, RULES_FILE, SUGGESTS, SUGGESTS_FILE

ROOT = FOLDER.parents[1]
RECIPE = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")

QUOTED = re.findall(r"^```python\n(.*?)^```$", RECIPE, re.MULTILINE | re.DOTALL)
MODULES = re.findall(r"python -m ([\w.]+)", RECIPE)
# Any path with a folder in it, in backticks or as the target of a link.
NAMED = sorted(
    {*re.findall(r"`((?:\w+/)+[\w.-]*)`", RECIPE), *re.findall(r"\]\(\.\./\.\./([^)]+)\)", RECIPE)}
)


def test_the_recipe_quotes_code_and_names_files() -> None:
    assert len(QUOTED) > 5
    assert len(MODULES) == 2
    assert len(NAMED) > 10


@pytest.mark.parametrize("block", QUOTED, ids=lambda block: block.strip().splitlines()[0])
def test_what_it_quotes_stands_in_the_game_s_files(block: str) -> None:
    # Whole lines, so that nothing is left off at either end.
    assert any(f"\n{block}" in path.read_text(encoding="utf-8") for path in (RULES, SUGGESTS)), block


@pytest.mark.parametrize("name", NAMED)
def test_what_it_names_is_there(name: str) -> None:
    newcomers = {RULES_FILE.as_posix(), SUGGESTS_FILE.as_posix()}
    assert name in newcomers or (ROOT / name).exists()


@pytest.mark.parametrize("module", MODULES)
def test_the_commands_that_it_gives_can_be_run(module: str) -> None:
    assert find_spec(module) is not None
