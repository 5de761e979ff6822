"""Tamperings of the API's answers, which a client with pins notices.

It raises an alarm, or says that the log was restored, or does not take the game as proven, or refuses a
malformed answer. The times at which checkpoints were signed are the server's word alone. A server that leaves
out an opened field tells less, and nothing wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Final

from application.transparency.signed_notes import SigningKey
from kibitz_client import Fault, GameChanged, LogAlarm, Unreachable
from kibitz_client.transparency import CheckpointPins, head_of
from kibitz_client.transparency.shown_game import ShownGame
from tests.tampering.answers.recorded_server import recorded_server
from tests.tampering.answers.server_answers import URL, Answers, Json, RecordedServer, watching
from tests.tampering.outcomes import Attempt, Kind, Outcome, found_if
from tests.tampering.record_forgery import forged_records

SERVERS: Final = 1
STRANGER: Final = SigningKey("5e" * 32)
_servers: dict[int, RecordedServer] = {}
_SIGNS: Final = 'ABCabc019+/=-. {}[]"\\\u00e4\n'

Tamper = Callable[[Random, RecordedServer, Answers], None]
"""Changes answers in place."""


async def server_of(number: int) -> RecordedServer:
    """Return a recorded server, made once."""
    if number not in _servers:
        _servers[number] = await recorded_server(number, "president")
    return _servers[number]


def pinned(server: RecordedServer, *, size: int | None = None, version: int | None = None) -> CheckpointPins:
    """Return the pins of a client that has seen an honest checkpoint, or the game up to a version."""
    pins = CheckpointPins()
    key = server.honest.log["verifierKey"]
    pins.keep_checkpoint(URL, key, None if size is None else server.notes[size])
    if version is not None:
        pins.keep_head(URL, key, server.game, head_of(server.game, server.honest.records[:version]))
    return pins


def some_pins(chance: Random, server: RecordedServer) -> CheckpointPins:
    """Return the pins of a client that has seen something before the last checkpoint."""
    version = chance.choice([None, chance.randint(1, len(server.honest.records))])
    return pinned(server, size=chance.choice(server.sizes[:-1]), version=version)


async def is_accepted(server: RecordedServer, answers: Answers, pins: CheckpointPins) -> bool:
    """Return whether a client takes the log as grown, and the game as proven."""
    try:
        async with watching(server, answers, pins) as watcher:
            log = await watcher.check()
            game = await watcher.check_game(server.game)
    except (LogAlarm, Fault, Unreachable):
        return False
    return log.restored is None and game.restored is None and game.checkpoint is not None


# One text


def _text_changed(chance: Random, text: str) -> str:
    place = chance.randrange(len(text))
    return text[:place] + chance.choice(_SIGNS) + text[place + chance.randrange(2) :]


def note_changed(chance: Random, server: RecordedServer, answers: Answers) -> None:
    shown = answers.log["checkpoint"]
    shown["note"] = _text_changed(chance, shown["note"])


def key_changed(chance: Random, server: RecordedServer, answers: Answers) -> None:
    answers.log["verifierKey"] = _text_changed(chance, answers.log["verifierKey"])


def proof_changed(chance: Random, server: RecordedServer, answers: Answers) -> None:
    proof = _proof(answers)
    proof["text"] = _text_changed(chance, proof["text"])


def record_changed(chance: Random, server: RecordedServer, answers: Answers) -> None:
    place = chance.randrange(len(answers.records))
    answers.records[place] = _text_changed(chance, answers.records[place])


# Whole answers


def older_checkpoint(chance: Random, server: RecordedServer, answers: Answers) -> None:
    size = server.sizes[0]
    answers.log["checkpoint"] |= {"size": size, "note": server.notes[size]}


def no_checkpoint(chance: Random, server: RecordedServer, answers: Answers) -> None:
    answers.log["checkpoint"] = None


def stated_size(chance: Random, server: RecordedServer, answers: Answers) -> None:
    """Change a size beside a note, or the note beside a proof."""
    stated = chance.choice([answers.log["checkpoint"], _proof(answers)["checkpoint"]])
    if chance.random() < 0.5:
        stated["size"] += chance.choice((-1, 1))
    else:
        stated["note"] = server.notes[chance.choice(server.sizes)]


def proof_version(chance: Random, server: RecordedServer, answers: Answers) -> None:
    _proof(answers)["version"] = chance.randrange(len(answers.records) + 9)


def proof_in_an_older_checkpoint(chance: Random, server: RecordedServer, answers: Answers) -> None:
    proof, size = _proof(answers), chance.choice(server.sizes)
    path, blank, _ = proof["text"].partition("\n\n")
    proof["text"] = path + blank + server.notes[size]
    proof["checkpoint"] |= {"size": size, "note": server.notes[size]}


def no_proof(chance: Random, server: RecordedServer, answers: Answers) -> None:
    answers.proof = None


def growth_changed(chance: Random, server: RecordedServer, answers: Answers) -> None:
    """Change the proof of growth from the middle checkpoint, which the client has pinned."""
    _, middle, last = server.sizes
    honest = list(answers.growth[middle, last] or [])
    place = chance.randrange(len(honest))
    match chance.randrange(6):
        case 0:
            del answers.growth[middle, last]
            return
        case 1:
            answers.growth[middle, last] = None
            return
        case 2:
            honest = list(answers.growth[server.sizes[0], last] or [])
        case 3:
            honest.insert(place, "A" * 43 + "=")
        case 4:
            del honest[place]
        case _:
            honest[place] = _text_changed(chance, honest[place])
    answers.growth[middle, last] = honest


def records_changed(chance: Random, server: RecordedServer, answers: Answers) -> None:
    """Drop, repeat, swap or cut off records."""
    records = answers.records
    one, other = chance.sample(range(len(records)), 2)
    match chance.randrange(4):
        case 0:
            del records[one]
        case 1:
            records.insert(one, records[other])
        case 2:
            records[one], records[other] = records[other], records[one]
        case _:
            del records[one:]


def records_forged(chance: Random, server: RecordedServer, answers: Answers) -> None:
    """Change records with their commitments, and leave the proof."""
    answers.records = _forged(chance, server)


def _proof(answers: Answers) -> Json:
    assert answers.proof is not None
    return answers.proof


def _forged(chance: Random, server: RecordedServer) -> list[str]:
    honest = [record.encode() for record in server.honest.records]
    return [record.decode() for record in forged_records(chance, honest)]


CHANGES: Final[dict[str, Tamper]] = {
    "a sign of a note": note_changed,
    "a sign of the key": key_changed,
    "a sign of a proof": proof_changed,
    "a sign of a record": record_changed,
    "an older checkpoint": older_checkpoint,
    "no checkpoint": no_checkpoint,
    "the size or the note beside a proof": stated_size,
    "the version of a proof": proof_version,
    "a proof in another checkpoint": proof_in_an_older_checkpoint,
    "no proof": no_proof,
    "the proof of growth": growth_changed,
    "records dropped, repeated or swapped": records_changed,
    "records forged": records_forged,
}


def _attempt(tamper: Tamper) -> Attempt:
    async def attempt(chance: Random) -> Outcome:
        server = await server_of(chance.randrange(SERVERS))
        answers = deepcopy(server.honest)
        tamper(chance, server, answers)
        if answers == server.honest:
            return Outcome.UNCHANGED
        pins = some_pins(chance, server)
        if tamper in (older_checkpoint, growth_changed):
            pins = pinned(server, size=server.sizes[1])
        return found_if(not await is_accepted(server, answers, pins))

    return attempt


# Forgers who compute all hashes again


def _signed_again(
    key: SigningKey | None, pins_of: Callable[[Random, RecordedServer], CheckpointPins]
) -> Attempt:
    async def attempt(chance: Random) -> Outcome:
        server = await server_of(chance.randrange(SERVERS))
        records = _forged(chance, server)
        if _continues(server, records):
            return Outcome.UNCHANGED
        answers = server.rendered(records, key)
        # Who has no pins believes the forger.
        assert await is_accepted(server, answers, CheckpointPins())
        return found_if(not await is_accepted(server, answers, pins_of(chance, server)))

    return attempt


def _continues(server: RecordedServer, records: list[str]) -> bool:
    """Return whether records begin with the honest ones: growth, against which there are the rules alone."""
    return records[: len(server.honest.records)] == server.honest.records


async def _told_otherwise_in_play(chance: Random) -> Outcome:
    """Send a follower of the game other records than everyone else, and show the honest log later."""
    server = await server_of(chance.randrange(SERVERS))
    records = _forged(chance, server)
    if records == server.honest.records[: len(records)]:
        return Outcome.UNCHANGED
    pins = pinned(server, size=chance.choice(server.sizes))
    shown = ShownGame(server.game, pins, URL, server.honest.log["verifierKey"])
    try:
        for record in records[: chance.randint(1, len(records))]:
            shown.add(record)
            shown.keep()
    except GameChanged:
        return Outcome.FOUND
    told = server.honest.records[: shown.head.version]
    if shown.head == head_of(server.game, told):
        return Outcome.UNCHANGED
    return found_if(not await is_accepted(server, server.honest, pins))


def _last_pin(chance: Random, server: RecordedServer) -> CheckpointPins:
    return pinned(server, size=server.sizes[-1])


def _last_head(chance: Random, server: RecordedServer) -> CheckpointPins:
    return pinned(server, version=len(server.honest.records))


def _kinds() -> Iterator[Kind]:
    for name, tamper in CHANGES.items():
        yield Kind(f"answers: {name}", _attempt(tamper))
    forged = "answers: a game forged, signed again"
    yield Kind(f"{forged} by a stranger", _signed_again(STRANGER, some_pins))
    yield Kind(f"{forged} with the log's key, checked with a pin", _signed_again(None, _last_pin))
    yield Kind(f"{forged} with the log's key, checked with a kept head", _signed_again(None, _last_head))
    yield Kind("answers: other records in play than later", _told_otherwise_in_play)


ANSWER_KINDS: Final = tuple(_kinds())
