"""`kibitz token` and `kibitz player`: operators, renamed players and erased players."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import jwt
import pytest
from rich.console import Console
from typer.testing import CliRunner

from api.cli import player as player_commands
from application.players.registry import CHANGE_CHECK_INTERVAL
from tests.api.harness.callers import Client, over_http
from tests.api.harness.server_processes import Kibitz, Server
from tests.api.identity.sessions.session_documents import is_signed_in, renewed

WHO = "{ session { player { id name } roles } }"


@pytest.fixture
def data_dir(tmp_path: Path, empty_data: Path) -> Path:
    """The data directory of a server that has run."""
    return Path(shutil.copytree(empty_data, tmp_path / "data"))


@pytest.fixture
def in_80_columns(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, Path], str]:
    """Runs a command of `kibitz player` in a terminal of 80 columns, and returns its output."""
    monkeypatch.setattr(player_commands, "console", Console(width=80))

    def run(command: str, argument: str, data_dir: Path) -> str:
        done = CliRunner().invoke(player_commands.player, [command, argument, "--data-dir", str(data_dir)])
        assert done.exit_code == 0, done.output
        assert max(map(len, done.stdout.splitlines())) <= 80
        return done.stdout

    return run


def create_token(kibitz: Kibitz, data_dir: Path, *arguments: str) -> tuple[str, Any]:
    """Create a token; return it with its claims."""
    done = kibitz("token", *arguments, "--data-dir", data_dir)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), jwt.decode(done.stdout.strip(), options={"verify_signature": False})


def test_token_is_an_operators_only_with_the_option(kibitz: Kibitz, data_dir: Path) -> None:
    _, plain = create_token(kibitz, data_dir, "Olga")
    _, operator = create_token(kibitz, data_dir, "Olga", "--operator")
    assert (plain["roles"], operator["roles"]) == (["player"], ["player", "operator"])
    assert plain["sub"] == operator["sub"]


async def test_players_are_found_renamed_and_erased_while_a_server_runs(
    kibitz: Kibitz, server: Server
) -> None:
    data_dir = server.data_dir
    token, claims = create_token(kibitz, data_dir, "Ann [b]of[/b] Ely", "--operator")
    player = claims["sub"]

    def run(*arguments: str) -> str:
        done = kibitz("player", *arguments, "--data-dir", data_dir)
        assert done.returncode == 0, done.stderr
        return done.stdout

    async with over_http(server.url) as spectator:
        ann = Client(spectator.http, token)
        for text in ("Ann [b]of[/b] Ely", player):
            [line] = [line for line in run("find", text).splitlines() if player in line]
            assert re.search(r"Ann \[b\]of\[/b\] Ely .* kibitz ", line)
        assert "is now called Queen of [i]Spades[/i]." in run("rename", player, "Queen of [i]Spades[/i]")
        assert (await ann.data(WHO))["session"] == {
            "player": {"id": player, "name": "Queen of [i]Spades[/i]"},
            "roles": ["PLAYER", "OPERATOR"],
        }
        game = await ann.create()
        bob = await spectator.sign_in("Bob")
        await bob.must("joinGame", game=game)
        assert f"Erased the player {player}." in run("erase", player, "--yes")
        assert (await bob.game(game))["organizer"]["id"] == bob.player
        closing = kibitz("game", "close", game, "--yes", "--data-dir", data_dir)
        assert closing.stdout == f"Closed the game {game}.\n", closing.stderr
        assert (await bob.game(game))["stage"] == "CLOSED"
        await asyncio.sleep(CHANGE_CHECK_INTERVAL)
        assert await ann.code(WHO) == "UNAUTHENTICATED"
        assert player not in run("find", "Queen of [i]Spades[/i]")
    assert json.dumps(server.log).count("Traceback") == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["erase", "nobody", "--yes"], "There is no such player."),
        (["rename", "nobody", ""], "'' is not a valid name"),
    ],
)
def test_unknown_player_is_named(kibitz: Kibitz, data_dir: Path, arguments: list[str], error: str) -> None:
    create_token(kibitz, data_dir, "Ann")
    done = kibitz("player", *arguments, "--data-dir", data_dir)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("kibitz: ")
    assert error in done.stderr


@pytest.mark.parametrize("arguments", [("player", "erase", "x", "--yes"), ("token", "Ann")])
@pytest.mark.parametrize("there", [False, True])
def test_missing_log_and_secret_are_not_created(
    kibitz: Kibitz, tmp_path: Path, arguments: tuple[str, ...], there: bool
) -> None:
    wrong = tmp_path / "wrong"
    if there:
        wrong.mkdir()
    done = kibitz(*arguments, "--data-dir", wrong)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"there is no log in the data directory {wrong}" in done.stderr.replace("\n", " ")
    assert list(tmp_path.iterdir()) == ([wrong] if there else [])
    assert not there or list(wrong.iterdir()) == []


def test_token_requires_the_servers_secret(kibitz: Kibitz, data_dir: Path) -> None:
    (data_dir / "secret").unlink()
    done = kibitz("token", "Ann", "--data-dir", data_dir)
    assert (done.returncode, done.stdout) == (1, "")
    assert "there is no secret" in done.stderr
    # A tool that needs none works, and makes none.
    assert kibitz("player", "find", "Ann", "--data-dir", data_dir).returncode == 0
    assert not (data_dir / "secret").exists()


def test_token_command_names_the_log_on_standard_error(kibitz: Kibitz, data_dir: Path) -> None:
    done = kibitz("token", "Ann", "--data-dir", data_dir)
    (token,) = done.stdout.splitlines()
    player = jwt.decode(token, options={"verify_signature": False})["sub"]
    assert f"Ann ({player})" in done.stderr
    assert str(data_dir) in done.stderr


def test_erasure_requires_confirmation(kibitz: Kibitz, data_dir: Path) -> None:
    _, claims = create_token(kibitz, data_dir, "Ann")
    done = kibitz("player", "erase", claims["sub"], "--data-dir", data_dir)
    assert done.returncode == 1
    assert "Erase 'Ann'" in done.stdout
    assert "Traceback" not in done.stderr
    assert claims["sub"] in kibitz("player", "find", "Ann", "--data-dir", data_dir).stdout


async def test_a_token_of_the_command_line_is_renewed_listed_and_revoked(
    kibitz: Kibitz, server: Server, in_80_columns: Callable[[str, str, Path], str]
) -> None:
    data_dir = server.data_dir
    token, claims = create_token(kibitz, data_dir, "Ann")

    def run(*arguments: str) -> str:
        done = kibitz(*arguments, "--data-dir", data_dir)
        assert done.returncode == 0, done.stderr
        return done.stdout

    async with over_http(server.url) as spectator:
        newer = await renewed(Client(spectator.http, token, claims["sub"]), client="[b]Phone[/b]")
        [line] = [
            each for each in run("player", "sessions", claims["sub"]).splitlines() if claims["jti"] in each
        ]
        assert "[b]Phone[/b]" in line
        narrow = await asyncio.to_thread(in_80_columns, "sessions", claims["sub"], data_dir)
        expires = jwt.decode(str(newer.token), options={"verify_signature": False})["exp"]
        assert claims["jti"] in narrow
        assert f"{datetime.fromtimestamp(expires, UTC):%Y-%m-%d}" in narrow
        assert [each for each in run("token", "list").splitlines() if claims["jti"] in each]
        # By the renewed token too, whose session is that of the first.
        assert claims["jti"] in run("token", "revoke", str(newer.token))
        [line] = [each for each in run("token", "list").splitlines() if claims["jti"] in each]
        assert "revoked" in line
        assert claims["jti"] not in run("player", "sessions", claims["sub"])
        await asyncio.sleep(CHANGE_CHECK_INTERVAL)
        assert not await is_signed_in(newer)
    assert kibitz("player", "sessions", "nobody", "--data-dir", data_dir).returncode == 1


def test_narrow_terminal_shows_the_whole_id_of_a_player(
    kibitz: Kibitz, data_dir: Path, in_80_columns: Callable[[str, str, Path], str]
) -> None:
    name = "Ann of the long family name"
    _, claims = create_token(kibitz, data_dir, name)
    assert claims["sub"] in in_80_columns("find", name, data_dir)


def test_an_unknown_id_of_a_token_is_revoked_only_on_request(kibitz: Kibitz, data_dir: Path) -> None:
    done = kibitz("token", "revoke", "nonsense", "--data-dir", data_dir)
    assert (done.returncode, done.stdout) == (1, "")
    assert "the server knows no token or session with the id nonsense" in done.stderr
    assert "No token is listed" in kibitz("token", "list", "--data-dir", data_dir).stdout
    done = kibitz("token", "revoke", "nonsense", "--unknown", "--data-dir", data_dir)
    assert (done.returncode, done.stdout) == (0, "Revoked the token nonsense.\n")
    assert "nonsense" in kibitz("token", "list", "--data-dir", data_dir).stdout


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("player find Nobody", "No player has this name, id or subject."),
        ("token list", "No token is listed: none was given out or revoked, or all have expired."),
        ("moderation bans", "No ban is in force."),
        ("moderation log", "The audit trail is empty."),
        ("moderation log --action ban-player", "No entry matches."),
        ("log stats", "The log has no games."),
    ],
)
def test_an_empty_list_is_a_sentence(kibitz: Kibitz, data_dir: Path, command: str, sentence: str) -> None:
    done = kibitz(*command.split(), "--data-dir", data_dir)
    assert (done.returncode, done.stdout) == (0, f"{sentence}\n")


def test_no_registered_documents_are_a_note(kibitz: Kibitz, data_dir: Path) -> None:
    done = kibitz("documents", "list", "--data-dir", data_dir)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "No documents are registered.\n")
    done = kibitz("documents", "add", "nofile", "--data-dir", data_dir)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "kibitz: nofile cannot be read: No such file or directory\n"


def test_a_player_without_sessions_is_told_in_a_sentence(kibitz: Kibitz, data_dir: Path) -> None:
    token, claims = create_token(kibitz, data_dir, "Ann")
    done = kibitz("player", "sessions", claims["sub"], "--data-dir", data_dir)
    assert (done.returncode, done.stdout) == (0, "The player is not signed in anywhere.\n"), token


def test_a_game_that_is_over_is_not_asked_about(kibitz: Kibitz, data_dir: Path) -> None:
    kibitz("simulate", "--variant", "president", "--games", 1, "--store", "--data-dir", data_dir)
    with sqlite3.connect(data_dir / "log.db") as connection:
        [(game,)] = connection.execute("SELECT DISTINCT game FROM events")
    connection.close()
    done = kibitz("game", "close", str(UUID(bytes=game)), "--data-dir", data_dir)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "kibitz: The game is over.\n")
