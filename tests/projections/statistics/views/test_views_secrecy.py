"""A reader of the SQL views on PostgreSQL can read them and do nothing else, whatever it tries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import LiteralString

import psycopg
import pytest
from psycopg import errors, sql
from sqlalchemy import create_engine, make_url

import projections
from application.players.registry import Players
from application.store.port import Store
from projections.database.connections import ReadDatabase
from tests.projections.conftest import Connection, Login, Roles
from tests.projections.logs import project
from tests.projections.statistics.views.viewing import all_views, fill, made_reader, views_read


@pytest.fixture
def database(postgres_url: str) -> Iterator[ReadDatabase]:
    with ReadDatabase(postgres_url) as database:
        yield database


OTHERS: LiteralString = """
    SELECT nspname, relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND nspname NOT IN ('information_schema', 'kibitz_stats')
"""
# With what only a superuser may read of the server's own.
SECRETS = ("pg_authid", "pg_shadow", "pg_statistic", "pg_largeobject", "pg_user_mapping", "pg_hba_file_rules")


async def test_a_reader_reads_nothing_else_in_the_database(
    log: Store, database: ReadDatabase, admin: Connection, postgres_url: str,
    roles: Roles, login: Login,
) -> None:  # fmt: skip
    await fill(log, database)
    engine = create_engine(
        make_url(postgres_url).set(drivername="postgresql+psycopg"),
        connect_args={"options": "-c search_path=kibitz"},
    )
    await Players(engine, "a secret").guest("Ann")
    engine.dispose()
    for projection in projections.ALL:
        await project(log, database, projection)
    admin.execute("CREATE TABLE public.others (secret text)")
    admin.execute("ANALYZE")
    role = roles()
    made_reader(database, role)
    reader = login(role)
    found = [
        (schema, name)
        for schema, name in admin.execute(OTHERS).fetchall()
        if schema != "pg_catalog" or name in SECRETS
    ]
    own = {name for schema, name in found if schema in ("kibitz", "kibitz_read", "public", "pg_catalog")}
    assert {"events", "commands", "counter", "players", "projection_versions", "others", *SECRETS} <= own
    for projection in projections.ALL:
        assert any(name.startswith(projection.name) for name in own)
    for schema, name in found:
        with pytest.raises(errors.InsufficientPrivilege):
            reader.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(schema, name)))
    # What the planner keeps are values, too.
    told = "SELECT count(*) FROM pg_stats WHERE schemaname IN ('kibitz', 'kibitz_read', 'public')"
    assert reader.execute(told).fetchone() == (0,)
    assert admin.execute(told.encode()).fetchone() != (0,)
    others = "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND usename <> user"
    assert {query for (query,) in reader.execute(others).fetchall()} == {"<insufficient privilege>"}


NOT_ALLOWED: tuple[LiteralString, ...] = (
    # Files and programs of the server.
    "COPY (SELECT * FROM kibitz_stats.v_game) TO PROGRAM 'cat'",
    "COPY (SELECT * FROM kibitz_stats.v_game) TO '/tmp/kibitz-copied'",
    "SELECT pg_read_file('postgresql.conf')",
    "SELECT pg_read_binary_file('postgresql.conf')",
    "SELECT pg_ls_dir('.')",
    "SELECT pg_stat_file('postgresql.conf')",
    "SELECT lo_import('/etc/hostname')",
    "SELECT lo_export(1, '/tmp/kibitz-copied')",
    # What would read for it, or as somebody else.
    "SELECT query_to_xml('SELECT * FROM kibitz.events', true, true, '')",
    "SELECT table_to_xml('kibitz_read.projection_versions', true, true, '')",
    "SELECT cursor_to_xml('c', 1, true, true, '') FROM kibitz.events",
    "SELECT ts_stat('SELECT to_tsvector(name) FROM kibitz.players')",
    "DO $$ BEGIN PERFORM * FROM kibitz.events; END $$",
    "SET ROLE kibitz",
    "SET SESSION AUTHORIZATION kibitz",
    "GRANT kibitz TO CURRENT_USER",
    "GRANT pg_read_all_data TO CURRENT_USER",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "CREATE ROLE accomplice",
    "ALTER SYSTEM SET log_statement = 'all'",
    "CREATE SERVER elsewhere FOREIGN DATA WRAPPER nothing",
    "CREATE SUBSCRIPTION s CONNECTION 'dbname=kibitz' PUBLICATION p WITH (connect = false)",
    "CREATE PUBLICATION p FOR ALL TABLES",
    # Making something.
    "CREATE SCHEMA own",
    "CREATE TABLE kibitz_stats.own (a int)",
    "CREATE TABLE kibitz_read.own (a int)",
    "CREATE TABLE kibitz.own (a int)",
    "CREATE VIEW kibitz_stats.own AS SELECT 1",
    "CREATE FUNCTION kibitz_stats.own() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
    # The views themselves.
    "CREATE OR REPLACE VIEW kibitz_stats.v_active AS SELECT 1 AS day",
    "ALTER VIEW kibitz_stats.v_active SET (security_invoker = true)",
    "ALTER VIEW kibitz_stats.v_active OWNER TO CURRENT_USER",
    "DROP VIEW kibitz_stats.v_active",
    "COMMENT ON VIEW kibitz_stats.v_active IS 'mine'",
    "CREATE RULE r AS ON INSERT TO kibitz_stats.v_active DO INSTEAD NOTHING",
    "CREATE TRIGGER t INSTEAD OF INSERT ON kibitz_stats.v_active FOR EACH ROW "
    "EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "DO $$ BEGIN LOCK TABLE kibitz_stats.v_active IN ACCESS EXCLUSIVE MODE; END $$",
    "ALTER DEFAULT PRIVILEGES FOR ROLE kibitz GRANT SELECT ON TABLES TO CURRENT_USER",
    "DROP SCHEMA kibitz_stats CASCADE",
)  # fmt: skip


async def test_a_reader_can_do_nothing_but_read(
    log: Store, database: ReadDatabase, admin: Connection, roles: Roles, login: Login
) -> None:
    await fill(log, database)
    role = roles()
    made_reader(database, role)
    admin.execute("CREATE FOREIGN DATA WRAPPER nothing")
    try:
        reader = login(role)
        with pytest.raises(errors.ReadOnlySqlTransaction):
            reader.execute("CREATE TEMPORARY TABLE t (a int)")
        # That was for the careless: who wants to turns it off.
        reader.execute("SET default_transaction_read_only = off")
        for statement in NOT_ALLOWED:
            with pytest.raises(errors.InsufficientPrivilege):
                reader.execute(statement)
        # The database only warns of what it does not grant.
        reader.execute("GRANT SELECT ON ALL TABLES IN SCHEMA kibitz_stats TO PUBLIC")
        public = "SELECT FROM pg_class, aclexplode(relacl) WHERE relnamespace = 'kibitz_stats'::regnamespace"
        assert reader.execute(f"{public} AND grantee = 0").rowcount == 0
        with pytest.raises(psycopg.Error):
            # Where the server has none to offer it says so first.
            reader.execute("CREATE EXTENSION dblink")
    finally:
        admin.execute("DROP FOREIGN DATA WRAPPER nothing")


async def test_a_reader_writes_through_no_view(
    log: Store, database: ReadDatabase, roles: Roles, login: Login
) -> None:
    await fill(log, database)
    role = roles()
    made_reader(database, role)
    reader = login(role)
    reader.execute("SET default_transaction_read_only = off")
    statements: tuple[LiteralString, ...] = (
        "INSERT INTO {view} DEFAULT VALUES",
        "DELETE FROM {view}",
        "UPDATE {view} SET {column} = NULL",
        "SELECT * FROM {view} FOR UPDATE",
        "TRUNCATE {view}",
    )
    before = views_read(reader)
    for view in all_views():
        for statement in statements:
            parts = {"view": sql.Identifier(view.name), "column": sql.Identifier(view.columns[0].name)}
            # A view is truncated by nobody, and one of a join is not written to, whoever tries.
            with pytest.raises(
                (
                    errors.InsufficientPrivilege,
                    errors.WrongObjectType,
                    errors.ObjectNotInPrerequisiteState,
                    errors.FeatureNotSupported,
                )
            ):
                reader.execute(sql.SQL(statement).format(**parts))
    assert views_read(reader) == before
