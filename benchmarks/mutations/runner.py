"""Runs the selected tests against each mutant and judges the outcome."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from benchmarks.mutations.clone import mutation
from benchmarks.mutations.line_coverage import SEED, WORKERS, LineCoverage, files_of
from benchmarks.mutations.places import Place, locate
from benchmarks.mutations.pytest_run import Run, forget_examples, run_pytest
from benchmarks.mutations.results import Result, ResultFile, Verdict, line
from benchmarks.mutations.selection import TestSelector
from benchmarks.mutations.sites import Site

LIMIT: Final = 180.0
"""Seconds for the tests of a mutant; selected tests take at most half of it."""
_PARALLEL: Final = 12.0
"""Seconds of tests that are worth the start of a second worker."""
_FIRST_PART: Final = 6.0
"""Seconds of tests that run before the others: most mutants are caught by one of them."""
_MAX_UNSTEADY: Final = 3
"""The number of tests that may fail once and pass again; the next one that fails counts."""
_ROUNDS: Final = 3
"""Rounds of confirmation: killers run without mutants; places of killers that fail run with other tests."""
_OPTIONS: Final = ("--timeout=60", SEED, "--tb=short")


class Runner:
    """Runs mutants in a clone."""

    def __init__(self, tree: Path, measured: LineCoverage, results: ResultFile) -> None:
        self._tree = tree
        self._selector = TestSelector(tree, measured)
        self._results = results

    def run(self, places: Sequence[Place]) -> None:
        """Run the mutants that have no result yet, then the tests that caught mutants without any."""
        self._warn_of_missing(places)
        # Writes the bytecode of all modules; runs with mutants write none.
        run_pytest(self._tree, ["--collect-only", "-n0"], limit=600, bytecode="write")
        for place in places:
            known = self._results.results.get(place.id)
            # The entry of a place that was not found may have been corrected since.
            if known is None or known.verdict.status == "not found":
                self._try(place)
        self._confirm(places)

    def _warn_of_missing(self, places: Sequence[Place]) -> None:
        for place in places:
            if locate(self._tree, place) is None:
                print(f"NOT FOUND: {place.id} {place.file} {place.qualname}\n  {place.source}")

    def _try(self, place: Place, unsteady: Sequence[str] = ()) -> None:
        """Run a mutant and keep the result."""
        started = time.monotonic()
        site = locate(self._tree, place)
        if site is None:
            result = Result(verdict=Verdict(status="not found"))
        else:
            selection = self._selector.select(place.id, site)
            not_counted = list(unsteady)
            verdict = self._judge_mutant(site, selection.tests, not_counted)
            result = Result(
                verdict=verdict,
                covering=selection.covering,
                selected=len(selection.tests),
                found_by=selection.found_by,
                unsteady=not_counted,
                seconds=round(time.monotonic() - started, 1),
            )
        self._results.keep(place.id, result)
        print(line(place, result), flush=True)

    def _judge_mutant(self, site: Site, tests: Sequence[str], unsteady: list[str]) -> Verdict:
        """Run tests until one fails twice; tests that fail only once are added to `unsteady`."""
        verdict = Verdict(status="uncovered")
        ran = 0
        parts = self._parts(tests)
        while parts:
            part = [test for test in parts[0] if test not in unsteady]
            if not part:
                del parts[0]
                continue
            forget_examples(self._tree)
            with mutation(self._tree, site):
                run = self._run(part)
                verdict = _judge(run)
                if verdict.status == "caught" and verdict.when != "collect":
                    forget_examples(self._tree)
                    again = self._run([verdict.killer])
                    passed = again.exit_code == 0 and again.durations
                    if passed and len(unsteady) < _MAX_UNSTEADY:
                        unsteady.append(verdict.killer)
                        continue
            if verdict.status == "timeout" and self._run(part).limit:
                verdict = replace(
                    verdict, status="unclear", why="The tests do not end without the mutant either."
                )
            ran += len(run.durations)
            if verdict.status != "survived":
                break
            del parts[0]
        return replace(verdict, ran=ran)

    def _parts(self, tests: Sequence[str]) -> list[Sequence[str]]:
        """Split the first tests off, to run them without a second worker."""
        if self._selector.seconds(tests) <= _PARALLEL:
            return [tests]
        spent, number = 0.0, 0
        while spent < _FIRST_PART and number < len(tests):
            spent += self._selector.seconds(tests[number : number + 1])
            number += 1
        return [tests[:number], tests[number:]]

    def _run(self, tests: Sequence[str]) -> Run:
        is_long = self._selector.seconds(tests) > _PARALLEL
        workers = [WORKERS, "--dist=load", "--maxschedchunk=1"] if is_long else ["-n0"]
        return run_pytest(self._tree, ["-x", *workers, *_OPTIONS, *files_of(tests)], limit=LIMIT, tests=tests)

    def _confirm(self, places: Sequence[Place]) -> None:
        """Run the tests that caught mutants without any; a test that fails then has caught nothing."""
        for _ in range(_ROUNDS):
            open_ = {
                place.id: result for place in places if (result := self._results.results[place.id]).is_open
            }
            if not open_:
                return
            killers = sorted({result.verdict.killer for result in open_.values()})
            arguments = [WORKERS, *_OPTIONS, *files_of(killers)]
            run = run_pytest(self._tree, arguments, limit=3600, tests=killers)
            failed = sorted(run.failed | (set(killers) - set(run.durations)))
            print(f"{len(killers)} tests that caught mutants run without: {len(failed)} failed", *failed)
            for place in places:
                caught = open_.get(place.id)
                if caught is not None and caught.verdict.killer in failed:
                    self._try(place, failed)
                elif caught is not None:
                    self._results.keep(place.id, replace(caught, confirmed=True))


def _judge(run: Run) -> Verdict:
    if run.limit:
        return Verdict(status="timeout", why=run.limit)
    if run.failures:
        first = run.failures[0]
        killer = "" if first.when == "collect" else first.test
        return Verdict(status="caught", killer=killer, when=first.when, why=first.why)
    if run.exit_code == 0 and run.durations:
        return Verdict(status="survived")
    if run.exit_code in (1, 2, 3, 4) and "Error" in run.output:
        return Verdict(status="caught", when="collect", why=run.output[-600:])
    return Verdict(status="unclear", why=f"exit code {run.exit_code}: {run.output[-600:]}")
