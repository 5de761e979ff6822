"""Readers that tail a log see every event; readers of the controls do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.harness.process_forker import Forker
from tests.no_skip.logs import CONTROLS
from tests.no_skip.trial import Reader, Trial

BRIEFLY = 0.02
"""Seconds for which a held transaction blocks all appends to a store's log."""
UNTIL_PASSED = 30.0
"""Seconds for which a transaction in a control waits for readers to pass it."""


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """The kind of a store's log, and its address."""
    if request.param == "sqlite":
        return "sqlite", str(tmp_path / "log.db")
    return "postgres", request.getfixturevalue("postgres_url")


async def test_readers_never_skip(forker: Forker, place: tuple[str, str]) -> None:
    await check_no_skip(forker, Trial(kind=place[0], where=place[1], events=1500, patience=BRIEFLY))


@pytest.mark.slow
@pytest.mark.timeout(1800)
async def test_readers_never_skip_at_length(forker: Forker, place: tuple[str, str]) -> None:
    trial = Trial(
        kind=place[0], where=place[1], events=1_000_000, most=40, kills=100, holds=200, patience=BRIEFLY
    )
    await check_no_skip(forker, trial)


async def check_no_skip(forker: Forker, trial: Trial) -> None:
    readers = await trial.run(forker)
    print_trial(trial, readers)
    for reader in readers:
        assert (trial.missed(reader), reader.gaps, reader.disorder, reader.version_gaps) == (0, 0, 0, 0)
        assert reader.position == reader.count == trial.total == trial.last >= trial.events
    assert trial.passed == 0, "a reader passed a transaction that was not over"


@pytest.mark.parametrize("control", CONTROLS)
async def test_readers_of_a_control_skip_events(forker: Forker, postgres_url: str, control: str) -> None:
    trial = Trial(kind=control, where=postgres_url, events=1500, patience=UNTIL_PASSED)
    readers = await trial.run(forker)
    print_trial(trial, readers)
    for reader in readers:
        assert trial.missed(reader) >= trial.passed > 0, "the trial does not detect the skips of a control"
        assert reader.disorder == 0


def print_trial(trial: Trial, readers: list[Reader]) -> None:
    found = ", ".join(f"{each.name} read {each.count} and missed {trial.missed(each)}" for each in readers)
    print(  # noqa: T201 - the figures of a long run
        f"\n{trial.kind}: {trial.total} events by {trial.writers} writers in {trial.seconds:.0f} s,"
        f" {trial.kills} kills, {trial.holds} holds: {found}"
    )
