"""`kibitz projections` beside a running server, and beside a log with an event that cannot be read."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from uuid import UUID

from tests.api import documents as d
from tests.api.asking import Client, Json, over_http
from tests.api.processes import Kibitz, Server
from tests.api.tables import begun, eventually

TAMPERED = b'{"type":"HandDealt","seat":0,"cards":["KH","QH","the secret card"],"shuffle":0}'


async def test_read_models_are_looked_at_and_made_anew_beside_a_running_server(
    kibitz: Kibitz, server: Server
) -> None:
    async with over_http(server.url) as onlooker:
        ann = await onlooker.sign_in("Ann")
        games = [await ann.create() for _ in range(3)]
        head = 2 * len(games)
        done = await asyncio.to_thread(
            kibitz, "projections", "rebuild", "game_list", "--data-dir", server.data_dir
        )
        assert done.returncode == 0, done.stderr
        assert f"game_list is rebuilt up to position {head}." in done.stdout
        assert await ann.listed("MINE") == games[::-1]
        games.append(await ann.create())

        async def caught_up() -> bool:
            return await ann.listed("MINE") == games[::-1]

        await eventually(caught_up)
        done = await asyncio.to_thread(kibitz, "projections", "status", "--data-dir", server.data_dir)
        assert done.returncode == 0, done.stderr
        rows = [line.split() for line in done.stdout.splitlines() if "game_" in line]
        for row in rows:
            assert row[4:8:2] == ["following", "│"] or "following" in row
            assert str(head + 2) in row
    assert server.stop() == 0


def tamper(log: Path, game: str) -> tuple[int, int]:
    """Make an event of a game one that cannot be read; return its version and position."""
    with sqlite3.connect(log) as connection:
        found = connection.execute(
            "UPDATE events SET state = ? WHERE game = ? AND topic = 'HandDealt' RETURNING version, position",
            (TAMPERED, UUID(game).bytes),
        ).fetchone()
    connection.close()
    version, position = found
    return version, position


async def test_an_event_that_cannot_be_read_is_named_to_the_operator_alone(
    kibitz: Kibitz, server: Server
) -> None:
    async with over_http(server.url) as onlooker:
        ann, bob = [await onlooker.sign_in(name) for name in ("Ann", "Bob")]
        whole, broken = await ann.create(), await begun(ann, bob)
    assert server.stop() == 0
    version, position = tamper(server.data_dir / "log.db", broken)
    for path in server.data_dir.glob("read.db*"):
        path.unlink()

    server.start()
    async with over_http(server.url) as onlooker:
        asked: list[tuple[str, Json]] = [
            (d.GAME, {"id": broken}),
            (d.EVENTS, {"game": broken}),
            (d.REPLAY, {"game": broken, "version": 1}),
        ]
        for document, given in asked:
            answer = await onlooker.ask(document, **given)
            (error,) = answer["errors"]
            assert error["message"] == "Something went wrong on the server."
            assert error["extensions"] == {"code": "INTERNAL"}
            assert not any(word in str(answer) for word in ("secret", "KH", "HandDealt"))
        ann = Client(onlooker.http, ann.token, ann.player)
        assert await ann.code(d.mutation("queuePass"), input={"game": broken}) == "INTERNAL"
        # The other games go on.
        assert (await ann.must("fillSeats", game=whole, count=1))["version"] == 4
    for word in (broken, f"version {version}", "'HandDealt'"):
        assert word in server.log

    data = ("--data-dir", server.data_dir)
    status = await asyncio.to_thread(kibitz, "projections", "status", *data)
    assert status.returncode == 0
    line = next(line for line in status.stdout.splitlines() if "game_list" in line)
    for word in ("stopped", str(position - 1), broken, f"version {version}", "'HandDealt'"):
        assert word in line

    done = await asyncio.to_thread(kibitz, "projections", "rebuild", "game_list", *data)
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if line.startswith("kibitz: ")]
    assert len(said) == 1
    for word in ("game_list", broken, f"version {version}", f"position {position}"):
        assert word in said[0]
    assert "Traceback" not in done.stderr
    assert server.stop() == 0


def test_a_read_model_that_is_none_is_named(kibitz: Kibitz, tmp_path: Path) -> None:
    made = kibitz("token", "Ann", "--data-dir", tmp_path)
    assert made.returncode == 0
    done = kibitz("projections", "rebuild", "[/nonsense]", "--data-dir", tmp_path)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "[/nonsense]" in line
    assert "game_list" in line


def test_where_there_is_no_log_none_is_made(kibitz: Kibitz, tmp_path: Path) -> None:
    done = kibitz("projections", "status", "--data-dir", tmp_path / "nowhere")
    assert done.returncode == 1
    assert "nowhere" in done.stderr
    assert list(tmp_path.iterdir()) == []
