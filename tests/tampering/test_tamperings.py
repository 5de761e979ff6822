"""Each tampering with files, databases and answers is found, and what is honest is accepted.

`python -m tests.tampering` does the same as often as asked.
"""

from __future__ import annotations

import pytest

from tests.tampering.databases.log_changes import events_changed
from tests.tampering.databases.log_tamperings import attempt_on, found_by_operator_after_signing
from tests.tampering.file_tamperings import attempt_with, forged_and_signed_by_the_log
from tests.tampering.honest import accepted
from tests.tampering.kinds import KINDS
from tests.tampering.outcomes import Kind, attempted

BELIEVED = (
    (Kind("a signed file", attempt_with(forged_and_signed_by_the_log, signed_again=True)), range(100)),
    (Kind("a signed log", attempt_on(events_changed, found_by_operator_after_signing)), range(10)),
)
"""Forgeries with the log's key, judged without pins and kept heads."""


async def all_found(seeds: range) -> None:
    report = await attempted(KINDS, seeds)
    assert not report.missed, report.text()
    assert report.found.total() == len(seeds)


async def test_tamperings_are_found() -> None:
    await all_found(range(100))


async def test_what_is_honest_is_accepted() -> None:
    assert await accepted(range(10)) == ([], 10)


@pytest.mark.slow
@pytest.mark.timeout(3600)
async def test_many_tamperings_are_found() -> None:
    await all_found(range(100, 2_100))


@pytest.mark.slow
@pytest.mark.timeout(3600)
async def test_much_that_is_honest_is_accepted() -> None:
    assert await accepted(range(10, 210)) == ([], 200)


async def test_who_has_kept_nothing_believes_a_forger_with_the_key() -> None:
    # The log's own forgers are found by what was kept, and by nothing else.
    for kind, seeds in BELIEVED:
        report = await attempted([kind], seeds)
        assert report.missed, kind.name
