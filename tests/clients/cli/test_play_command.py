"""Tests of `kibitz play` against a server in another process."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from kibitz_client import Connection, CustomPlayer, Move, View, play, player_chooser, suggestion_chooser
from tests.api.harness.server_processes import environment
from tests.processes.installation import Process as Server

pytestmark = pytest.mark.timeout(90)

PROGRAM = Path(sys.executable).with_name("kibitz")
SOON = 40.0

PLAYERS = '''
import json
from pathlib import Path

class Diarist:
    """Writes the hands that it sees to a file."""

    def choose(self, view, legal):
        with Path("diary").open("a") as diary:
            seen = [[seat.index == view.seat, seat.hand] for seat in view.seats]
            print(json.dumps(seen), file=diary)
        return min(legal, key=lambda move: move.name == "PassTurn")

def broken(view, legal):
    raise LookupError("which card was it?")
'''


@asynccontextmanager
async def play_process(server: Server, game: str, *arguments: str) -> AsyncIterator[Process]:
    """Run `kibitz play` in a process, in the current directory."""
    process = await asyncio.create_subprocess_exec(
        PROGRAM, "play", game, "--url", server.url, *arguments, env=environment(), stdout=PIPE, stderr=PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def wait_for_event(connection: Connection, game: str, holds: Callable[[str, int], bool]) -> None:
    async for event in connection.follow(game):
        if holds(event.name, event.version):
            break


async def run_play(server: Server, game: str, *arguments: str) -> Result:
    """Run `kibitz play` in this process until it ends."""
    command = ["play", game, "--url", server.url, *arguments]
    return await asyncio.to_thread(CliRunner().invoke, app, command, catch_exceptions=False)


async def exit_and_output(process: Process) -> tuple[int | None, str, str]:
    out, err = await asyncio.wait_for(process.communicate(), SOON)
    return process.returncode, out.decode(), err.decode()


class Steady:
    """Passes only if no other move is legal."""

    def choose(self, view: View, legal: tuple[Move, ...]) -> Move:
        return min(legal, key=lambda move: move.name == "PassTurn")


async def test_custom_player_returns_to_its_seat_after_a_failure_and_survives_a_server_crash(
    server: Server, here: Path
) -> None:
    (here / "mine.py").write_text(PLAYERS)
    async with (
        await Connection.guest(server.url, "Ann") as ann,
        await Connection.guest(server.url, "Cyd") as cyd,
    ):
        game = (await ann.create_game("president")).id
        await cyd.send_command("JoinGame", game)
        failing = asyncio.create_task(run_play(server, game, "--as", "mine:broken", "--name", "Bob"))
        await asyncio.wait_for(
            wait_for_event(ann, game, lambda name, version: name == "PlayerJoined" and version > 3), SOON
        )
        await ann.send_command("StartGame", game)
        steady: list[CustomPlayer] = [Steady(), Steady()]
        others = [
            asyncio.create_task(play(each, game, player_chooser(player, "steady")))
            for each, player in zip((ann, cyd), steady, strict=True)
        ]
        failed = await asyncio.wait_for(failing, SOON)
        assert failed.exit_code == 1
        assert "the player mine:broken of seat 2 raised LookupError: which card was it?" in failed.stderr
        assert "Traceback" not in failed.stderr
        before = (await ann.get_game(game)).game
        assert before.table is not None
        assert before.table.to_move == (2,)
        assert f'"version":{before.version},' in failed.stderr

        token = re.search(r"--token (\S+)", failed.stdout)
        assert token is not None
        async with play_process(server, game, "--as", "mine:Diarist", "--token", token[1]) as process:
            await asyncio.wait_for(
                wait_for_event(ann, game, lambda _, version: version > before.version + 4), SOON
            )
            server.kill()
            await asyncio.sleep(0.3)
            server.start()
            code, out, err = await exit_and_output(process)
        assert (code, err) == (0, "")
        over = await asyncio.wait_for(asyncio.gather(*others), SOON)
    assert over[0].result is not None
    assert f"Bob, at seat 3, came in place {over[0].result.place(2)} of 3." in out
    assert "Final places after 1 round" in out
    # The result of each seat has luck and play beside it, with their errors.
    luck = re.findall(r"│ +([+-]\d\.\d\d) │ +([+-]\d\.\d\d) ± 0\.\d\d │ +([+-]\d\.\d\d) ± \d\.\d\d │", out)
    assert [float(result) for result, _, _ in luck] == [1, 0, -1]
    assert abs(sum(float(result) - float(own) - float(play) for result, own, play in luck)) < 0.1
    assert "In places; ± is the 95 % interval of luck, and what play may owe to chance." in out
    diary = [json.loads(line) for line in (here / "diary").read_text().splitlines()]
    assert diary
    for hands in diary:
        assert all(("??" in hand) is not own for own, hand in hands if hand)


def test_invalid_arguments_are_reported(here: Path) -> None:
    (here / "mine.py").write_text(PLAYERS)
    for arguments, message in (
        (("--as", "mine:broken"), "--token"),
        (("--as", "mine:nobody", "--name", "Bob"), "no 'nobody' in"),
        (("--as", "greedy", "--name", "Bob", "--url", "http://127.0.0.1:1/graphql"), "http://127.0.0.1:1"),
    ):
        refused = CliRunner().invoke(app, ["play", "game", *arguments], catch_exceptions=False)
        assert refused.exit_code == 1
        assert refused.stderr.startswith("kibitz: ")
        assert message in refused.stderr


async def test_greedy_player_takes_the_server_suggestions(server: Server, here: Path) -> None:
    async with await Connection.guest(server.url, "Ann") as ann:
        game = (await ann.create_game("president")).id
        await ann.send_command("FillSeats", game, count=1)
        greedy = asyncio.create_task(run_play(server, game, "--as", "greedy", "--name", "Bob"))
        await asyncio.wait_for(
            wait_for_event(ann, game, lambda name, version: name == "PlayerJoined" and version > 4), SOON
        )
        await ann.send_command("StartGame", game)
        over = await asyncio.wait_for(play(ann, game, suggestion_chooser(ann)), SOON)
        done = await asyncio.wait_for(greedy, SOON)
    assert done.exit_code == 0, done.stderr
    assert over.result is not None
    assert f"came in place {over.result.place(2)} of 3." in done.stdout
    assert done.stdout.count("The seats are closed. The game waits for the seeds of Ann.\n") == 1
