"""Files with records and proofs of log/v1, forged and honest ones, by what was done to them."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Final

from application.records.canonical_json import canonical
from application.transparency.checkpoints import Checkpoint, proof_text
from application.transparency.merkle_tree import Subtree, inclusion_proof, leaf_hash, merged, root_hash
from application.transparency.signed_notes import SigningKey
from tests.clients.verify.game_files import Json, begun
from tests.clients.verify.verifiers import verify_py

SALT: Final = "16cecfd4bdb8298b26290c72d098cd72f07ca33f4bbbc5fbc20e743d4d030b9d"
NO_PROOF: Final = "that the log has the game, because the file has no proof"
SIGNATURE: Final = "the signature of the checkpoint, which `kibitz game verify` checks"
FORM, SEALED = "the record is not in its canonical form", "the event has a field that is sealed"
OPENED: Final = "an opened field does not match its commitment"
CUT, ELSEWHERE = (
    "the proof is cut or malformed",
    "the proof does not lead from the last record to the checkpoint",
)
DUE: Final = "of the game is due here"


@cache
def lines(viewer: int | None = None) -> tuple[str, ...]:
    """Return the lines of a finished game as a seat or a spectator may read it."""
    server = begun("president", people=3)
    server.play_to_the_end()
    return (*server.sealed_file(viewer).splitlines(),)


@cache
def proof(size: int = 1_000, index: int = 700) -> str:
    """Return the proof that a log with other leaves has the game."""
    random = Random(index)
    leaves = [random.randbytes(32) for _ in range(size)]
    leaves[index] = bytes.fromhex(head())
    subtree = tree(leaves)
    checkpoint = Checkpoint("cards.example/log/1", size, root_hash(size, subtree))
    note = SigningKey("07" * 32).sign(checkpoint.text(), checkpoint.origin)
    return proof_text(index, inclusion_proof(index, size, subtree), note)


def tree(entries: list[bytes]) -> Subtree:
    """Return the subtrees of a log's leaves."""
    leaves = [leaf_hash(entry) for entry in entries]
    return lambda level, index: merged(leaves[index << level : (index + 1) << level])


def head() -> str:
    """Return the head of the game after its last record."""
    found = verify_py.NO_HEAD
    for line in lines()[1:]:
        found = verify_py.head_after(found, json.loads(line))
    return str(found)


def file_of(*lines: str, proof: object = None) -> str:
    """Return a file with these lines, and with a proof if it is given."""
    ending = () if proof is None else (json.dumps({"proof": proof}),)
    return "".join(f"{line}\n" for line in (*lines, *ending))


def with_line(change: Callable[[str], str], kind: str = "HandDealt") -> str:
    """Return the proven file with the line of an event changed as a text."""
    position = next(place for place, line in enumerate(lines()) if f'"type":"{kind}"' in line)
    changed = change(lines()[position])
    assert changed != lines()[position]
    return file_of(*lines()[:position], changed, *lines()[position + 1 :], proof=proof())


def with_record(change: Callable[[Json], object], kind: str = "HandDealt") -> str:
    """Return the proven file with the record of an event changed, in canonical form."""

    def changed(line: str) -> str:
        record = json.loads(line)
        change(record)
        return canonical(record).decode()

    return with_line(changed, kind)


def renumbered(*records: str) -> str:
    """Return the proven file with other records, which get the versions from 1 on."""
    numbered = [json.loads(line) | {"version": version} for version, line in enumerate(records, 1)]
    return file_of(lines()[0], *(canonical(each).decode() for each in numbered), proof=proof())


def with_proof(change: Callable[[list[str]], object]) -> str:
    """Return the file with lines of the proof changed."""
    changed = proof().split("\n")
    change(changed)
    return file_of(*lines(), proof="\n".join(changed))


def flipped(proof: list[str], line: int) -> None:
    """Change a bit of a hash in a proof."""
    first, *rest = b64decode(proof[line])
    proof[line] = b64encode(bytes([first ^ 1, *rest])).decode()


def exchange_cards(record: Json) -> None:
    record["open"]["cards"][1].reverse()


def seal_anew(record: Json) -> None:
    """Exchange cards, and commit to them: the head shows it."""
    exchange_cards(record)
    salt, cards = record["open"]["cards"]
    record["sealed"]["cards"] = verify_py.commitment(salt, "cards", cards)


def show(record: Json) -> None:
    """Move cards from the commitment to the event."""
    _, record["event"]["cards"] = record.pop("open")["cards"]
    del record["sealed"]


def stripped() -> list[str]:
    """Return the lines without commitments, as an earlier release wrote them."""
    records = [json.loads(line) for line in lines()[1:]]
    for record in records:
        record.pop("sealed", None)
    return [lines()[0], *map(json.dumps, records)]


def with_number(number: str) -> str:
    """Return the proven file with a number in an event."""
    return with_line(lambda line: line.replace('{"seat"', f'{{"mood":{number},"seat"'))


def with_cut_proof(length: int) -> str:
    """Return the file with the beginning of its proof."""
    return file_of(*lines(), proof=proof()[:length])


def of_seat(seat: int) -> str:
    """Return the proven file as a seat may read it."""
    return file_of(*lines(seat), proof=proof())


def with_sealed(sealed: object) -> str:
    """Return the proven file with other commitments in a record."""
    return with_record(lambda record: record.update(sealed=sealed))


MALFORMED: Final = "sealed is missing or malformed"
NUMBERS: Final = ("1.0", "1.5", "-0", "1e3", "9007199254740992", "1000000000000000000000", "1e+21", "1e400")
FORGED: Final[dict[str, tuple[Callable[[], str], str]]] = {
    "a changed value": (lambda: with_record(exchange_cards), OPENED),
    "a changed value with its commitment": (lambda: with_record(seal_anew), ELSEWHERE),
    "a changed commitment": (lambda: with_record(lambda r: r["sealed"].update(cards="0" * 64)), OPENED),
    "a changed commitment of the secret": (
        lambda: with_record(lambda r: r["sealed"].update(secret="0" * 64), "GameCreated"),
        ELSEWHERE,
    ),
    "a changed salt": (lambda: with_record(lambda r: r["open"]["cards"].__setitem__(0, "0" * 64)), OPENED),
    "no salt": (lambda: with_record(lambda r: r["open"]["cards"].__setitem__(0, None)), OPENED),
    "no commitment": (lambda: with_record(lambda r: r.pop("sealed")), OPENED),
    "an opened field more": (lambda: with_record(lambda r: r["open"].update(toString=[SALT, 1])), OPENED),
    "an opened field without a salt": (lambda: with_record(lambda r: r["open"].update(mood=7)), OPENED),
    "a changed time": (lambda: with_record(lambda r: r.update(at=r["at"] + 1)), ELSEWHERE),
    "another caller": (lambda: with_record(lambda r: r.update(by="b" * 32), "GameWon"), ELSEWHERE),
    "a member more": (lambda: with_record(lambda r: r.update(note="")), ELSEWHERE),
    "a field that is shown and sealed": (
        lambda: with_record(lambda r: r["event"].update(cards=["5H"])),
        SEALED,
    ),
    "a field that is shown and not sealed": (lambda: with_record(show), SEALED),
    "an unknown field that is shown and sealed": (
        lambda: with_record(lambda r: (r["event"].update(mood=1), r["sealed"].update(mood="0" * 64))),
        SEALED,
    ),
    "a dropped record": (lambda: file_of(*lines()[:9], *lines()[10:], proof=proof()), DUE),
    "a dropped record, renumbered": (lambda: renumbered(*lines()[1:9], *lines()[10:]), ELSEWHERE),
    "a dropped last record": (lambda: file_of(*lines()[:-1], proof=proof()), ELSEWHERE),
    "a record twice": (lambda: file_of(*lines()[:9], lines()[8], *lines()[9:], proof=proof()), DUE),
    "a record twice, renumbered": (lambda: renumbered(*lines()[1:9], lines()[8], *lines()[9:]), ELSEWHERE),
    "exchanged records": (
        lambda: file_of(*lines()[:8], lines()[9], lines()[8], *lines()[10:], proof=proof()),
        DUE,
    ),
    "exchanged records, renumbered": (
        lambda: renumbered(*lines()[1:8], lines()[9], lines()[8], *lines()[10:]),
        ELSEWHERE,
    ),
    "commitments taken out": (lambda: file_of(*stripped(), proof=proof()), OPENED),
    **{
        f"the commitments {json.dumps(sealed)[:40]}": (partial(with_sealed, sealed), MALFORMED)
        for sealed in list[object]((7, [], {"cards": None}, {"cards": "0" * 63}, {"two words": "0" * 64}))
    },
    # Forms that another reader could read otherwise.
    "a blank": (lambda: with_line(lambda line: line.replace(",", ", ", 1)), FORM),
    "a carriage return": (lambda: with_line(lambda line: f"{line}\r"), FORM),
    "an escaped letter": (lambda: with_line(lambda line: line.replace('"seat"', '"\\u0073eat"')), FORM),
    "another order": (
        lambda: with_line(lambda line: line.replace('"seat":0,"shuffle":0', '"shuffle":0,"seat":0')),
        FORM,
    ),
    "a member twice": (lambda: with_line(lambda line: line.replace('{"seat"', '{"seat":1,"seat"')), FORM),
    "an empty `open`": (
        lambda: with_record(lambda r: r.update(open={}, sealed={}), "PlayerJoined"),
        FORM,
    ),
    "`open` that is null": (lambda: with_record(lambda r: r.update(open=None)), FORM),
    **{f"the number {number}": (partial(with_number, number), FORM) for number in NUMBERS},
    "half a character": (
        lambda: with_line(lambda line: line.replace('{"seat"', '{"a":"\\ud800","seat"')),
        FORM,
    ),
    # Proofs.
    "a changed hash": (lambda: with_proof(lambda proof: flipped(proof, 4)), ELSEWHERE),
    "a changed root": (lambda: with_proof(lambda proof: flipped(proof, -4)), ELSEWHERE),
    "a changed index": (lambda: with_proof(lambda proof: proof.__setitem__(1, "index 701")), ELSEWHERE),
    "an index behind the end": (lambda: with_proof(lambda p: p.__setitem__(1, "index 1700")), ELSEWHERE),
    "an index without an end": (lambda: with_proof(lambda p: p.__setitem__(1, f"index {'9' * 99}")), CUT),
    "an empty tree": (lambda: with_proof(lambda p: p.__setitem__(-5, "0")), ELSEWHERE),
    "a hash less": (lambda: with_proof(lambda proof: proof.pop(2)), ELSEWHERE),
    "a hash more": (lambda: with_proof(lambda proof: proof.insert(2, proof[2])), ELSEWHERE),
    "exchanged hashes": (lambda: with_proof(lambda proof: proof.insert(2, proof.pop(3))), ELSEWHERE),
    "a hash with bits too many": (
        lambda: with_proof(lambda proof: proof.__setitem__(2, f"{proof[2][:42]}B=")),
        CUT,
    ),
    "no signature": (lambda: file_of(*lines(), proof=proof()[: proof().index("\u2014")]), CUT),
    "a proof that is null": (lambda: f'{file_of(*lines())}{{"proof":null}}\n', CUT),
    "a proof that is a number": (lambda: file_of(*lines(), proof=7), CUT),
    "two proofs": (lambda: file_of(*lines(), json.dumps({"proof": proof()}), proof=proof()), "the last line"),
    **{
        f"a proof cut after {cut}": (partial(with_cut_proof, cut), CUT)
        for cut in (0, 22, 30, 60, 200, 480, 560)
    },
}
HONEST: Final[dict[str, tuple[Callable[[], str], str]]] = {
    "proven": (lambda: file_of(*lines(), proof=proof()), SIGNATURE),
    "proven in a log of its own": (lambda: file_of(*lines(), proof=proof(1, 0)), SIGNATURE),
    "proven at the end of a log": (lambda: file_of(*lines(), proof=proof(385, 384)), SIGNATURE),
    "proven with extra data": (
        lambda: with_proof(lambda proof: proof.insert(1, "extra YQ==")),
        SIGNATURE,
    ),
    "without a proof": (lambda: file_of(*lines()), NO_PROOF),
    **{f"to seat {seat}": (partial(of_seat, seat), SIGNATURE) for seat in range(3)},
    "without commitments": (lambda: file_of(*stripped()), "the records, which are of an earlier release"),
}
