"""`kibitz projections reader`: creation and refusal of roles."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from application.store.postgres.store import PostgresStore
from projections.database.connections import ReadDatabase
from tests.api.harness.server_processes import Kibitz
from tests.projections.statistics.views.viewing import fill


@pytest.fixture
def role(postgres_url: str) -> Iterator[str]:
    name = f"r_{uuid4().hex}"
    yield name
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        for statement in ("DROP OWNED BY {} CASCADE", "DROP ROLE {}"):
            admin.execute(sql.SQL(statement).format(sql.Identifier(name)))


async def test_created_role_can_read_the_views(kibitz: Kibitz, postgres_url: str, role: str) -> None:
    log = await PostgresStore.open(postgres_url)
    with ReadDatabase(postgres_url) as database:
        await fill(log, database)
    await log.close()
    url = ("--database-url", postgres_url)
    first = await asyncio.to_thread(kibitz, "projections", "reader", role, *url)
    assert first.returncode == 0, first.stderr
    granted = "it can read the 41 views in the schema kibitz_stats and later ones, nothing else."
    besides = (
        "Like every role in this database it can also make large objects, make temporary tables. "
        "--revoke-public revokes that, as far as the server's user has the right to."
    )
    assert first.stdout.splitlines() == [
        f"Created the role {role}: {granted}",
        besides,
        "The role cannot log in: KIBITZ_READER_PASSWORD is not set.",
    ]
    again = await asyncio.to_thread(
        kibitz, "projections", "reader", role, *url, KIBITZ_READER_PASSWORD="let me see"
    )
    assert again.stdout.splitlines() == [f"Updated the role {role}: {granted}", besides]
    address = make_conninfo(postgres_url, host="127.0.0.1", user=role, password="let me see")
    with psycopg.connect(address) as reader:
        # Without the schema, which its sessions begin in.
        assert reader.execute("SELECT count(*) FROM v_game").fetchone() == (5,)


@pytest.mark.parametrize(
    ("name", "error"),
    [("Robert'); --", "is not a name for a role"), ("kibitz", "the role kibitz may do more than read")],
)
def test_invalid_role_is_refused(kibitz: Kibitz, postgres_url: str, name: str, error: str) -> None:
    done = kibitz("projections", "reader", name, "--database-url", postgres_url)
    assert done.returncode == 1
    assert error in done.stderr
    assert "Traceback" not in done.stderr


def test_the_embedded_database_has_no_roles(kibitz: Kibitz, tmp_path: Path) -> None:
    assert kibitz("simulate", "--games", 1, "--store", "--data-dir", tmp_path).returncode == 0
    done = kibitz("projections", "reader", "grafana", KIBITZ_DATA_DIR=str(tmp_path))
    assert done.returncode == 1
    assert "the embedded database knows no roles" in done.stderr
    assert "Traceback" not in done.stderr
