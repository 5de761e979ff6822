"""Checks of the heads and of the proof of a game file."""

from __future__ import annotations

import re
from collections.abc import Mapping

from application.verification.file_records import MAX_BYTES, Finding, GameFile, UnreadableGameFile
from application.verification.verdict import Judgement, Part, judged, unchecked
from kibitz_client.transparency import (
    Checkpoint,
    InvalidNote,
    InvalidProof,
    LogProof,
    VerifierKey,
    check_inclusion,
    leaf_hash,
    open_checkpoint,
    parse_proof,
    unsigned_checkpoint,
)


class UnreadableHeads(UnreadableGameFile):
    """The text of heads that a player has kept is malformed; the message names the line."""


def read_seen(content: bytes) -> Mapping[int, bytes]:
    """Return heads by version from a text with `VERSION HEX` in each line; raises UnreadableHeads."""
    seen: dict[int, bytes] = {}
    if len(content) > MAX_BYTES:
        raise UnreadableHeads(1, "the file has more than 64 MB")
    for number, line in enumerate(content.splitlines(), 1):
        found = re.fullmatch(rb"\s*([1-9][0-9]{0,8})\s+([0-9a-f]{64})\s*", line)
        if found is None:
            if line.strip():
                raise UnreadableHeads(number, "a kept head is its version and 64 hexadecimal digits")
            continue
        version, head = int(found[1]), bytes.fromhex(found[2].decode())
        if seen.setdefault(version, head) != head:
            raise UnreadableHeads(number, f"there are two heads for version {version}")
    if not seen:
        raise UnreadableHeads(1, "there is no head")
    return seen


def judged_heads(file: GameFile, seen: Mapping[int, bytes] | None, proof: Part) -> Part:
    """Return whether the heads that a player has kept, or else the proven one, are those of the file."""
    name, count = "heads", len(file.heads)
    if seen is not None:
        findings = [
            Finding(min(version, count) + 1, _difference(version, count))
            for version, head in sorted(seen.items())
            if version > count or file.heads[version - 1] != head
        ]
        return judged(name, findings, f"all {len(seen):,} heads that you have kept are those of the file")
    if proof.judgement is Judgement.RIGHT:
        return judged(name, [], "the last one is proven; with --seen, those that you have kept are compared")
    return unchecked(name, "there is nothing to compare them with: neither kept heads (--seen) nor a proof")


def judged_proof(file: GameFile, key: VerifierKey | None) -> list[Part]:
    """Return whether the file's proof shows that the log has the game, and whether the log has signed it."""
    names = "proof", "signature"
    if file.proof is None:
        return [unchecked(name, "the file has no proof that the log has the game") for name in names]
    line = len(file.records) + 2
    try:
        proof = parse_proof(file.proof)
        checkpoint = unsigned_checkpoint(proof.note)
        check_inclusion(
            leaf_hash(file.heads[-1]), proof.index, checkpoint.size, proof.hashes, checkpoint.root
        )
    except (InvalidNote, InvalidProof) as error:
        found = judged(names[0], [Finding(line, str(error))], "")
        return [found, unchecked(names[1], "the proof is wrong")]
    text = f"the game is among the {checkpoint.size:,} events of a checkpoint of {checkpoint.origin}"
    return [judged(names[0], [], text), _judged_signature(names[1], proof, checkpoint, key, line)]


def _judged_signature(
    name: str, proof: LogProof, checkpoint: Checkpoint, key: VerifierKey | None, line: int
) -> Part:
    if key is None:
        return unchecked(name, "without the log's key (--key) anyone could have made the checkpoint")
    try:
        is_same = open_checkpoint(proof.note, key) == checkpoint
    except InvalidNote as error:
        return judged(name, [Finding(line, str(error))], "")
    findings = [] if is_same else [Finding(line, "the signed checkpoint is another one")]
    return judged(name, findings, f"{key.name} has signed the checkpoint; when, nothing here tells")


def _difference(version: int, count: int) -> str:
    if version > count:
        return f"the file ends at version {count}, and the head of version {version} was seen"
    return f"the head of version {version} is not the one that was seen: a record up to here was changed"
