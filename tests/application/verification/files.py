"""Files of played games, with a proof of a log that has their last head, and verdicts on them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID

from api.transparency.game_verdict import verdict_on
from application.codec import RecordedEvent, StoredForm, default_codec
from application.export.game_file import HEADER, proof_line, record_line
from application.records.canonical_json import canonical
from application.records.record import NO_HEAD, head_after
from application.redaction import redact_events
from application.transparency.checkpoints import Checkpoint, proof_text
from application.transparency.merkle_tree import inclusion_proof, leaf_hash, merged, root_hash
from application.transparency.signed_notes import SigningKey
from application.verification.file_records import UnreadableGameFile
from domain.events import Event, GameCreated, PlayerId
from domain.marks import Viewer
from domain.state import OVER
from domain.view import View, reveals
from kibitz_client.transparency import VerifierKey
from tests.laws.playouts import Playout, playout

GAME: Final = UUID(int=7)
ORIGIN: Final = "club.example/log/1"
SIGNING: Final = SigningKey(bytes(range(32)).hex())
KEY: Final = VerifierKey(SIGNING.verifier_key(ORIGIN))


class Recorded(NamedTuple):
    """An event with the time and the player of its command."""

    event: Event
    at: datetime
    by: PlayerId | None


def recorded(game: Playout) -> list[Recorded]:
    return [
        Recorded(event, commit.at, commit.command.by) for commit in game.commits for event in commit.events
    ]


def file_of(log: Iterable[Recorded], viewer: Viewer = None) -> bytes:
    """Return the file of a game that was recorded so, without a proof, also of a game that cannot be."""
    events: list[RecordedEvent] = []
    forms: list[StoredForm] = []
    log = list(log)
    created = log[0].event
    secret = created.secret if isinstance(created, GameCreated) and created.secret else "00" * 32
    for number, (event, at, by) in enumerate(log, 1):
        forms.append(StoredForm(*default_codec().encode(event), secret))
        events.append(
            RecordedEvent(
                game=GAME, version=number, position=number, at=at, by=by, command_id=None, event=event
            )
        )
    view = View(viewer=viewer, revealed=reveals(each.event for each in log))
    lines = map(record_line, redact_events(events, view), forms)
    return b"".join(line + b"\n" for line in (HEADER, *lines))


def with_proof(content: bytes, seed: int = 0, key: SigningKey = SIGNING) -> bytes:
    """Return a file with the proof that a log, which also has other events, has the game."""
    chance = Random(seed)
    leaves = [chance.randbytes(32) for _ in range(chance.randint(1, 40))]
    index = chance.randrange(len(leaves))
    leaves[index] = heads_of(content)[-1]
    hashes = [leaf_hash(leaf) for leaf in leaves]

    def subtree(level: int, at: int) -> bytes:
        return merged(hashes[at << level : (at + 1) << level])

    size = len(leaves)
    note = key.sign(Checkpoint(ORIGIN, size, root_hash(size, subtree)).text(), ORIGIN)
    proof = proof_text(index, inclusion_proof(index, size, subtree), note)
    return content + proof_line(proof) + b"\n"


def heads_of(content: bytes) -> list[bytes]:
    """Return the heads of a file's records, computed from their definition alone."""
    heads = [NO_HEAD]
    for line in content.splitlines()[1:]:
        members: dict[str, Any] = json.loads(line)
        if "version" in members:
            members.pop("open", None)
            heads.append(head_after(heads[-1], sha256(canonical(members)).digest()))
    return heads[1:]


def status_of(content: bytes, key: VerifierKey | None = KEY, seen: Mapping[int, bytes] | None = None) -> int:
    """Return the exit status of a verification, which compares heads that were kept."""
    try:
        return verdict_on(content, key, seen).exit_status
    except UnreadableGameFile:
        return 2


def judgements(content: bytes) -> dict[str, str]:
    """Return the judgement and the detail of each part."""
    return {part.name: f"{part.judgement}: {part.detail}" for part in verdict_on(content, KEY, None).parts}


@cache
def finished(variant: str, first: int = 0) -> Playout:
    """Return the first short game from a seed on that was played to its end or closed in play."""
    games = (playout(variant, seed) for seed in range(first, first + 100))
    return next(
        game
        for game in games
        if game.known.game.stage in OVER and game.known.game.shuffles and len(game.log) < 900
    )
