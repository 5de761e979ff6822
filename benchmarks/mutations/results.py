"""Results of the check: their file, from which an interrupted run resumes, and the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from benchmarks.mutations.places import Place, Places

Status = Literal["caught", "timeout", "survived", "uncovered", "unclear", "not found"]
"""`timeout`: the tests do not end with the mutant, which counts as caught. `uncovered`: no test runs it."""

CAUGHT: Final = ("caught", "timeout")


class Verdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of running tests against a mutant."""

    status: Status
    killer: str = ""
    """The test that failed; empty if the mutant cannot be imported."""
    when: str = ""
    """The phase in which it failed; `collect` if the mutant cannot be imported."""
    why: str = ""
    ran: int = 0
    """The number of tests that ran."""


class Result(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of one place."""

    verdict: Verdict
    covering: int = 0
    selected: int = 0
    found_by: str = ""
    unsteady: Sequence[str] = ()
    """Tests that failed once and passed again with the mutant, or failed without it; they do not count."""
    confirmed: bool = False
    """True if the killer passes without the mutant."""
    seconds: float = 0.0

    @property
    def is_caught(self) -> bool:
        """True if the tests found the mutant."""
        return self.verdict.status in CAUGHT

    @property
    def is_open(self) -> bool:
        """True until the killer has been run without the mutant."""
        return self.verdict.status == "caught" and self.verdict.when != "collect" and not self.confirmed


class _File(Struct, frozen=True, kw_only=True):
    commit: str
    results: dict[str, Result]


class ResultFile:
    """The results of a commit by place, in a file that is written after each."""

    def __init__(self, path: Path, commit: str | None = None) -> None:
        """Read the file, if there is one; raises SystemExit if its results are of another commit."""
        self._path = path
        known = msgspec.json.decode(path.read_bytes(), type=_File) if path.exists() else None
        if known is None and commit is None:
            raise SystemExit(f"There are no results in {path}.")
        if known is not None and commit is not None and known.commit != commit:
            raise SystemExit(
                f"{path} has results of commit {known.commit[:10]}. "
                f"Continue with --commit {known.commit[:10]}, name another file with --results, or delete it."
            )
        self._commit = known.commit if known is not None else commit or ""
        self.results = known.results if known is not None else {}

    def keep(self, id: str, result: Result) -> None:
        """Add a result and write the file."""
        self.results[id] = result
        self._path.parent.mkdir(parents=True, exist_ok=True)
        part = self._path.with_suffix(".part")
        content = _File(commit=self._commit, results=dict(sorted(self.results.items())))
        part.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
        part.replace(self._path)


def line(place: Place, result: Result) -> str:
    """Return a result as a line of the table."""
    verdict = result.verdict
    tests = f"{verdict.ran}/{result.selected}/{result.covering}"
    reason = verdict.killer or verdict.why[-80:].replace("\n", " ")
    where = f"{place.file}: {place.qualname}"
    head = f"{place.id} {verdict.status:9} {result.seconds:6.1f} s {tests:>13} {place.kind:10} {where:70}"
    return f"{head} {reason}".rstrip()


def report(given: Places, results: dict[str, Result]) -> Iterator[str]:
    """Yield the lines of the table, the mutants that were not caught, and the ratio."""
    known = [(place, results[place.id]) for place in given.places if place.id in results]
    yield "place, status, seconds, tests that ran / selected / covering, kind, function, test that failed"
    for place, result in known:
        yield line(place, result)
    for place, result in known:
        if not result.is_caught:
            yield f"{place.id} {result.verdict.status}: {place.file} {place.qualname}"
            yield f"      - {place.source}"
            yield f"      + {place.mutated}"
    counts = Counter(result.verdict.status for _, result in known)
    yield ", ".join(f"{count} {status}" for status, count in counts.most_common())
    for place, result in known:
        if result.is_caught != place.caught_before:
            before = "caught" if place.caught_before else "not caught"
            yield f"{place.id} {result.verdict.status}, at {given.baseline[:7]} {before}"
    if counts["not found"]:
        yield f"WARNING: {counts['not found']} PLACES WERE NOT FOUND; correct their entries in places.json."
    if len(known) < len(given.places):
        yield f"WARNING: only {len(known)} of {len(given.places)} places have a result."
    caught = sum(result.is_caught for _, result in known)
    baseline = sum(place.caught_before for place, _ in known)
    ratio = f"{caught / baseline:.2f}" if baseline else "none"
    yield f"ratio: {ratio} ({caught} caught / {baseline} at {given.baseline[:7]}, of {len(known)})"
