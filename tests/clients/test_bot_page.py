"""docs/how-to/write-a-bot.md: both bots run as they stand, and play games of all kinds to the end."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from domain.rules import variants
from tests.npm.node import unavailable
from tests.pages import blocks

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "write-a-bot.md"
TEXT = PAGE.read_text(encoding="utf-8")
WITHIN = 60.0


def saved(language: str, file: Path) -> str:
    """Save the page's program and return where it is."""
    [block] = blocks(PAGE, language)
    file.write_text(block.text, encoding="utf-8")
    return str(file)


async def plays_to_the_end(*command: str) -> None:
    """Run a program to its end, and check the line that it prints."""
    done = await asyncio.to_thread(
        subprocess.run,
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"Place \d of \d in game [\w-]+\n", done.stdout), done.stdout


@pytest.mark.parametrize("variant", variants())
async def test_the_python_bot_plays_to_the_end(tmp_path: Path, address: str, variant: str) -> None:
    await plays_to_the_end(sys.executable, saved("python", tmp_path / "bot.py"), address, variant)


@pytest.mark.parametrize("variant", variants())
async def test_the_javascript_bot_plays_to_the_end(tmp_path: Path, address: str, variant: str) -> None:
    node = shutil.which("node")
    if node is None:
        unavailable("there is no node here")
    await plays_to_the_end(node, saved("js", tmp_path / "bot.mjs"), address, variant)


def test_the_page_runs_its_programs_by_these_commands() -> None:
    assert re.findall(r"^\$ .*(?:python|node) (.*)$", TEXT, re.MULTILINE) == [
        "bot.py http://127.0.0.1:8000/graphql president",
        "bot.mjs http://127.0.0.1:8000/graphql president",
    ]
    assert all(f"`{variant}`" in TEXT for variant in variants())
