"""Seats, spectators and auditors compute the same heads, in play and later, also of erased players."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

import pytest

import projections
from api.graphql.context import Services
from api.transparency.game_verdict import verdict_on
from domain.rules import rules_of, variants
from kibitz_client.transparency import VerifierKey
from projections.engine.rebuild import rebuild
from tests.api.cli.test_log_tools import kibitz
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, caught_up, play, play_to_the_end, signer_of
from tests.api.harness.socket_client import socket, subscribe
from tests.api.log.test_log import PROOF
from tests.clients.verify.verifiers import verify_py
from tests.long_form import usually

FOLLOW = "subscription($game: ID!) { gameEvents(game: $game) { version record } }"
RECORDS = """
    query Records($id: ID!, $after: Cursor) { game(id: $id) { events(first: 200, after: $after) {
        edges { node { record } } pageInfo { hasNextPage endCursor }
    } } }
"""
ERASE_ME = "mutation { eraseMe { ... on EraseMeAccepted { player { id } } } }"
MOVES = 20


def heads_of(records: Sequence[str]) -> list[str]:
    """Return the heads of records as the small verifier computes them."""
    heads = ["00" * 32]
    for record in records:
        heads.append(verify_py.head_after(heads[-1], json.loads(record)))
    return heads[1:]


async def followed(address: str, game: str, token: str | None) -> list[str]:
    """Follow a game from its beginning to its end, and return the records as they came."""
    found: list[str] = []
    async with socket(address, token) as connection:
        await subscribe(connection, "1", FOLLOW, game=game)
        async for text in connection:
            message: Json = json.loads(text)
            if message["type"] != "next":
                assert message["type"] == "complete", message
                return found
            told = message["payload"]["data"]["gameEvents"]
            found.append(told["record"])
            assert told["version"] == len(found)
    raise AssertionError("the subscription was cut")


async def asked(caller: Client, game: str) -> list[str]:
    """Return the records of a game as a caller reads them now."""
    found: list[str] = []
    after = None
    while True:
        page = (await caller.data(RECORDS, id=game, after=after))["game"]["events"]
        found += [edge["node"]["record"] for edge in page["edges"]]
        if not page["pageInfo"]["hasNextPage"]:
            return found
        after = page["pageInfo"]["endCursor"]


async def exported(data: Path, game: str, seat: int | None) -> bytes:
    """Return the file of a game for a seat, or for spectators."""
    options = () if seat is None else ("--seat", seat)
    done = await asyncio.to_thread(kibitz, "game", "export", game, *options, "--data-dir", data)
    assert done.exit_code == 0, done.output
    return done.stdout.encode()


async def check_readers(
    services: Services, data: Path, game: str, readers: Sequence[Client], heads: Sequence[str]
) -> str:
    """Check that all readers and all exports have these heads and one proof, and return the proof."""
    proofs = set()
    for reader in readers:
        assert heads_of(await asked(reader, game)) == heads
        proofs.add((await reader.data(PROOF, id=game))["game"]["proof"]["text"])
    [proof] = proofs
    key = VerifierKey((await services.log_proofs.state()).verifier_key)
    seen = {version: bytes.fromhex(head) for version, head in enumerate(heads, 1)}
    for seat in (None, 0, 1):
        content = await exported(data, game, seat)
        _, *records, last = content.decode().splitlines()
        assert heads_of(records) == heads
        assert json.loads(last) == {"proof": proof}
        verdict = verdict_on(content, key, seen)
        assert (verdict.exit_status, verdict.head.hex()) == (0, heads[-1]), verdict
    return str(proof)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("variant", usually(variants(), "president"))
async def test_heads_in_play_are_those_of_the_file_also_after_an_erasure_and_a_rebuild(
    services: Services, spectator: Client, address: str, tmp_path: Path, variant: str
) -> None:
    least, *_ = rules_of(variant).seats
    seats = [await spectator.sign_in(name) for name in ("Ann", "Bob", "Cyd", "Dan")[: max(3, least)]]
    game = await begun(*seats, variant=variant)
    following = [asyncio.create_task(followed(address, game, reader.token)) for reader in (*seats, spectator)]
    await play(seats, game, moves=MOVES)
    middle = len(await services.store.read(UUID(game)))
    await play_to_the_end(seats, game)
    in_play = [await each for each in following]
    # What they were told differs in the cards that each could see, and the heads do not.
    assert len(set(map(tuple, in_play))) == len(in_play)
    heads = heads_of(in_play[0])
    assert middle < len(heads)
    assert all(heads_of(records) == heads for records in in_play)

    await caught_up(services)
    await signer_of(services).sign()
    data = tmp_path / "data"
    before = await check_readers(services, data, game, (*seats, spectator), heads)

    assert (await seats[1].data(ERASE_ME))["eraseMe"]["player"]["id"] == seats[1].player
    rest = (seats[0], *seats[2:], spectator)
    assert await check_readers(services, data, game, rest, heads) == before

    for projection in projections.ALL:
        await rebuild(services.store, services.read_database, projection)
    assert await check_readers(services, data, game, rest, heads) == before
    # The rebuilt tree has signed nothing else, and goes on.
    await seats[0].create()
    await caught_up(services)
    signed = await signer_of(services).sign()
    assert signed is not None
    assert signed.size == await services.store.head()
