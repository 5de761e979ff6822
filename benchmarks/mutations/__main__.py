"""Mutation check: the number of small bugs that the inner loop finds, beside that of a baseline commit.

Each of the 80 places in `places.json` is a line of the code and a small change to it, such as `<` for `<=`.
The tests that run the line are run against the changed code; if none fails, the inner loop has lost strength
or never had it there. All of it happens in a temporary clone, so only what is committed is measured.

    coverage  measure which tests of the inner loop run each line, and how long each test takes
    run       run the places that have no result yet; an interrupted run is resumed by the same command
    report    print the table; the last line is the ratio of the caught mutants to those of the baseline

Without a command, all three follow each other, which takes an hour or two on two cores. The check
needs Linux and git.

Run: `uv run --group mutations python -m benchmarks.mutations [coverage|run|report] [--results FILE]`.
"""

from __future__ import annotations

import argparse
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.mutations.clone import ROOT, commit_id, temporary_clone
from benchmarks.mutations.line_coverage import measure_coverage, read_coverage, write_coverage
from benchmarks.mutations.places import Place, read_places
from benchmarks.mutations.results import ResultFile, report
from benchmarks.mutations.runner import Runner

COMMANDS: Final = ("coverage", "run", "report")


def run(commands: Sequence[str], given: argparse.Namespace, places: Sequence[Place]) -> None:
    """Measure coverage and run mutants, as the commands say, in one clone."""
    commit = commit_id(given.commit)
    file: Path = given.results.with_name("coverage.json")
    # Before any work, because results of another commit are an error.
    results = ResultFile(given.results, commit)
    known = read_coverage(file) if file.exists() else None
    is_measured = known is not None and (known.commit, list(known.paths)) == (commit, given.tests)
    if "coverage" not in commands and not is_measured:
        raise SystemExit(
            f"{file} does not have the coverage of {commit[:10]} by these tests; "
            "run the command `coverage` first."
        )
    print(f"commit {commit[:10]}", flush=True)
    with temporary_clone(commit) as tree:
        if "coverage" in commands and not is_measured:
            write_coverage(file, measure_coverage(tree, commit, given.tests))
        if "run" in commands:
            Runner(tree, read_coverage(file), results).run(places)


def main() -> None:
    """Run the commands and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", nargs="?", choices=COMMANDS, help="all three if left out")
    parser.add_argument(
        "--results",
        type=lambda name: Path(name).absolute(),
        default=ROOT / ".mutations" / "results.json",
        help="the file of results; the coverage is in coverage.json beside it",
    )
    parser.add_argument("--commit", default="HEAD", help="the commit to measure, HEAD by default")
    parser.add_argument("--only", nargs="+", default=[], metavar="PLACE", help="run only these places")
    parser.add_argument(
        "--tests", nargs="+", default=[], metavar="PATH", help="measure only these tests, to try the check"
    )
    given = parser.parse_args()
    # The clone is removed and the processes are ended at SIGTERM too.
    signal.signal(signal.SIGTERM, lambda *_: parser.exit(143, "terminated\n"))
    commands = (given.command,) if given.command else COMMANDS
    places = read_places()
    if unknown := set(given.only) - {place.id for place in places.places}:
        parser.error(f"no such place: {', '.join(sorted(unknown))}")
    if commands != ("report",):
        wanted = [place for place in places.places if not given.only or place.id in given.only]
        run(commands, given, wanted)
    if "report" in commands:
        print(*report(places, ResultFile(given.results).results), sep="\n")


if __name__ == "__main__":
    main()
