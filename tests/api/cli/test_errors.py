"""Errors of the command line: one line, exit code 1, and no incomplete files."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
from pathlib import Path

import pytest

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, over_http
from tests.api.harness.server_processes import Done, Kibitz, Server, Spawner
from tests.application.store.sqlite.files import direct_connection

SECRET = "a password nobody may read"
FULL_DISK = """
    CREATE TRIGGER full BEFORE INSERT ON tokens BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
"""


def error_line(done: Done) -> str:
    """Return the single line of a failed command's error output."""
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("kibitz: ")
    return line


@pytest.mark.parametrize("port", ["65536", "-1"])
def test_a_port_out_of_range_is_named(kibitz: Kibitz, tmp_path: Path, port: str) -> None:
    error = error_line(kibitz("serve", "--port", port, "--data-dir", tmp_path / "data"))
    assert "port" in error
    assert not (tmp_path / "data").exists()


def test_non_numeric_port_is_a_usage_error(kibitz: Kibitz, tmp_path: Path) -> None:
    done = kibitz("serve", "--port", "http", "--data-dir", tmp_path / "data")
    assert done.returncode == 2
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "data").exists()


def test_a_variable_with_a_wrong_value_is_named(kibitz: Kibitz, tmp_path: Path) -> None:
    changes = {"KIBITZ_PORT": "http", "KIBITZ_TOKEN_DAYS": "0", "KIBITZ_SECRET": SECRET[:20]}
    error = error_line(kibitz("serve", "--data-dir", tmp_path / "data", **changes))
    for name in changes:
        assert f"{name}: " in error
    assert SECRET[:20] not in error
    assert not (tmp_path / "data").exists()


def test_options_that_contradict_each_other_are_refused(kibitz: Kibitz, tmp_path: Path) -> None:
    options = ("--projections", "thread", "--no-projections", "--data-dir", tmp_path / "data")
    error = error_line(kibitz("serve", *options))
    assert "either --projections or --no-projections" in error
    assert not (tmp_path / "data").exists()


def test_a_port_in_use_is_named(kibitz: Kibitz, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        error = error_line(kibitz("serve", "--port", port, "--data-dir", tmp_path / "data"))
    assert str(port) in error
    assert "in use" in error
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("host", ["host.invalid", "x" * 70])
def test_invalid_host_is_named(kibitz: Kibitz, tmp_path: Path, host: str) -> None:
    error = error_line(kibitz("serve", "--host", host, "--port", 0, "--data-dir", tmp_path / "data"))
    assert host in error


@pytest.mark.parametrize("path", ["[/i]", "[/i]/below"])
def test_a_data_directory_that_is_a_file_is_named(kibitz: Kibitz, tmp_path: Path, path: str) -> None:
    (tmp_path / "[").mkdir()
    (tmp_path / "[" / "i]").write_text("here")
    error = error_line(kibitz("serve", "--port", 0, "--data-dir", tmp_path / path))
    assert path in error
    assert (tmp_path / "[" / "i]").read_text() == "here"


def test_unwritable_data_directory_is_named(kibitz: Kibitz, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o500)
    if os.access(data, os.W_OK):
        pytest.skip("the user of the tests may write everywhere, like root")
    error = error_line(kibitz("serve", "--port", 0, "--data-dir", data))
    assert str(data) in error
    assert list(data.iterdir()) == []


@pytest.mark.parametrize("name", ["log.db", "read.db"])
def test_file_that_is_not_a_database_is_named_and_unchanged(
    kibitz: Kibitz, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text("a letter to whom it may concern, " * 100)
    before = (tmp_path / name).read_bytes()
    error = error_line(kibitz("serve", "--port", 0, "--data-dir", tmp_path))
    assert name in error
    assert (tmp_path / name).read_bytes() == before


def test_log_of_a_newer_version_is_named_and_unchanged(kibitz: Kibitz, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "log.db") as connection:
        connection.execute("PRAGMA user_version = 1000")
    connection.close()
    before = (tmp_path / "log.db").read_bytes()
    error = error_line(kibitz("serve", "--port", 0, "--data-dir", tmp_path))
    assert "log.db" in error
    assert "1000" in error
    assert (tmp_path / "log.db").read_bytes() == before


def test_damaged_secret_is_named_and_unchanged(kibitz: Kibitz, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("half of i")
    (tmp_path / "secret").chmod(0o600)
    error = error_line(kibitz("serve", "--port", 0, "--data-dir", tmp_path))
    assert "damaged" in error
    assert str(tmp_path / "secret") in error
    assert (tmp_path / "secret").read_text() == "half of i"


def test_unsupported_database_is_named(kibitz: Kibitz, tmp_path: Path) -> None:
    url = f"oracle://ann:{SECRET.replace(' ', '-')}@localhost/kibitz"
    error = error_line(kibitz("serve", "--database-url", url, "--data-dir", tmp_path / "data"))
    assert "not supported" in error
    assert "oracle" in error
    assert "password" not in error
    assert not (tmp_path / "data").exists()


def test_unreachable_database_server_is_named_without_its_password(kibitz: Kibitz, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    url = f"postgresql://ann:{SECRET.replace(' ', '-')}@127.0.0.1:{port}/games"
    error = error_line(kibitz("token", "Ann", "--database-url", url, "--data-dir", tmp_path / "data"))
    assert "127.0.0.1" in error
    assert str(port) in error
    assert "games" in error
    assert "password" not in error


def test_ipv6_address_is_printed_in_brackets(spawner: Spawner, tmp_path: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no addresses of version 6")
    server = Server(spawner, tmp_path)
    try:
        server.start(KIBITZ_HOST="::1")
        assert server.url.startswith("http://[::1]:")
    finally:
        server.end()


@pytest.mark.parametrize("name", ["", "x" * 41])
def test_a_token_needs_a_name(kibitz: Kibitz, tmp_path: Path, name: str) -> None:
    error = error_line(kibitz("token", name, "--data-dir", tmp_path / "data"))
    assert repr(name) in error
    assert "printable" in error


def test_failed_write_is_one_line(kibitz: Kibitz, empty_data: Path, tmp_path: Path) -> None:
    data = shutil.copytree(empty_data, tmp_path / "data")
    with direct_connection(data / "log.db") as connection:
        connection.execute(FULL_DISK)
    error = error_line(kibitz("token", SECRET, "--data-dir", data))
    assert error == "kibitz: the database failed: database or disk is full"


async def test_operator_token_can_be_created_while_the_server_runs_or_not(
    kibitz: Kibitz, server: Server
) -> None:
    # Created once while the server runs, and again after it has stopped.
    tokens = [kibitz("token", "[Ann]", "--data-dir", server.data_dir)]
    async with over_http(server.url) as spectator:
        ann = Client(spectator.http, tokens[0].stdout.strip())
        me = (await ann.data(d.ME))["me"]["player"]
        assert me["name"] == "[Ann]"
        # A guest of the same name is another player.
        assert (await spectator.sign_in("[Ann]")).player != me["id"]

        error = error_line(kibitz("serve", "--port", 0, "--data-dir", server.data_dir))
        assert str(server.data_dir) in error
        assert "in use by another server" in error
        assert (await ann.data(d.ME))["me"]["player"] == me

    assert server.stop() == 0
    tokens.append(kibitz("token", "[Ann]", "--data-dir", server.data_dir))
    assert [done.returncode for done in tokens] == [0, 0]
    for done in tokens:
        (line,) = done.stderr.splitlines()
        assert f"[Ann] ({me['id']})" in line
        assert str(server.data_dir) in line
    server.start()
    async with over_http(server.url) as spectator:
        again = Client(spectator.http, tokens[1].stdout.strip())
        assert (await again.data(d.ME))["me"]["player"] == me
