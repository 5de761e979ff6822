"""`kibitz moderation` beside a running server."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from getpass import getuser
from pathlib import Path
from uuid import uuid4

import pytest

from application.moderation.bans import CHECK_INTERVAL
from tests.api.harness.callers import Client, over_http
from tests.api.harness.played_games import begun
from tests.api.harness.server_processes import Kibitz, Server
from tests.api.harness.socket_client import socket
from tests.api.identity.test_open_connections import ME, closed


@pytest.fixture
def data_dir(tmp_path: Path, empty_data: Path) -> Path:
    """The data directory of a server that has run."""
    return Path(shutil.copytree(empty_data, tmp_path / "data"))


def run(kibitz: Kibitz, data_dir: Path, *arguments: str) -> str:
    done = kibitz(*arguments, "--data-dir", data_dir)
    assert done.returncode == 0, done.stderr
    return done.stdout


async def code(client: Client) -> str | None:
    answer = (await client.post({"query": ME})).json()
    return answer["errors"][0]["extensions"]["code"] if "errors" in answer else None


async def test_damaged_read_models_hinder_only_commands_that_read_them(
    kibitz: Kibitz, server: Server
) -> None:
    data = server.data_dir
    async with over_http(server.url) as spectator:
        ann, bob = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        game = await begun(ann, bob)
    assert server.stop() == 0
    for path in data.glob("read.db*"):
        path.write_bytes(b"no database " * 1_000)
    run(kibitz, data, "token", "Zoe")
    run(kibitz, data, "log", "check")
    # The game that the player has to leave is found in the log.
    run(kibitz, data, "moderation", "ban", bob.player, "--reason=Rude")
    assert '"by":"operator"' in run(kibitz, data, "export", "events", "--format", "ndjson")
    run(kibitz, data, "moderation", "close", game, "--reason=Rude", "--yes")
    done = kibitz("projections", "status", "--data-dir", data)
    assert done.returncode == 1
    assert "read.db cannot be opened: file is not a database; " in done.stderr
    assert "delete read.db, read.db-wal and read.db-shm" in done.stderr


async def test_bans_kicks_and_renames_reach_a_running_server(kibitz: Kibitz, server: Server) -> None:
    data = server.data_dir
    async with over_http(server.url) as spectator:
        ann, bob, rude = [await spectator.sign_in(name) for name in ("Ann [b]of[/b] Ely", "Bob", "Rude")]
        running, closing = await begun(ann, bob), await bob.create()
        async with socket(server.url, ann.token) as connection:
            reason = "--reason=Insulted [red]Bob[/red]"
            banned = run(kibitz, data, "moderation", "ban", ann.player, reason, "--days=2")
            assert banned.startswith(f"Banned {ann.player} until 20")
            began = time.monotonic()
            assert (await closed(connection)).code == 4403
            assert time.monotonic() - began < CHECK_INTERVAL + 1
        assert await code(ann) == "BANNED"
        assert [seat["automated"] for seat in (await bob.game(running))["seats"]] == [True, False]
        listed = run(kibitz, data, "moderation", "bans")
        assert "Ann [b]of[/b] Ely" in listed
        assert "Insulted [red]Bob[/red]" in listed
        # A ban outlasts the server.
        server.stay()
        server.stop()
        server.start()
        assert await code(ann) == "BANNED"
        assert run(kibitz, data, "moderation", "unban", ann.player, "--reason=Sorry").startswith("Lifted")
        await asyncio.sleep(CHECK_INTERVAL + 0.5)
        assert await code(ann) is None
        run(kibitz, data, "moderation", "ban", "203.0.113.9/24", "--reason=Spam", "--until=2099-01-01")
        run(kibitz, data, "moderation", "unban", "203.0.113.0/24", "--reason=Sorry")
        run(kibitz, data, "moderation", "kick", running, bob.player, "--reason=Stalls")
        run(
            kibitz, data, "moderation", "rename", rude.player, "--name=Ada", "--fixed-days=1", "--reason=Rude"
        )
        run(kibitz, data, "player", "rename", bob.player, "Robert")
        run(kibitz, data, "moderation", "close", closing, "--yes", "--reason=It hangs")
        assert (await bob.game(closing))["stage"] == "CLOSED"
        assert (await rude.refused("rename", name="Anna"))["code"] == "NAME_FIXED"
    lines = [line for line in run(kibitz, data, "moderation", "log").splitlines() if getuser() in line]
    actions = ["close game", "rename player", "rename player", "kick player", "lift ban", "ban address"]
    actions += ["lift ban", "ban player"]
    assert len(lines) == len(actions)
    assert [each in line for each, line in zip(actions, lines, strict=True)] == [True] * len(actions)
    assert "not confirmed" not in "".join(lines)
    found = run(kibitz, data, "moderation", "log", "--action=ban-player", "--player", ann.player)
    assert sum(getuser() in line for line in found.splitlines()) == 1
    assert json.dumps(server.log).count("Traceback") == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("ban", "nobody", "--reason=x"), "There is no such player."),
        (("ban", "0.0.0.0/0", "--reason=x"), "the network is too wide"),
        (("ban", "127.0.0.1", "--reason=x"), "it is not an address of clients"),
        (("ban", "203.0.113.7", "--reason= "), "A reason has 1 to 500 printable characters."),
        (("ban", "203.0.113.7", "--reason=x", "--until=2020-01-01"), "The time must be in the future"),
        (("ban", "203.0.113.7", "--reason=x", "--days=-1"), "The time must be in the future"),
        (("ban", "203.0.113.7", "--reason=x", "--days=1", "--until=2099-01-01"), "give either"),
        (("unban", "203.0.113.7", "--reason=x"), "There is no such ban."),
        (("kick", str(uuid4()), "nobody", "--reason=x"), "There is no such game"),
        (("rename", "nobody", "--reason=x"), "There is no such player."),
        (("close", str(uuid4()), "--yes", "--reason=x"), "There is no such game"),
        # Without a question first.
        (("close", str(uuid4())), "There is no such game"),
    ],
)
def test_mistakes_are_named_and_leave_no_entry(
    kibitz: Kibitz, data_dir: Path, arguments: tuple[str, ...], error: str
) -> None:
    done = kibitz("moderation", *arguments, "--data-dir", data_dir)
    assert (done.returncode, done.stdout) == (1, "")
    assert error in done.stderr
    assert getuser() not in run(kibitz, data_dir, "moderation", "log")
