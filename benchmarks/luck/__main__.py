"""Makes the tables of luck, and compares what they expect with simulated games.

    uv run --group integration python -m benchmarks.luck fit [--variant oh-hell] [--rounds 9000] [--seed 143]
    uv run --group integration python -m benchmarks.luck calibrate [--games 8000] [--seed 1143] [--plot FILE]

`fit` plays rounds of the published player, by the fast play-outs of the thinkers, for each number of seats
and each option that matters, and writes `application/luck/tables/NAME.json`. It prints the file's SHA-256,
which belongs in `application/luck/luck_tables.py`. The same command writes the same file, except that another
processor or another numpy may round the last digit of a value otherwise.

`calibrate` plays whole games by the rules, with other seeds, and prints for each variant: the deciles of the
expected results with the actual means, the slope of actual on expected results, and the share of the variance
of the results that luck explains, by round and by game. `--plot FILE` draws the deciles.
"""

from __future__ import annotations

import argparse
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.luck.calibration import calibration, draw, observe, report
from benchmarks.luck.fitting import OPTIONS, fit
from domain.luck.table import LuckTable

TABLES: Final = Path(__file__).parents[2] / "application" / "luck" / "tables"
ROUNDS: Final = {"hundred-and-ten": 300_000, "oh-hell": 1_900_000, "president": 100_000}
"""The number of rounds for each number of seats and each option, by default; a game of Oh Hell has 19."""
SEED: Final = "143"
HELD_OUT_SEED: Final = "1143"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    fitting = commands.add_parser("fit", help="write the tables")
    fitting.add_argument("--variant", choices=tuple(OPTIONS), help="all by default")
    fitting.add_argument("--rounds", type=int, help="rounds for each number of seats and each option")
    fitting.add_argument("--seed", default=SEED)
    checking = commands.add_parser("calibrate", help="compare the tables with other games")
    checking.add_argument("--variant", choices=tuple(OPTIONS), help="all by default")
    checking.add_argument("--games", type=int, default=8_000, help="games of each variant")
    checking.add_argument("--seed", default=HELD_OUT_SEED)
    checking.add_argument("--plot", type=Path, help="a file for the picture of the deciles")
    given = parser.parse_args()
    if given.command == "fit":
        write_tables(given)
    else:
        check_tables(given)


def write_tables(given: argparse.Namespace) -> None:
    """Fit and write the tables of the chosen variants."""
    for variant in [given.variant] if given.variant else OPTIONS:
        content = encoded(fit(variant, given.rounds or ROUNDS[variant], given.seed))
        table = msgspec.json.decode(content, type=LuckTable)
        TABLES.mkdir(exist_ok=True)
        (TABLES / f"{table.name}.json").write_bytes(content)
        print(f'    "{table.name}": "{sha256(content).hexdigest()}",  # {len(content):,} bytes')


def check_tables(given: argparse.Namespace) -> None:
    """Print the calibration of the chosen variants, and draw it."""
    drawn = {}
    for variant in [given.variant] if given.variant else OPTIONS:
        rounds, games, count = observe(variant, given.games, given.seed)
        unit = "places" if variant == "president" else "points"
        by_round = calibration(rounds)
        for line in report(variant, unit, by_round, calibration(games), count):
            print(line)
        drawn[variant] = unit, by_round
    if given.plot is not None:
        draw(drawn, given.plot)


def encoded(table: LuckTable) -> bytes:
    """Return the file of a table, with a line for each group."""
    fields = msgspec.to_builtins(table)
    groups = fields.pop("groups")
    head = msgspec.json.encode(fields).decode()
    lines = ",\n".join(f'"{name}":{msgspec.json.encode(group).decode()}' for name, group in groups.items())
    return f'{head[:-1]},"groups":{{\n{lines}\n}}}}\n'.encode()


if __name__ == "__main__":
    main()
