"""Tests of the image and the compose file that need no container engine.

The compose file is validated against its schema. The commands of its services run on the tests' PostgreSQL,
with other addresses.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from psycopg import sql
from ruamel.yaml import YAML

from api.http.server import SHUTDOWN_TIMEOUT
from api.transport.stalled_peers import STALL_SHUTDOWN_TIMEOUT
from tests.api.harness.server_processes import Spawner

ROOT = Path(__file__).parents[2]
STARTING = 30.0
SECRET = "0123456789abcdef" * 4


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    loaded: dict[str, Any] = YAML(typ="safe").load((ROOT / "docker-compose.yml").read_text())
    return dict(loaded["services"])


def test_compose_file_is_valid() -> None:
    compose = str(ROOT / "docker-compose.yml")
    checked = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", compose],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_services_wait_for_a_healthy_database(services: dict[str, Any]) -> None:
    assert services["database"]["healthcheck"]["test"][1] == "pg_isready"
    for name in ("api", "projector"):
        assert services[name]["depends_on"]["database"]["condition"] == "service_healthy"


def test_database_uses_a_volume(services: dict[str, Any]) -> None:
    assert services["database"]["volumes"] == ["log:/var/lib/postgresql/data"]


def test_images_are_pinned(services: dict[str, Any]) -> None:
    assert re.fullmatch(r"postgres:\d+\.\d+-\w+", services["database"]["image"])
    assert re.search(r"^ARG PYTHON=python:\d+\.\d+\.\d+-slim-\w+$", _dockerfile(), re.MULTILINE)


def test_image_has_every_package_and_runs_unprivileged() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", _dockerfile(), re.MULTILINE)
    sources = [source for line in copied for source in line.split()]
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {*wheel["packages"], *wheel["force-include"]} <= set(sources)
    allowed = (ROOT / ".dockerignore").read_text()
    for source in sources:
        assert (ROOT / source).exists()
        assert f"!{source}\n" in allowed
    assert "--require-hashes -r requirements.lock" in _dockerfile()
    users = re.findall(r"^USER (\w+)$", _dockerfile(), re.MULTILINE)
    assert users == ["kibitz"]


def test_volume_of_the_image_belongs_to_its_user() -> None:
    lines = _dockerfile().splitlines()
    (volume,) = (line.split()[1] for line in lines if line.startswith("VOLUME"))
    made = f"RUN install --directory --owner=kibitz --group=kibitz --mode=0700 {volume}"
    assert lines.index(made) < lines.index("USER kibitz") < lines.index(f"VOLUME {volume}")
    assert f"KIBITZ_DATA_DIR={volume}" in _dockerfile()


def test_stop_grace_period_exceeds_that_of_the_server(services: dict[str, Any]) -> None:
    for name in ("api", "projector"):
        grace = int(services[name]["stop_grace_period"].removesuffix("s"))
        assert grace >= SHUTDOWN_TIMEOUT + STALL_SHUTDOWN_TIMEOUT + 10


def test_password_can_have_any_characters(
    services: dict[str, Any], postgres_cluster: str, spawner: Spawner
) -> None:
    url, password = (services["api"]["environment"][each] for each in ("KIBITZ_DATABASE_URL", "PGPASSWORD"))
    assert password == services["database"]["environment"]["POSTGRES_PASSWORD"]
    name, strange = f"strange_{uuid4().hex}", "a/b@c:d%e#f?g&h=i'j\"k l"
    with psycopg.connect(postgres_cluster, autocommit=True) as connection:
        role = sql.Identifier(name)
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(role, strange))
        connection.execute(sql.SQL("CREATE DATABASE {0} OWNER {0} TEMPLATE template0").format(role))
        port = connection.info.port
    there = url.replace("kibitz@database:5432/kibitz", f"{name}@127.0.0.1:{port}/{name}")
    stored = spawner.run("log", "stats", KIBITZ_DATABASE_URL=there, KIBITZ_SECRET=SECRET, PGPASSWORD=strange)
    assert stored.returncode == 0, stored.stderr
    refused = spawner.run("log", "stats", KIBITZ_DATABASE_URL=there, KIBITZ_SECRET=SECRET, PGPASSWORD="other")
    assert "password authentication failed" in refused.stderr


def test_commands_of_the_services_run(services: dict[str, Any], postgres_url: str, tmp_path: Path) -> None:
    environment = {
        name: value.partition(":-")[2].rstrip("}") if value.startswith("${") else value
        for name, value in services["api"]["environment"].items()
    }
    environment |= {"KIBITZ_DATABASE_URL": postgres_url, "KIBITZ_SECRET": SECRET}
    environment |= {"KIBITZ_DATA_DIR": str(tmp_path)}
    serve = list(services["api"]["command"])
    serve[serve.index("--host") + 1] = "127.0.0.1"
    serve[serve.index("--port") + 1] = "0"
    with (
        _kibitz(services["projector"]["command"], environment) as projecting,
        _kibitz(serve, environment) as serving,
    ):
        assert "read models up to date" in projecting
        address = serving.split()[-1].removesuffix("/graphql")
        assert httpx.get(f"{address}/health/ready").status_code == 200
        *_, check = services["api"]["healthcheck"]["test"]
        probe = [sys.executable, "-c", check.replace("http://127.0.0.1:8000", address)]
        assert subprocess.run(probe, check=False).returncode == 0


@contextmanager
def _kibitz(arguments: list[str], environment: dict[str, str]) -> Iterator[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "api", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline()
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(STARTING) == 0
        process.stdout.close()


def _dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text()
