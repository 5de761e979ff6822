"""Tests of the JavaScript examples: in `clients/javascript`, on its page, and in docs/api.md."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import Popen
from typing import Final

import pytest
from graphql import OperationDefinitionNode, OperationType, parse

from tests.api.docs.api_tour import BASE, TOUR
from tests.api.harness.callers import Client, over_http
from tests.api.harness.played_games import begun, play_to_the_end
from tests.api.harness.server_processes import ROOT, Server
from tests.npm.javascript.packing import packed
from tests.npm.node import FOLDER, MODULES, Node
from tests.pages import blocks, filled

EXAMPLE = ROOT / "clients" / "javascript"
README = (EXAMPLE / "README.md").read_text(encoding="utf-8")
EVENT_LINE = re.compile(r"^ *(\d+)  (.*)\.$")
WITHIN = 60.0


@pytest.fixture
def script(tmp_path: Path, node: Node) -> str:
    """A copy of the example with its packages installed."""
    copy = Path(shutil.copytree(EXAMPLE, tmp_path / "example", ignore=lambda *_: ["node_modules"]))
    (copy / "node_modules").symlink_to(MODULES, target_is_directory=True)
    return str(copy / "examples" / "play.js")


class Player:
    """A running example and its output."""

    def __init__(self, program: Popen[str]) -> None:
        self.program = program
        self.lines: list[str] = []

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.lines[0].removeprefix("Game ")

    @property
    def events(self) -> list[tuple[int, str]]:
        """The version and the text of each event printed."""
        found = map(EVENT_LINE.match, self.lines)
        return [(int(each[1]), each[2]) for each in found if each is not None]

    async def until(self, version: int) -> None:
        """Read until the event of a version."""
        async with asyncio.timeout(WITHIN):
            while not self.events or self.events[-1][0] < version:
                assert await self._line(), f"the example ended after {self.lines[-3:]}"

    async def to_the_end(self) -> None:
        """Read until the example ends with exit code 0."""
        async with asyncio.timeout(WITHIN):
            while await self._line():
                pass
            assert await asyncio.to_thread(self.program.wait) == 0

    async def _line(self) -> bool:
        assert self.program.stdout is not None
        line = await asyncio.to_thread(self.program.stdout.readline)
        self.lines += [line.rstrip("\n")] if line else []
        return bool(line)


@asynccontextmanager
async def run_example(node: Node, script: str, url: str, *arguments: object) -> AsyncIterator[Player]:
    with node.start(script, "--url", url, *arguments) as program:
        try:
            yield Player(program)
        finally:
            program.kill()


async def test_example_continues_after_server_restarts(node: Node, script: str, server: Server) -> None:
    server.stay()
    async with run_example(node, script, server.url, "--pace", "0.05") as player:
        await player.until(15)
        server.kill()
        server.start()
        await player.until(player.events[-1][0] + 6)
        assert server.stop() == 0
        server.start()
        await player.to_the_end()
    async with over_http(server.url) as spectator:
        events = await spectator.events(player.game)
    begin = player.events[0][0]
    assert [version for version, _ in player.events] == [event["version"] for event in events[begin - 1 :]]
    moves = [event for event in events if event["__typename"] in ("CardsPlayed", "TurnPassed")]
    assert len(moves) == sum(text.split()[1] in ("plays", "passes") for _, text in player.events)
    assert [text for _, text in player.events if text.startswith("The game is over: ")]


async def test_example_plays_a_game_with_bids_and_tricks(node: Node, script: str, address: str) -> None:
    given = ("--variant", "hundred-and-ten", "--machines", "1", "--pace", "0")
    async with run_example(node, script, address, *given) as player:
        await player.to_the_end()
    text = [text for _, text in player.events]
    for words in ("Ada is dealt ", " bids ", "Ada plays ", " discards ", "The game is over: "):
        assert any(words in each for each in text), words


async def test_program_in_the_api_docs_follows_a_game(
    node: Node, script: str, address: str, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    [block] = blocks(TOUR, "js")
    program = Path(script).with_name("page.js")
    base, here = (each.partition("://")[2] for each in (BASE, address.removesuffix("/graphql")))
    program.write_text(
        filled(block.text.replace(base, here), {"anna's token": ann.token, "game": game}), encoding="utf-8"
    )
    with node.start(str(program)) as running:
        try:
            assert running.stdout is not None
            begin = (await ann.game(game))["version"]
            assert await asyncio.to_thread(running.stdout.readline) == f"{begin} snapshot\n"
            await play_to_the_end([ann, bob], game)
            lines = (await asyncio.to_thread(running.stdout.read)).splitlines()
            assert await asyncio.to_thread(running.wait) == 0
        finally:
            running.kill()
    events = await ann.events(game)
    assert [name for line in lines for name in line.split()[1:]] == [
        event["__typename"] for event in events[begin:]
    ]
    assert lines[-1].split()[0] == str(events[-1]["version"])


async def test_program_of_the_readme_plays_a_game(node: Node, script: str, address: str) -> None:
    block, _ = [each for each in blocks(EXAMPLE / "README.md") if each.language == "js"]
    program = Path(script).with_name("readme.js")
    program.write_text(block.text.replace(f"{BASE}/graphql", address), encoding="utf-8")
    done = await asyncio.to_thread(node.run, str(program))
    assert (done.stderr, done.returncode) == ("", 0)
    assert re.fullmatch(r"(Ada|machine-\d) won\.\n", done.stdout)


QUEUING: Final = """import {{ Kibitz, accepted }} from 'kibitz-client';
import WebSocket from 'ws';
const kibitz = await Kibitz.guest('{address}', 'Ada', {{ WebSocket }});
const id = accepted(await kibitz.mutate.createGame({{ variant: 'hundred-and-ten' }})).game.id;
accepted(await kibitz.mutate.fillSeats({{ game: id, count: 1 }}));
accepted(await kibitz.mutate.startGame({{ game: id }}));
setTimeout(() => kibitz.mutate.automateSeat({{ game: id }}), 2000);
{program}
console.log('over');
await kibitz.close();
"""


async def test_readme_program_queues_a_bid(script: str, node: Node, address: str) -> None:
    _, block = [each for each in blocks(EXAMPLE / "README.md") if each.language == "js"]
    program = Path(script).with_name("queuing.js")
    program.write_text(QUEUING.format(address=address, program=block.text), encoding="utf-8")
    done = await asyncio.to_thread(node.run, str(program))
    assert (done.stderr, done.returncode) == ("", 0)
    # The machine bids first, and may bid more.
    assert re.fullmatch(r"(placeBid was dropped: NOT_LEGAL\n)?over\n", done.stdout)


@pytest.mark.parametrize("form", ["folder", "archive"])
def test_package_is_installed_as_the_readme_says(node: Node, tmp_path: Path, form: str) -> None:
    found = re.search(r"^\$ (npm install .*)path/to/kibitz/clients/javascript$", README, re.MULTILINE)
    assert found is not None
    command = found[1] if form == "folder" else "npm install "
    package = EXAMPLE if form == "folder" else packed(tmp_path)
    (tmp_path / "package.json").write_text('{"private": true, "type": "module"}')
    # From here, so that the test needs no registry.
    dependencies = [str(MODULES / name) for name in ("graphql-ws", "graphql")]
    npm, *options = command.split()
    given = [*options, "--offline", str(package), *dependencies]
    program = shutil.which(npm)
    assert program is not None, "it comes with Node"
    subprocess.run([program, *given], cwd=tmp_path, capture_output=True, check=True, timeout=100)
    (tmp_path / "program.js").write_text("import { Kibitz } from 'kibitz-client'; console.log(Kibitz.name);")
    done = node.run(str(tmp_path / "program.js"))
    assert (done.stdout, done.stderr) == ("Kibitz\n", "")


def test_readme_names_the_queries_with_methods() -> None:
    documents = parse((EXAMPLE / "documents.graphql").read_text(encoding="utf-8")).definitions
    queries = [
        each.name.value.lower()
        for each in documents
        if isinstance(each, OperationDefinitionNode)
        and each.name is not None
        and each.operation is OperationType.QUERY
    ]
    assert re.findall(r"query\.(\w+)\(", README) == queries


def test_example_is_tested_with_its_own_dependencies() -> None:
    package = json.loads((EXAMPLE / "package.json").read_text())
    wanted = package["dependencies"] | package["devDependencies"]
    tested = json.loads((FOLDER / "package.json").read_text())["devDependencies"]
    assert wanted == {name: f"^{tested[name]}" for name in wanted}
