"""Sigstore's verifier of transparency logs accepts our notes and proofs, and none that was changed.

It is written by others for other logs in the same formats: signed notes with Ed25519, checkpoints, and
inclusion proofs of RFC 6962. Only the text around a proof is read by the script.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from application.transparency.checkpoints import Checkpoint, proof_text
from application.transparency.merkle_tree import inclusion_proof, leaf_hash, root_hash
from application.transparency.signed_notes import SigningKey
from kibitz_client.transparency import head_of
from tests.npm.node import Node
from tests.tampering.answers.recorded_server import recorded_server
from tests.tampering.databases.signed_logs import subtree

pytestmark = pytest.mark.timeout(300)

ORIGIN = "club.example/log/1"
SIGNING = SigningKey(bytes(range(32)).hex())
KEY = SIGNING.verifier_key(ORIGIN)
Question = tuple[str, bytes, str]
"""A verifier key, the head of a game, and the proof that a log has it."""


def judged(node: Node, folder: Path, questions: Sequence[Question]) -> list[str | None]:
    """Return why the verifier refuses each proof, None for one that it accepts."""
    path = folder / "questions.json"
    path.write_text(
        json.dumps([{"key": key, "head": head.hex(), "proof": text} for key, head, text in questions])
    )
    done = node.run("proofs/verify_proofs.mjs", path)
    assert done.returncode == 0, done.stderr
    found: list[str | None] = json.loads(done.stdout)
    return found


def proofs_of_all_sizes() -> list[Question]:
    """Return proofs of each leaf of trees of all sizes up to one with several levels."""
    chance = Random(1)
    heads = [chance.randbytes(32) for _ in range(40)]
    leaves = [leaf_hash(head) for head in heads]

    def hash_of(level: int, index: int) -> bytes:
        return subtree(leaves, level, index)

    found = []
    for size in range(1, len(heads) + 1):
        note = SIGNING.sign(Checkpoint(ORIGIN, size, root_hash(size, hash_of)).text(), ORIGIN)
        for index in range(size):
            found.append((KEY, heads[index], proof_text(index, inclusion_proof(index, size, hash_of), note)))
    return found


def test_proofs_of_all_leaves_are_accepted(node: Node, tmp_path: Path) -> None:
    questions = proofs_of_all_sizes()
    assert judged(node, tmp_path, questions) == [None] * len(questions)


async def test_the_proof_of_a_real_game_is_accepted(node: Node, tmp_path: Path) -> None:
    server = await recorded_server(5, "president")
    proof = server.honest.proof
    assert proof is not None
    head = head_of(server.game, server.honest.records).head
    assert judged(node, tmp_path, [(server.honest.log["verifierKey"], head, proof["text"])]) == [None]


def test_changed_proofs_are_refused(node: Node, tmp_path: Path) -> None:
    chance = Random(2)
    key, head, proof = proofs_of_all_sizes()[-7]
    lines = proof.split("\n")
    size, root = lines.index("40"), lines.index("40") + 1

    def with_line(number: int, text: str) -> str:
        return "\n".join([*lines[:number], text, *lines[number + 1 :]])

    wrong = [
        (key, chance.randbytes(32), proof),
        (SigningKey("5e" * 32).verifier_key(ORIGIN), head, proof),
        (SIGNING.verifier_key("club.example/log/2"), head, proof),
        (key, head, with_line(1, "index 3")),
        (key, head, with_line(2, lines[3])),
        (key, head, with_line(size, "39")),
        (key, head, with_line(root, lines[2])),
        (key, head, proof.replace("club.example", "shop.example")),
    ]
    assert judged(node, tmp_path, [(key, head, proof)]) == [None]
    reasons = judged(node, tmp_path, wrong)
    # Each for its own reason, and none because the script has misread it.
    root_differs = "calculated root hash does not match inclusion proof"
    not_signed = "invalid checkpoint signature"
    assert reasons[:3] == [root_differs, not_signed, not_signed]
    assert reasons[3] == "invalid hash count"
    assert reasons[4:] == [root_differs, not_signed, not_signed, not_signed]
