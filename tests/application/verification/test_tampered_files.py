"""Each change of a file is found, also when all hashes are computed again by who has not the log's key."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.application.audit.audits import LATER, played
from tests.application.audit.test_tampered_games import TAMPERED
from tests.application.audit.test_tampered_games import Tamper as LogTamper
from tests.application.verification.files import (
    Recorded,
    file_of,
    finished,
    recorded,
    status_of,
    with_proof,
)
from tests.laws.playouts import every_variant
from tests.tampering.file_tamperings import cut, dropped, flipped, opened_otherwise, repeated, swapped
from tests.tampering.record_forgery import forged_records


def forged(chance: Random, lines: list[bytes]) -> list[bytes]:
    """Change, drop, repeat or swap records, compute their hashes again, and keep the proof."""
    header, *records, proof = lines
    return [header, *forged_records(chance, records), proof]


TAMPERINGS: tuple[Callable[[Random, list[bytes]], list[bytes]], ...] = (
    flipped,
    cut,
    dropped,
    repeated,
    swapped,
    opened_otherwise,
    forged,
    forged,
)


def all_found(variant: str, seeds: range) -> None:
    content = with_proof(file_of(recorded(finished(variant))))
    assert status_of(content) == 0
    *lines, end = content.split(b"\n")
    assert end == b""
    for seed in seeds:
        chance = Random(seed)
        tamper = TAMPERINGS[seed % len(TAMPERINGS)]
        made = b"\n".join([*tamper(chance, list(lines)), end])
        if made == content:
            continue
        # Who leaves out the proof shows nothing false, and proves nothing.
        statuses = (1, 2) if b'{"proof":' in made else (1, 2, 3)
        assert status_of(made) in statuses, (tamper.__name__, seed)


@every_variant
def test_changes_are_found(variant: str) -> None:
    all_found(variant, range(34))


@pytest.mark.slow
@every_variant
def test_many_changes_are_found(variant: str) -> None:
    all_found(variant, range(34, 701))


@pytest.mark.parametrize(("variant", "tamper"), TAMPERED)
def test_each_change_that_is_found_in_a_log_is_found_in_its_file(variant: str, tamper: LogTamper) -> None:
    log, _ = tamper(list(played(variant)))
    by = played(variant)[0].organizer  # type: ignore[attr-defined]
    assert status_of(file_of(Recorded(event, LATER, by) for event in played(variant))) == 3
    assert status_of(file_of(Recorded(event, LATER, by) for event in log)) in (1, 2)
