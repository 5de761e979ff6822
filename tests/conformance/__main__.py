"""Command `python -m tests.conformance FILE…`, which replays recorded games with Kibitz.

It exits with 0 if all states agree, 1 for a divergence, 2 if a file cannot be replayed.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from tests.conformance.traces import Kind, TraceError, read


def main(arguments: Sequence[str] | None = None) -> int:
    """Replay the games of all files; returns the exit code."""
    parser = ArgumentParser(
        prog="python -m tests.conformance", description="Replay recorded games with Kibitz."
    )
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="JSON or JSON lines, plain or gzipped"
    )
    files: list[Path] = parser.parse_args(arguments).files
    games: list[tuple[Path, Kind, object]] = []
    readable = True
    for file in files:
        try:
            games += [(file, *game) for game in read(file)]
        except TraceError as error:
            _show_error(file, error)
            readable = False
    return _replay_all(games) if readable else 2


def _replay_all(games: list[tuple[Path, Kind, object]]) -> int:
    states = divergences = 0
    for file, kind, trace in games:
        try:
            report = kind.replay(trace)
        except TraceError as error:
            _show_error(file, error)
            return 2
        states += report.states
        if report.divergence is not None:
            divergences += 1
            sys.stdout.write(f"{file}: {report.divergence}\n")
    sys.stdout.write(f"games: {len(games)}, states: {states}, divergences: {divergences}\n")
    return 1 if divergences else 0


def _show_error(file: Path, error: TraceError) -> None:
    sys.stderr.write(f"{file}: {error}\n")


if __name__ == "__main__":
    sys.exit(main())
