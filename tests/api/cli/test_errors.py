"""Errors of the command line: one line, exit code 1, and no incomplete files."""

from __future__ import annotations

import os
import socket
import sqlite3
from pathlib import Path

import pytest

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, over_http
from tests.api.harness.server_processes import Done, Kibitz, Server, Spawner

SECRET = "a password nobody may read"


def complaint(done: Done) -> str:
    """Return the one line that a command has said before it gave up."""
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("kibitz: ")
    return line


@pytest.mark.parametrize("port", ["65536", "-1"])
def test_a_port_out_of_range_is_named(kibitz: Kibitz, tmp_path: Path, port: str) -> None:
    said = complaint(kibitz("serve", "--port", port, "--data-dir", tmp_path / "data"))
    assert "port" in said
    assert not (tmp_path / "data").exists()


def test_a_port_that_is_no_number_is_wrong_usage(kibitz: Kibitz, tmp_path: Path) -> None:
    done = kibitz("serve", "--port", "http", "--data-dir", tmp_path / "data")
    assert done.returncode == 2
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "data").exists()


def test_a_variable_with_a_wrong_value_is_named(kibitz: Kibitz, tmp_path: Path) -> None:
    changes = {"KIBITZ_PORT": "http", "KIBITZ_TOKEN_DAYS": "0", "KIBITZ_SECRET": SECRET[:20]}
    said = complaint(kibitz("serve", "--data-dir", tmp_path / "data", **changes))
    for name in ("port", "token_days", "secret"):
        assert name in said
    assert SECRET[:20] not in said
    assert not (tmp_path / "data").exists()


def test_a_port_in_use_is_named(kibitz: Kibitz, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = complaint(kibitz("serve", "--port", port, "--data-dir", tmp_path / "data"))
    assert str(port) in said
    assert "in use" in said
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("host", ["host.invalid", "x" * 70])
def test_invalid_host_is_named(kibitz: Kibitz, tmp_path: Path, host: str) -> None:
    said = complaint(kibitz("serve", "--host", host, "--port", 0, "--data-dir", tmp_path / "data"))
    assert host in said


@pytest.mark.parametrize("path", ["[/i]", "[/i]/below"])
def test_a_data_directory_that_is_a_file_is_named(kibitz: Kibitz, tmp_path: Path, path: str) -> None:
    (tmp_path / "[").mkdir()
    (tmp_path / "[" / "i]").write_text("here")
    said = complaint(kibitz("serve", "--port", 0, "--data-dir", tmp_path / path))
    assert path in said
    assert (tmp_path / "[" / "i]").read_text() == "here"


def test_a_data_directory_that_may_not_be_written_to_is_named(kibitz: Kibitz, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o500)
    if os.access(data, os.W_OK):
        pytest.skip("whoever runs the tests may write everywhere, as root may")
    said = complaint(kibitz("serve", "--port", 0, "--data-dir", data))
    assert str(data) in said
    assert list(data.iterdir()) == []


@pytest.mark.parametrize("name", ["log.db", "read.db"])
def test_a_file_that_is_no_database_is_named_and_left_alone(
    kibitz: Kibitz, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text("a letter to whom it may concern, " * 100)
    before = (tmp_path / name).read_bytes()
    said = complaint(kibitz("serve", "--port", 0, "--data-dir", tmp_path))
    assert name in said
    assert (tmp_path / name).read_bytes() == before


def test_a_log_of_a_newer_version_is_named_and_left_alone(kibitz: Kibitz, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "log.db") as connection:
        connection.execute("PRAGMA user_version = 1000")
    connection.close()
    before = (tmp_path / "log.db").read_bytes()
    said = complaint(kibitz("serve", "--port", 0, "--data-dir", tmp_path))
    assert "log.db" in said
    assert "1000" in said
    assert (tmp_path / "log.db").read_bytes() == before


def test_a_secret_that_is_damaged_is_named_and_left_alone(kibitz: Kibitz, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("half of i")
    (tmp_path / "secret").chmod(0o600)
    said = complaint(kibitz("serve", "--port", 0, "--data-dir", tmp_path))
    assert "damaged" in said
    assert str(tmp_path / "secret") in said
    assert (tmp_path / "secret").read_text() == "half of i"


def test_a_kind_of_database_that_is_not_supported_is_named(kibitz: Kibitz, tmp_path: Path) -> None:
    url = f"oracle://ann:{SECRET.replace(' ', '-')}@localhost/kibitz"
    said = complaint(kibitz("serve", "--database-url", url, "--data-dir", tmp_path / "data"))
    assert "not supported" in said
    assert "oracle" in said
    assert "password" not in said
    assert not (tmp_path / "data").exists()


def test_a_database_server_that_cannot_be_reached_is_named_without_its_password(
    kibitz: Kibitz, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    url = f"postgresql://ann:{SECRET.replace(' ', '-')}@127.0.0.1:{port}/games"
    said = complaint(kibitz("token", "Ann", "--database-url", url, "--data-dir", tmp_path / "data"))
    assert "127.0.0.1" in said
    assert str(port) in said
    assert "games" in said
    assert "password" not in said


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
    said = complaint(kibitz("token", name, "--data-dir", tmp_path / "data"))
    assert repr(name) in said
    assert "printable" in said


async def test_a_token_of_the_operator_works_on_a_server_whether_it_runs_or_not(
    kibitz: Kibitz, server: Server
) -> None:
    # Given out beside the running server, and once more after it has been stopped.
    tokens = [kibitz("token", "[Ann]", "--data-dir", server.data_dir)]
    async with over_http(server.url) as spectator:
        ann = Client(spectator.http, tokens[0].stdout.strip())
        me = (await ann.data(d.ME))["me"]
        assert me["name"] == "[Ann]"
        # A guest of the same name is somebody else.
        assert (await spectator.sign_in("[Ann]")).player != me["id"]

        said = complaint(kibitz("serve", "--port", 0, "--data-dir", server.data_dir))
        assert str(server.data_dir) in said
        assert "in use by another server" in said
        assert (await ann.data(d.ME))["me"] == me

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
        assert (await again.data(d.ME))["me"] == me
