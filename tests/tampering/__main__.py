"""Command `python -m tests.tampering`: tampers with files, databases and answers, and counts what is found.

It also verifies what is honest, and files with illegal plays that are rightly signed. It exits with 0 if all
was found and all that is honest was accepted, and otherwise with 1.
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence

from domain.rules import variants
from tests.application.verification.illegal_plays import illegal_plays
from tests.tampering.honest import accepted
from tests.tampering.kinds import KINDS
from tests.tampering.outcomes import Report, attempted


def main(arguments: Sequence[str] | None = None) -> int:
    """Tamper as often as asked; returns the exit status."""
    parser = ArgumentParser(prog="python -m tests.tampering", description="Tamper at random.")
    parser.add_argument("--count", type=int, default=20_000, help="the number of tamperings")
    parser.add_argument("--honest", type=int, default=1_000, help="the number of honest ones")
    parser.add_argument("--plays", type=int, default=700, help="the number of illegal plays a variant to try")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; the others follow it")
    asked = parser.parse_args(arguments)
    began = time.monotonic()
    report = asyncio.run(attempted(KINDS, range(asked.seed, asked.seed + asked.count), _say))
    sys.stdout.write(report.text())
    refused, count = asyncio.run(accepted(range(asked.seed, asked.seed + asked.honest)))
    sys.stdout.write(f"{count:,} honest ones, refused: {len(refused)} {refused or ''}\n")
    unnoticed = 0
    for variant in variants():
        found, missed = illegal_plays(variant, range(asked.seed, asked.seed + asked.plays))
        unnoticed += len(missed)
        sys.stdout.write(f"{found:,} illegal plays of {variant}, missed: {len(missed)} {missed or ''}\n")
    sys.stdout.write(f"{time.monotonic() - began:,.0f} s\n")
    return 1 if report.missed or refused or unnoticed else 0


def _say(report: Report) -> None:
    sys.stderr.write(f"{report.found.total():,} found, {len(report.missed)} missed\n")


if __name__ == "__main__":
    sys.exit(main())
