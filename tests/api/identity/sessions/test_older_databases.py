"""Databases of earlier versions: their tables stay as they are, and get those of sessions beside them."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import jwt
import pytest
from sqlalchemy import Engine, inspect, text

from api.identity.authentication import Identity, Unauthenticated
from application.players.registry import Players
from tests.api.identity.sessions.conftest import SECRET

PLAYERS: Final = """CREATE TABLE players (id VARCHAR NOT NULL PRIMARY KEY, issuer VARCHAR NOT NULL,
    subject VARCHAR NOT NULL, name VARCHAR NOT NULL, UNIQUE (issuer, subject))"""
ERASED: Final = """CREATE TABLE erased_players (id VARCHAR NOT NULL PRIMARY KEY, digest {bytes},
    at BIGINT NOT NULL)"""
CHANGES: Final = "CREATE TABLE players_changes (one INTEGER NOT NULL PRIMARY KEY, count BIGINT NOT NULL)"
TOKENS: Final = """CREATE TABLE tokens (id VARCHAR NOT NULL PRIMARY KEY, player VARCHAR,
    operator BOOLEAN NOT NULL, given BIGINT, expires BIGINT NOT NULL, revoked BOOLEAN NOT NULL)"""
REVOKED: Final = "CREATE TABLE revoked_players (player VARCHAR NOT NULL PRIMARY KEY, until BIGINT NOT NULL)"
ERASURES: Final = "CREATE TABLE erasures (player VARCHAR NOT NULL PRIMARY KEY, at BIGINT NOT NULL)"
VERSIONS: Final = {
    "names alone": (PLAYERS,),
    "with erasure": (PLAYERS, ERASED, CHANGES),
    "with revocation": (PLAYERS, ERASED, CHANGES, TOKENS, REVOKED),
    "with pending erasures": (PLAYERS, ERASED, CHANGES, TOKENS, REVOKED, ERASURES),
}
ANN: Final = "a" * 32
ISSUED: Final = 1_700_000_000
LATER: Final = 4_000_000_000


def token(**more: object) -> str:
    """Return a token as an earlier version signed it."""
    said = {"iss": "kibitz", "sub": ANN, "iat": ISSUED, "exp": LATER, **more}
    return jwt.encode(said, SECRET, "HS256")


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_database_of_an_earlier_version_keeps_its_players_signed_in(
    engine: Engine, version: str
) -> None:
    with engine.begin() as connection:
        for table in VERSIONS[version]:
            kind = "BLOB" if engine.dialect.name == "sqlite" else "BYTEA"
            connection.execute(text(table.format(bytes=kind)))
        connection.execute(text(f"INSERT INTO players VALUES ('{ANN}', 'guest', '{ANN}', 'Ann')"))  # noqa: S608
        if CHANGES in VERSIONS[version]:
            connection.execute(text("INSERT INTO players_changes VALUES (1, 7)"))
        if TOKENS in VERSIONS[version]:
            row = f"('revoked', '{ANN}', FALSE, {ISSUED}, {LATER}, TRUE)"
            connection.execute(text(f"INSERT INTO tokens VALUES {row}"))  # noqa: S608
    before = columns(engine)
    players = Players(engine, SECRET, noticed_within=0)
    after = columns(engine)
    assert {table: after[table] for table in before} == before
    identity = Identity(SECRET, players, timedelta(days=30))
    if TOKENS in VERSIONS[version]:
        with pytest.raises(Unauthenticated, match="revoked"):
            await identity.caller(f"Bearer {token(jti='revoked')}")
    # The oldest tokens have no id, and no roles.
    for old in (token(), token(jti="0123456789abcdef", roles=["player"])):
        caller = await identity.caller(f"Bearer {old}")
        assert caller is not None
        renewed = await identity.sessions.renew(caller, "Phone")
        again = await identity.caller(f"Bearer {renewed.text}")
        assert again is not None
        assert again.player == ANN
        assert renewed.expires == LATER
    assert [each.client for each in await players.sessions.listed(ANN)] == ["Phone", "Phone"]
    # Opened once more, nothing is made again.
    await Players(engine, SECRET, noticed_within=0).tokens.revoke_all(ANN)
    with pytest.raises(Unauthenticated, match="revoked"):
        await identity.caller(f"Bearer {renewed.text}")


async def test_a_revocation_by_a_server_of_an_earlier_version_is_noticed(engine: Engine) -> None:
    # As while the servers on one database are replaced one after the other.
    players = Players(engine, SECRET, noticed_within=0)
    identity = Identity(SECRET, players, timedelta(days=30))
    ann = await players.guest("Ann")
    caller = await identity.caller(f"Bearer {identity.token(ann)}")
    assert caller is not None
    renewed = await identity.sessions.renew(caller, None)
    assert await identity.caller(f"Bearer {renewed.text}")
    with engine.begin() as connection:
        row = f"('{ann.id}', {caller.given + 60})"
        connection.execute(text(f"INSERT INTO revoked_players VALUES {row}"))  # noqa: S608
        connection.execute(text("UPDATE players_changes SET count = count + 1"))
    with pytest.raises(Unauthenticated, match="revoked"):
        await identity.caller(f"Bearer {renewed.text}")


def columns(engine: Engine) -> dict[str, list[str]]:
    """Return the columns of each table."""
    inspected = inspect(engine)
    tables = inspected.get_table_names()
    return {
        table: [f"{each['name']} {each['type']}" for each in inspected.get_columns(table)] for table in tables
    }
