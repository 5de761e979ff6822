"""Makes a variant's golden playthrough anew: `python -m tests.playthroughs VARIANT`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from domain.game import Stage
from domain.rules import variants
from tests.laws.playouts import Playout, playout
from tests.playthroughs.playthrough_text import carried_out, written

FOLDER = Path(__file__).parent
GAMES_TO_CHOOSE_FROM = 200


def golden(variant: str) -> Path:
    """Return where a variant's golden playthrough lies."""
    return FOLDER / f"{variant}.txt"


def most_telling(variant: str) -> Playout:
    """Play games and return the one in which most kinds of things happen; of equals the shortest."""
    games = (playout(variant, seed) for seed in range(GAMES_TO_CHOOSE_FROM))
    return max(
        (game for game in games if game.known.game.stage is Stage.WON),
        key=lambda game: (len({type(event) for event in game.log}), -len(game.log)),
    )


def make(variant: str) -> str:
    """Play a variant's playthrough and write it."""
    game = most_telling(variant)
    commands = [commit.command for commit in game.commits]
    return written(variant, game.seed, carried_out(game.seed, commands))


def main() -> None:
    """Write the golden playthrough of the variant that is named."""
    parser = ArgumentParser(prog="python -m tests.playthroughs", description=__doc__)
    parser.add_argument("variant", choices=list(variants()))
    variant = parser.parse_args().variant
    golden(variant).write_text(make(variant), encoding="utf-8")
    sys.stdout.write(f"{golden(variant).name}: {len(golden(variant).read_text().splitlines())} lines\n")


if __name__ == "__main__":
    main()
