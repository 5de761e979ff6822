"""Finds the rights of a PostgreSQL role beyond reading the views.

They include the rights of every role of which it is a member, inherited or available by SET ROLE.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg
from psycopg import sql

from projections.database.schemas import VIEWS

_SCHEMAS: Final = ["kibitz", "kibitz_read", VIEWS]

_IS_SUPERUSER: Final = "SELECT rolsuper FROM pg_roles WHERE rolname = %(role)s"

_MORE: Final = """
    WITH role AS (
        SELECT *, CASE WHEN rolname = %(role)s THEN '' ELSE ', as ' || rolname END AS told
        FROM pg_roles WHERE pg_has_role(%(role)s, oid, 'MEMBER')
    ), relation AS (
        SELECT pg_class.oid, relkind, relowner, nspname, nspname || '.' || relname AS name
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = ANY (%(schemas)s) AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    ), routine AS (
        SELECT pg_proc.oid, proowner, prosecdef, nspname || '.' || proname AS name
        FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE nspname = ANY (%(schemas)s)
    ), owned (name, owner) AS (
        SELECT nspname, nspowner FROM pg_namespace WHERE nspname = ANY (%(schemas)s)
        UNION ALL SELECT name, relowner FROM relation
        UNION ALL SELECT name, proowner FROM routine
        UNION ALL
        SELECT 'the database ' || datname, datdba FROM pg_database WHERE datname = current_database()
    ), maker AS (
        SELECT nspowner AS oid FROM pg_namespace WHERE nspname = ANY (%(schemas)s)
        UNION SELECT relowner FROM relation
        UNION SELECT oid FROM pg_roles WHERE rolname = current_user
    ), found (weight, why) AS (
        SELECT 1, 'it has the rights of ' || rolname FROM role
        WHERE rolname <> %(role)s AND (rolsuper OR rolname LIKE 'pg\\_%%')
        UNION ALL
        SELECT 2, 'it may ' || what || told FROM role, LATERAL (VALUES
            (rolcreaterole, 'make roles (CREATEROLE)'), (rolcreatedb, 'make databases (CREATEDB)'),
            (rolreplication, 'copy all data (REPLICATION)'), (rolbypassrls, 'pass row security (BYPASSRLS)')
        ) AS attribute (has, what)
        WHERE has
        UNION ALL
        SELECT 3, 'it has the rights of ' || rolname || ', who owns ' || name
        FROM owned JOIN role ON role.oid = owner
        UNION ALL
        SELECT 4, 'it has rights to ' || name || ': ' || string_agg(DISTINCT kind, ', ')
        FROM relation, role, unnest(%(privileges)s::text[]) AS kind
        WHERE relkind <> 'S' AND NOT (nspname = %(views)s AND kind = 'SELECT') AND (
            has_table_privilege(role.oid, relation.oid, kind)
            OR kind = ANY ('{SELECT,INSERT,UPDATE,REFERENCES}')
            AND has_any_column_privilege(role.oid, relation.oid, kind)
        ) GROUP BY name
        UNION ALL
        SELECT 4, 'it has rights to ' || name FROM relation, role
        WHERE relkind = 'S' AND has_sequence_privilege(role.oid, relation.oid, 'USAGE, SELECT, UPDATE')
        UNION ALL
        SELECT 5, 'it may call ' || name || ' with the rights of ' || pg_get_userbyid(proowner)
        FROM routine, role WHERE prosecdef AND has_function_privilege(role.oid, routine.oid, 'EXECUTE')
        UNION ALL
        SELECT 6, 'it may make something in ' || nspname || told FROM pg_namespace, role
        WHERE nspname = ANY (%(schemas)s) AND has_schema_privilege(role.oid, pg_namespace.oid, 'CREATE')
        UNION ALL
        SELECT 6, 'it may make schemas in the database' || told FROM role
        WHERE has_database_privilege(role.oid, current_database(), 'CREATE')
        UNION ALL
        SELECT 7, 'by default privileges it gets ' || privilege_type || ' on what '
            || pg_get_userbyid(defaclrole) || ' makes' || coalesce(' in ' || nspname, '')
        FROM pg_default_acl LEFT JOIN pg_namespace ON pg_namespace.oid = defaclnamespace,
            LATERAL aclexplode(defaclacl) AS given
        WHERE defaclobjtype IN ('r', 'S', 'n') AND defaclrole IN (SELECT oid FROM maker)
            AND (defaclnamespace = 0 OR nspname = ANY (%(schemas)s))
            AND given.grantee <> defaclrole
            AND (given.grantee = 0 OR given.grantee IN (SELECT oid FROM role))
            AND NOT (nspname IS NOT DISTINCT FROM %(views)s AND privilege_type = 'SELECT')
    )
    SELECT why FROM found GROUP BY why ORDER BY min(weight), why
"""
_PRIVILEGES: Final = ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"]
_MAINTAIN: Final = 170_000
"""The PostgreSQL version that introduced the privilege MAINTAIN, which allows taking locks."""

_PUBLIC: Final = """
    SELECT 'make large objects' FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY ('{lo_creat,lo_create,lo_from_bytea}')
        AND has_function_privilege(%(role)s, oid, 'EXECUTE')
    UNION SELECT 'make temporary tables' WHERE has_database_privilege(%(role)s, current_database(), 'TEMP')
    UNION SELECT 'make something in the schema public' FROM pg_namespace
    WHERE nspname = 'public' AND has_schema_privilege(%(role)s, oid, 'CREATE')
    ORDER BY 1
"""


def rights_beyond(driver: psycopg.Connection[Any], role: str) -> list[str]:
    """Return the rights of a role beyond reading the views, the most serious first."""
    if driver.execute(_IS_SUPERUSER, {"role": role}).fetchone() == (True,):
        # A superuser has every right, so a list would add nothing.
        return ["it is a superuser"]
    privileges = [*_PRIVILEGES, *(["MAINTAIN"] if driver.info.server_version >= _MAINTAIN else [])]
    given = {"role": role, "schemas": _SCHEMAS, "views": VIEWS, "privileges": privileges}
    return [why for (why,) in driver.execute(_MORE, given).fetchall()]


def rights_of_public(driver: psycopg.Connection[Any], role: str) -> list[str]:
    """Return the rights that a role has through PUBLIC, which can only be revoked from all roles."""
    return [what for (what,) in driver.execute(_PUBLIC, {"role": role}).fetchall()]


def revoke_from_public(driver: psycopg.Connection[Any]) -> None:
    """Revoke the rights of `rights_of_public` from PUBLIC in this database, as far as the user may."""
    for function in ("lo_creat(integer)", "lo_create(oid)", "lo_from_bytea(oid, bytea)"):
        driver.execute(f"REVOKE EXECUTE ON FUNCTION pg_catalog.{function} FROM PUBLIC".encode())
    database = sql.Identifier(driver.info.dbname)
    driver.execute(sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(database))
    if driver.execute("SELECT to_regnamespace('public')").fetchone() != (None,):
        driver.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
