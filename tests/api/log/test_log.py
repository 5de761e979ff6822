"""Checkpoints and proofs over the API, as a client verifies them."""

from __future__ import annotations

import json
from base64 import b64decode
from hashlib import sha256

from sqlalchemy import text

from api.graphql.context import Services
from application.records.canonical_json import canonical
from kibitz_client.transparency import VerifierKey, check_consistency, open_checkpoint, parse_proof
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun, caught_up, moving, signer_of
from tests.clients.verify.verifiers import Question, in_javascript, in_python

LOG = "{ log { verifierKey checkpoint { size note signedAt } } }"


async def test_a_client_verifies_that_the_log_only_grows(
    services: Services, ann: Client, spectator: Client
) -> None:
    assert (await spectator.data(LOG))["log"]["checkpoint"] is None
    assert (await spectator.http.get("/log/checkpoint")).status_code == 404
    found = []
    for _ in range(3):
        await ann.create()
        await caught_up(services)
        await signer_of(services).sign()
        log = (await spectator.data(LOG))["log"]
        checkpoint = open_checkpoint(log["checkpoint"]["note"], VerifierKey(log["verifierKey"]))
        assert checkpoint.size == log["checkpoint"]["size"] == await services.store.head()
        answer = await spectator.http.get("/log/checkpoint")
        assert (answer.text, answer.headers["content-type"]) == (
            log["checkpoint"]["note"],
            "text/plain; charset=utf-8",
        )
        found.append(checkpoint)
    for old, new in ((0, 1), (0, 2), (1, 2), (2, 2)):
        first, last = found[old], found[new]
        answered = await spectator.data(d.GROWTH, **{"from": first.size, "to": last.size})
        proof = [b64decode(each) for each in answered["log"]["consistency"]]
        check_consistency(first.size, first.root, last.size, last.root, proof)


async def test_sizes_that_were_not_signed_have_no_proofs(
    services: Services, ann: Client, spectator: Client
) -> None:
    await ann.create()
    await caught_up(services)
    signed = await signer_of(services).sign()
    assert signed is not None
    await ann.create()
    await caught_up(services)
    later = await services.store.head()
    for old, new, blamed in (
        (signed.size, later, "to"),
        (signed.size, 2**53 - 1, "to"),
        (1, signed.size, "from"),
        (0, signed.size, "from"),
    ):
        [error] = (await spectator.ask(d.GROWTH, **{"from": old, "to": new}))["errors"]
        assert error["extensions"] == {"code": "UNKNOWN_CHECKPOINT", "inputPath": [blamed]}


PROOF = """
    query Proof($id: ID!) {
      game(id: $id) {
        proof { version text checkpoint { size note } }
        events(first: 500) { nodes { record } }
      }
    }
"""


async def test_a_finished_game_is_proven_to_each_player_by_its_own_records(
    services: Services, spectator: Client
) -> None:
    clients = [await spectator.sign_in(name) for name in ("Ann", "Bob", "Cyd")]
    game = await begun(*clients, variant="president")
    await caught_up(services)
    await signer_of(services).sign()
    assert (await clients[0].data(PROOF, id=game))["game"]["proof"] is None
    async for client, (name, values) in moving(clients, game):
        await client.must(name, game=game, **values)
    await caught_up(services)
    assert (await spectator.data(PROOF, id=game))["game"]["proof"] is None
    await signer_of(services).sign()
    key = VerifierKey((await spectator.data(LOG))["log"]["verifierKey"])
    for caller in (*clients, spectator):
        found = (await caller.data(PROOF, id=game))["game"]
        head = bytes(32)
        for node in found["events"]["nodes"]:
            record = json.loads(node["record"])
            record.pop("open", None)
            head = sha256(b"\x02" + head + sha256(canonical(record)).digest()).digest()
        assert found["proof"]["version"] == len(found["events"]["nodes"])
        file = ['{"format":"kibitz/game/v1"}', *(node["record"] for node in found["events"]["nodes"])]
        file.append(json.dumps({"proof": found["proof"]["text"]}))
        asked = [Question("\n".join(file))]
        [verified], [in_other_language] = in_python(asked), in_javascript(asked)
        assert (verified.report["status"], verified.report["head"]) == (0, head.hex())
        assert verified.report["unproven"] == [
            "the signature of the checkpoint, which `kibitz game verify` checks"
        ]
        assert in_other_language == verified
        checkpoint = parse_proof(found["proof"]["text"]).check(head, key)
        assert checkpoint.note == found["proof"]["checkpoint"]["note"]


async def test_a_finished_game_is_not_proven_by_a_checkpoint_of_its_beginning(
    services: Services, ann: Client
) -> None:
    game = await ann.create()
    await caught_up(services)
    await signer_of(services).sign()
    # The tree stays behind the game.
    await services.projector.__aexit__(None, None, None)
    await ann.must("leaveGame", game=game)
    found = (await ann.data("query Proof($id: ID!) { game(id: $id) { stage proof { version } } }", id=game))[
        "game"
    ]
    assert found == {"stage": "CLOSED", "proof": None}


async def test_a_checkpoint_as_text_is_unavailable_while_its_database_is(
    services: Services, spectator: Client
) -> None:
    with services.log_proofs._table._engine.begin() as connection:
        connection.execute(text("DROP TABLE log_checkpoints"))
    answer = await spectator.http.get("/log/checkpoint")
    assert (answer.status_code, answer.headers["content-type"]) == (503, "text/plain; charset=utf-8")


async def test_a_private_game_is_proven_to_its_players_alone(
    services: Services, ann: Client, bob: Client, spectator: Client
) -> None:
    game = await ann.create(access="PRIVATE")
    await ann.must("leaveGame", game=game)
    await caught_up(services)
    await signer_of(services).sign()
    for caller in (bob, spectator):
        answer = await caller.ask(PROOF, id=game)
        assert [each["extensions"]["code"] for each in answer["errors"]] == ["UNKNOWN_GAME"]
