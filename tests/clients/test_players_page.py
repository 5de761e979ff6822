"""Tests of docs/how-to/write-a-player.md: its player plays every game, and its program plays a seat."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from api.cli import app
from domain.rules import variants
from kibitz_client import Move, Seat, Table, View, play, suggestion_chooser
from tests.clients.conftest import SignIn
from tests.pages import blocks

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "write-a-player.md"
TEXT = PAGE.read_text(encoding="utf-8")
PYTHON = [each.text for each in blocks(PAGE, "python")]
COMMANDS = re.findall(r"^\$ uv run kibitz (simulate .*)$", TEXT, re.MULTILINE)


@pytest.fixture(autouse=True)
def mymodule(here: Path) -> None:
    (here / "mymodule.py").write_text(PYTHON[0])


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run_unchanged(command: str) -> None:
    arguments = [*command.split(), "--games", "2"]
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    assert "mymodule:Cautious" in done.stdout


@pytest.mark.parametrize("variant", variants())
def test_player_plays_every_game(variant: str) -> None:
    players = "mymodule:Cautious,greedy,mymodule:first,greedy"
    arguments = ["simulate", "--players", players, "--variant", variant, "--games", "2", "--json"]
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 2


async def test_program_plays_a_seat(signed_in: SignIn, address: str) -> None:
    names: dict[str, Any] = {}
    for block in PYTHON:
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102 - code of this repository
    ann, cyd = await signed_in("Ann", "Cyd")
    game = (await ann.create_game("president")).id
    await cyd.send_command("JoinGame", game)
    program = asyncio.create_task(names["play_as_guest"](address, game, "Bob"))
    async for event in ann.follow(game):
        if event.name == "PlayerJoined" and event["seat"] == 2:
            break
    await ann.send_command("StartGame", game)
    others = asyncio.gather(*(play(each, game, suggestion_chooser(each)) for each in (ann, cyd)))
    async with asyncio.timeout(30):
        over = (await others)[0]
        assert over.result is not None
        assert await program == over.result.place(2)


def test_attributes_named_on_the_page_exist() -> None:
    for attribute, description in re.findall(r"^\| `(\w+)`.*?\| (.*) \|$", TEXT, re.MULTILINE):
        assert hasattr(View, attribute), attribute
        owner = {"seats": Seat, "table": Table}.get(attribute)
        for name in re.findall(r"`(\w+)`", description) if owner else ():
            assert hasattr(owner, name), (attribute, name)
    assert "legal moves" in TEXT
    for expression in re.findall(r"`(Move\(.*?\))`", TEXT):
        assert isinstance(eval(expression, {"Move": Move}), Move)  # noqa: S307 - code of this repository
