"""Tests of Grafana's provisioning files and of its services in docker-compose.yml.

The files are checked against Grafana's documentation. The commands of the services run with other addresses.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import msgspec
import psycopg
import pytest
from ruamel.yaml import YAML

from application.store.postgres.store import PostgresStore
from grafana.panels import SOURCE
from projections.database.connections import ReadDatabase
from projections.statistics.projection import STATISTICS
from tests.api.harness.server_processes import Spawner
from tests.grafana.committed_dashboards import FILES, GRAFANA
from tests.postgres import url_of
from tests.projections.logs import project

ROOT: Final = GRAFANA.parent


class _Strict(msgspec.Struct, forbid_unknown_fields=True, rename="camel", kw_only=True):
    """A struct with exactly the fields that Grafana documents."""


class Connection(_Strict):
    """`jsonData` of the PostgreSQL data source."""

    database: str
    sslmode: str
    max_open_conns: int
    max_idle_conns: int
    conn_max_lifetime: int
    timescaledb: bool


class Secret(_Strict):
    """`secureJsonData` of the PostgreSQL data source."""

    password: str


class DataSource(_Strict):
    """A data source."""

    name: str
    uid: str
    type: str
    access: str
    url: str
    user: str
    is_default: bool
    editable: bool
    json_data: Connection
    secure_json_data: Secret


class DataSources(_Strict):
    """A file of data sources."""

    api_version: int
    datasources: list[DataSource]


class Folder(_Strict):
    """The folder of a provider's dashboards."""

    path: str


class Provider(_Strict):
    """A provider of dashboards."""

    name: str
    org_id: int
    folder: str
    folder_uid: str
    type: str
    disable_deletion: bool
    allow_ui_updates: bool
    update_interval_seconds: int
    options: Folder


class Providers(_Strict):
    """A file of dashboard providers."""

    api_version: int
    providers: list[Provider]


def _load(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def source() -> DataSource:
    document = _load(GRAFANA / "provisioning/datasources/kibitz.yaml")
    (source,) = msgspec.convert(document, DataSources).datasources
    return source


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return dict(_load(ROOT / "docker-compose.yml")["services"])


@pytest.fixture(scope="module")
def grafana(services: dict[str, Any]) -> dict[str, Any]:
    return dict(services["grafana"])


def test_data_source_is_that_of_the_dashboards(source: DataSource) -> None:
    assert (source.uid, source.type) == (SOURCE.uid, SOURCE.type_val)
    # Grafana's server connects, so that browsers never get the address or the password.
    assert source.access == "proxy"
    assert not source.editable


def test_service_sets_the_variables_of_the_data_source(source: DataSource, grafana: dict[str, Any]) -> None:
    variables = set(re.findall(r"\$\{(\w+)\}", msgspec.json.encode(source).decode()))
    assert {name for name in grafana["environment"] if name.startswith("KIBITZ_")} == variables
    # No file contains the secret.
    assert source.secure_json_data.password == "${KIBITZ_READER_PASSWORD}"


def test_files_are_mounted_at_grafanas_paths(grafana: dict[str, Any]) -> None:
    document = _load(GRAFANA / "provisioning/dashboards/kibitz.yaml")
    (provider,) = msgspec.convert(document, Providers).providers
    mounted = dict(each.split(":")[1::-1] for each in grafana["volumes"])
    assert (ROOT / mounted[provider.options.path]).samefile(FILES[0].parent)
    for kind in ("datasources", "dashboards"):
        folder = ROOT / mounted[f"/etc/grafana/provisioning/{kind}"]
        assert [path.name for path in folder.iterdir()] == ["kibitz.yaml"]
    home = Path(grafana["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"])
    assert str(home.parent) == provider.options.path
    assert home.name in [path.name for path in FILES]
    assert all(each.endswith(":ro") for each in grafana["volumes"] if each.startswith("."))


def test_grafana_listens_locally_and_requires_a_password(grafana: dict[str, Any]) -> None:
    assert re.fullmatch(r"grafana/grafana:\d+\.\d+\.\d+", grafana["image"])
    (port,) = grafana["ports"]
    assert port.startswith("127.0.0.1:")
    assert grafana["environment"]["GF_AUTH_ANONYMOUS_ENABLED"] == "false"
    assert grafana["environment"]["GF_USERS_ALLOW_SIGN_UP"] == "false"


@pytest.mark.parametrize("password", [None, "", "a password"])
def test_grafana_does_not_start_without_a_password(grafana: dict[str, Any], password: str | None) -> None:
    shell, flag, script = grafana["entrypoint"]
    started = subprocess.run(
        [shell, flag, script.replace("$$", "$").replace("/run.sh", "echo started")],
        env={"PATH": os.environ["PATH"]}
        | ({} if password is None else {"GF_SECURITY_ADMIN_PASSWORD": password}),
        capture_output=True,
        text=True,
        check=False,
    )
    if password:
        assert (started.returncode, started.stdout) == (0, "started\n")
    else:
        assert started.returncode != 0
        assert started.stdout == ""
        assert "set GRAFANA_PASSWORD" in started.stderr


def test_dashboards_are_optional(services: dict[str, Any]) -> None:
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    assert re.findall(r"(?<!\$)\$\{(\w+):\?", text) == ["KIBITZ_SECRET"]
    assert {name for name, service in services.items() if service.get("profiles") == ["dashboards"]} == {
        "reader",
        "grafana",
    }


def test_reader_role_of_the_services_can_read_only_the_statistics(
    services: dict[str, Any], postgres_cluster: str, spawner: Spawner
) -> None:
    name, reader, grafana = f"grafana_{uuid4().hex}", services["reader"], services["grafana"]
    assert reader["environment"].keys() > services["api"]["environment"].keys()
    assert reader["depends_on"]["database"]["condition"] == "service_healthy"
    assert grafana["depends_on"]["reader"]["condition"] == "service_completed_successfully"
    passwords = {each["environment"]["KIBITZ_READER_PASSWORD"] for each in (reader, grafana)}
    (password,) = (found.partition(":-")[2].removesuffix("}") for found in passwords)
    # Roles belong to the whole cluster, so this test has its own.
    *command, role = reader["command"]
    assert grafana["environment"]["KIBITZ_READER"] == role
    with psycopg.connect(postgres_cluster, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    url = url_of(postgres_cluster, name)
    made = spawner.run(*command, name, KIBITZ_DATABASE_URL=url, KIBITZ_READER_PASSWORD=password)
    assert made.returncode == 0, made.stdout + made.stderr
    # The projector creates the views later.
    asyncio.run(_project(url))
    by_password = url_of(postgres_cluster, name, user=name, password=password, host="127.0.0.1")
    with psycopg.connect(by_password, autocommit=True) as connection:
        assert connection.execute("SELECT count(*) FROM kibitz_stats.v_game").fetchone() == (0,)
        for table in ("kibitz.counter", "kibitz_read.stats_game_4_1", "kibitz_read.projection_versions"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(f"TABLE {table}".encode())


async def _project(url: str) -> None:
    store = await PostgresStore.open(url)
    with ReadDatabase(url) as database:
        await project(store, database, STATISTICS)
    await store.close()
