"""Answers of a server about its log and a game, recorded from the API and given again, also changed."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any, Final

import httpx

from application.records.record import NO_HEAD, head_after
from application.transparency.checkpoints import Checkpoint, proof_text
from application.transparency.merkle_tree import consistency_proof, inclusion_proof, leaf_hash, root_hash
from application.transparency.signed_notes import SigningKey
from kibitz_client import Connection
from kibitz_client.transparency import CheckpointPins, LogWatcher, read_record
from tests.tampering.databases.signed_logs import subtree

URL: Final = "http://127.0.0.1:1/graphql"
Json = dict[str, Any]


@dataclass
class Answers:
    """The answers of a server about its log and about one game."""

    log: Json
    proof: Json | None
    records: list[str]
    growth: dict[tuple[int, int], list[str] | None]
    """The proofs of growth by their sizes; for other sizes the server says that it has not signed them."""


@dataclass
class Envelopes:
    """Whole answers of a real server, into which `Answers` are put."""

    log: Json
    proven: Json
    records: Json
    growth: Json
    unknown_size: Json


@dataclass
class RecordedServer:
    """A real server's answers, and the whole log that they are of."""

    game: str
    log: list[tuple[str, bytes]]
    """Game and digest of the record of each event."""
    sizes: list[int]
    """The sizes that were signed."""
    origin: str
    signing: SigningKey
    envelopes: Envelopes
    honest: Answers
    notes: dict[int, str] = field(default_factory=dict)

    def rendered(self, records: Sequence[str], key: SigningKey | None = None) -> Answers:
        """Return the answers of a server whose game has these records, signed with its key or another."""
        signing = self.signing if key is None else key
        log = self._with(records)
        heads: dict[str, bytes] = {}
        leaves: list[bytes] = []
        for game, digest in log:
            heads[game] = head_after(heads.get(game, NO_HEAD), digest)
            leaves.append(leaf_hash(heads[game]))
        tree = partial(subtree, leaves)
        sizes = sorted({min(size, len(leaves)) for size in (*self.sizes, self.sizes[-1] + len(leaves))})
        notes = {
            size: signing.sign(Checkpoint(self.origin, size, root_hash(size, tree)).text(), self.origin)
            for size in sizes
        }
        growth: dict[tuple[int, int], list[str] | None] = {
            (old, new): [b64encode(each).decode() for each in consistency_proof(old, new, tree)]
            for old, new in combinations(sizes, 2)
        }
        latest = sizes[-1]
        index = max(place for place, (game, _) in enumerate(log) if game == self.game)
        shown = {**self.honest.log["checkpoint"], "size": latest, "note": notes[latest]}
        assert self.honest.proof is not None
        proof = {
            **self.honest.proof,
            "version": len(records),
            "text": proof_text(index, inclusion_proof(index, latest, tree), notes[latest]),
            "checkpoint": {**self.honest.proof["checkpoint"], "size": latest, "note": notes[latest]},
        }
        told = {**self.honest.log, "verifierKey": signing.verifier_key(self.origin), "checkpoint": shown}
        return Answers(told, proof, list(records), growth)

    def _with(self, records: Sequence[str]) -> list[tuple[str, bytes]]:
        """Return the log with other records of the game, further ones behind its last."""
        digests = [read_record(record).digest for record in records]
        last = max(place for place, (game, _) in enumerate(self.log) if game == self.game)
        found: list[tuple[str, bytes]] = []
        for place, (game, digest) in enumerate(self.log):
            if game != self.game:
                found.append((game, digest))
                continue
            upto = len(digests) if place == last else 1
            found += [(game, each) for each in digests[:upto]]
            del digests[:upto]
        return found


class AnsweringTransport(httpx.AsyncBaseTransport):
    """Answers each request of a log's watcher with given answers."""

    def __init__(self, envelopes: Envelopes, answers: Answers) -> None:
        self._envelopes = envelopes
        self._answers = answers

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        sent = json.loads(await request.aread())
        return httpx.Response(200, content=json.dumps(self._answer(sent)).encode(), request=request)

    def _answer(self, sent: Json) -> Json:
        text, answers = sent["query"], self._answers
        if "consistency" in text:
            key = sent["variables"]["from"], sent["variables"]["to"]
            if key not in answers.growth:
                return self._envelopes.unknown_size
            answer = deepcopy(self._envelopes.growth)
            answer["data"]["log"]["consistency"] = answers.growth[key]
        elif "proof" in text:
            answer = deepcopy(self._envelopes.proven)
            answer["data"]["log"] = answers.log
            answer["data"]["game"]["proof"] = answers.proof
        elif "events" in text:
            answer = deepcopy(self._envelopes.records)
            edges = answer["data"]["game"]["events"]["edges"]
            answer["data"]["game"]["events"]["edges"] = [
                {**edges[0], "node": {**edges[0]["node"], "version": version, "record": record}}
                for version, record in enumerate(answers.records, 1)
            ]
        else:
            answer = deepcopy(self._envelopes.log)
            answer["data"]["log"] = answers.log
        return answer


@asynccontextmanager
async def watching(
    server: RecordedServer, answers: Answers, pins: CheckpointPins
) -> AsyncIterator[LogWatcher]:
    """Yield a client with pins, whose server gives these answers."""
    transport = AnsweringTransport(server.envelopes, answers)
    async with Connection(URL, retry_timeout=0, transport=transport) as connection:
        yield LogWatcher(connection, pins)
