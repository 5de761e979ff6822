"""JavaScript for authors of clients: the example plays on whatever happens, and the page's program works."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import Popen

import pytest

from tests.api.docs.api_tour import BASE, PAGE_OF_API
from tests.api.harness.callers import Client, over_http
from tests.api.harness.played_games import begun, play_to_the_end
from tests.api.harness.server_processes import ROOT, Server
from tests.npm.running import FOLDER, MODULES, Node
from tests.pages import blocks, filled

pytestmark = pytest.mark.npm

EXAMPLE = ROOT / "clients" / "javascript"
TOLD = re.compile(r"^ *(\d+)  (.*)\.$")
WITHIN = 60.0


@pytest.fixture
def script(tmp_path: Path, node: Node) -> str:
    """The example as whoever has installed its packages has it."""
    copy = Path(shutil.copytree(EXAMPLE, tmp_path / "example", ignore=lambda *_: ["node_modules"]))
    (copy / "node_modules").symlink_to(MODULES, target_is_directory=True)
    return str(copy / "play.js")


class Player:
    """The example as it plays, and what it has told."""

    def __init__(self, program: Popen[str]) -> None:
        self.program = program
        self.lines: list[str] = []

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.lines[0].removeprefix("Game ")

    @property
    def told(self) -> list[tuple[int, str]]:
        """The version of each event that it has told of, and what it said."""
        found = map(TOLD.match, self.lines)
        return [(int(each[1]), each[2]) for each in found if each is not None]

    async def until(self, version: int) -> None:
        """Listen until it has told of a version."""
        async with asyncio.timeout(WITHIN):
            while not self.told or self.told[-1][0] < version:
                assert await self._line(), f"it ended after {self.lines[-3:]}"

    async def to_the_end(self) -> None:
        """Listen until it ends, which has to be well."""
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
async def playing(node: Node, script: str, url: str, *arguments: object) -> AsyncIterator[Player]:
    with node.start(script, "--url", url, *arguments) as program:
        try:
            yield Player(program)
        finally:
            program.kill()


async def test_it_plays_on_when_the_server_is_killed_and_when_it_is_stopped(
    node: Node, script: str, server: Server
) -> None:
    server.stay()
    async with playing(node, script, server.url, "--pace", "0.05") as player:
        await player.until(15)
        server.kill()
        server.start()
        await player.until(player.told[-1][0] + 6)
        assert server.stop() == 0
        server.start()
        await player.to_the_end()
    async with over_http(server.url) as spectator:
        events = await spectator.events(player.game)
    assert [version for version, _ in player.told] == [event["version"] for event in events]
    moves = [event for event in events if event["__typename"] in ("CardsPlayed", "TurnPassed")]
    assert len(moves) == sum(said.split()[1] in ("plays", "passes") for _, said in player.told)
    assert [said for _, said in player.told if said.startswith("The game is over: ")]


async def test_it_plays_a_game_with_bids_and_tricks(node: Node, script: str, address: str) -> None:
    given = ("--variant", "hundred-and-ten", "--machines", "1", "--pace", "0")
    async with playing(node, script, address, *given) as player:
        await player.to_the_end()
    said = [said for _, said in player.told]
    for words in ("Ada is dealt ", "Ada bids ", "Ada plays ", "machine-1 discards ", "The game is over: "):
        assert any(each.startswith(words) for each in said), words


async def test_the_program_of_the_page_follows_a_game(
    node: Node, script: str, address: str, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    await play_to_the_end([ann, bob], game)
    [block] = blocks(PAGE_OF_API, "js")
    program = Path(script).with_name("page.js")
    base, here = (each.partition("://")[2] for each in (BASE, address.removesuffix("/graphql")))
    program.write_text(
        filled(block.text.replace(base, here), {"anna's token": ann.token, "game": game}), encoding="utf-8"
    )
    done = await asyncio.to_thread(node.run, str(program))
    assert (done.returncode, done.stderr) == (0, "")
    told = [f"{event['version']} {event['__typename']}" for event in await ann.events(game)]
    assert done.stdout.splitlines() == told


def test_it_is_tested_with_the_packages_that_it_asks_for() -> None:
    wanted = json.loads((EXAMPLE / "package.json").read_text())["dependencies"]
    tested = json.loads((FOLDER / "package.json").read_text())["devDependencies"]
    assert wanted == {name: f"^{tested[name]}" for name in wanted}
