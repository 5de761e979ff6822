"""Benchmark of the log that can be proven: building its tree, a proof's size, and checking games and the log.

A SQLite log repeats simulated games under new ids up to a million events. The server's projector builds the
tree of the log from nothing; reading and decoding the same log alone is the reference, and both alternate.
Then the tree is signed, and finished games are exported with their proofs. Another log has simulated games
that nobody altered. Its games are checked by the small verifier `clients/verify.py` and by the verdict of
`kibitz game verify`, and all of it by `kibitz log check`, each in events per CPU second. The last line is the
ratio of the tree to reading alone.

Run: `uv run python -m benchmarks.log_proofs [--quick]`.
"""

from __future__ import annotations

import json
import resource
import runpy
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from rich.console import Console

from api.data_directory import DataDirectory
from api.transparency.game_verdict import verdict_on
from application.store.sqlite.database import open_log
from benchmarks.export import create_log
from benchmarks.projections.catch_up import catch_up, read_and_decode
from benchmarks.report import Goal, argument_parser, load_average, show_goals, show_load_average
from benchmarks.timing import cpu_seconds
from domain.rules import variants
from kibitz_client.transparency import VerifierKey
from projections.database.connections import ReadDatabase
from projections.engine.batches import BATCH
from projections.transparency.log_tree import LOG_TREE

VERIFIER: Final = Path(__file__).parents[2] / "clients" / "verify.py"
KIBITZ: Final = (sys.executable, "-c", "from api.cli import main; main()")
FINISHED: Final = "SELECT game FROM events WHERE topic = 'GameWon' ORDER BY position"


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    events: int
    rounds: int
    games: int
    """Number of games of each variant in the log whose games are checked."""


FULL: Final = Scale(events=1_000_000, rounds=3, games=60)
QUICK: Final = Scale(events=40_000, rounds=1, games=3)
EXPORTED: Final = 9
"""Maximum number of finished games of a log that are exported."""


def verifier_key(data: Path) -> VerifierKey:
    """Return the key that verifies the checkpoints of a log."""
    with closing(open_log(data / "log.db")) as log:
        [(key,)] = log.execute("SELECT DISTINCT verifier_key FROM log_checkpoints").fetchall()
    return VerifierKey(key)


def build_tree(log: str, folder: Path, rounds: int) -> tuple[list[float], list[float]]:
    """Return the events per second of the tree and of reading alone, by round."""
    numbers = count()
    built, read = [], []
    for _ in range(rounds):
        read.append(read_and_decode(log, BATCH))
        built.append(catch_up(log, lambda: ReadDatabase.at(folder / f"{next(numbers)}.db"), LOG_TREE, BATCH))
    return built, read


def kibitz(*arguments: object) -> bytes:
    """Run a command of the command line, and return what it prints."""
    return subprocess.run([*KIBITZ, *map(str, arguments)], check=True, capture_output=True).stdout


def sign(data: Path) -> None:
    """Sign the tree of a log as it is."""
    DataDirectory(data).log_key.text()
    kibitz("log", "checkpoint", "--data-dir", data)


def exported(data: Path) -> list[bytes]:
    """Return the files of finished games from all parts of a signed log, with their proofs."""
    with closing(open_log(data / "log.db")) as log:
        games = [UUID(bytes=game) for (game,) in log.execute(FINISHED)]
    chosen = games[:: max(1, len(games) // EXPORTED)][:EXPORTED]
    return [kibitz("game", "export", game, "--data-dir", data) for game in chosen]


def proof_bytes(content: bytes) -> int:
    """Return the size of a file's proof."""
    return len(json.loads(content.splitlines()[-1])["proof"])


def rates(files: Sequence[bytes], check: Callable[[bytes], object]) -> list[float]:
    """Return the thousands of events per CPU second of a check, for each file."""
    # A file has two lines that are no events.
    return [(len(each.splitlines()) - 2) / 1000 / cpu_seconds(partial(check, each)) for each in files]


def verify_right(verify: Callable[[str], Any], content: bytes) -> None:
    """Verify a file with the small verifier; raises RuntimeError if it finds a fault."""
    report = verify(content.decode())
    if report["findings"]:
        raise RuntimeError(report)


def judge_right(key: VerifierKey, content: bytes) -> None:
    """Audit a file; raises RuntimeError unless all of it is right."""
    verdict = verdict_on(content, key, None)
    if verdict.exit_status != 0:
        raise RuntimeError(verdict)


def simulate(data: Path, games: int) -> None:
    """Create a signed log of so many simulated games of each variant."""
    for variant in variants():
        given = "--variant", variant, "--games", games, "--seed", "1"
        kibitz("simulate", *given, "--store", "--data-dir", data)
    sign(data)


def check_log(data: Path) -> float:
    """Return the events per CPU second of `kibitz log check`."""
    with closing(open_log(data / "log.db")) as log:
        (events,) = log.execute("SELECT position FROM counter").fetchone()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    kibitz("log", "check", "--data-dir", data)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return float(events) / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def build(console: Console, folder: Path, scale: Scale) -> list[Goal]:
    """Build trees of a long log; the first goal has the ratios of the last line."""
    data = folder / "long"
    data.mkdir()
    log = data / "log.db"
    create_log(log, scale.events)
    built, read = build_tree(str(log), folder, scale.rounds)
    console.print(
        f"{scale.events:,} events: the tree {median(built):,.0f} events/s, "
        f"reading and decoding alone {median(read):,.0f} events/s"
    )
    sign(data)
    sizes = [proof_bytes(each) / 1000 for each in exported(data)]
    ratios = [ours / alone for ours, alone in zip(built, read, strict=True)]
    rates = [rate / 1000 for rate in built]
    return [
        Goal(name="tree / reading alone", found=ratios, wanted=0.1),
        Goal(name="building the tree", found=rates, wanted=40, unit="k/s"),
        Goal(name="largest proof", found=[max(sizes)], wanted=1.5, least=False, unit="kB"),
    ]


def check(folder: Path, scale: Scale) -> list[Goal]:
    """Check simulated games and their log."""
    data = folder / "simulated"
    simulate(data, scale.games)
    verify = runpy.run_path(str(VERIFIER))["verify"]
    key = verifier_key(data)
    files = exported(data)
    verified = rates(files, lambda each: verify_right(verify, each))
    judged = rates(files, lambda each: judge_right(key, each))
    return [
        Goal(name="verify.py", found=verified, wanted=5, unit="k/s"),
        Goal(name="kibitz game verify", found=judged, wanted=5, unit="k/s"),
        Goal(name="kibitz log check", found=[check_log(data) / 1000], wanted=2, unit="k/s"),
    ]


def main() -> None:
    """Print the goals and the ratio."""
    given = argument_parser(__doc__).parse_args()
    scale = QUICK if given.quick else FULL
    console = Console(highlight=False)
    before = load_average()
    with TemporaryDirectory() as folder:
        goals = build(console, Path(folder), scale) + check(Path(folder), scale)
    show_goals(console, goals)
    show_load_average(console, before)
    console.print(f"ratio: {median(goals[0].found):.2f}")


if __name__ == "__main__":
    main()
