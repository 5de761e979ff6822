"""Command `python -m tests.playthroughs VARIANT`, which records a new golden playthrough."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from domain.commands import Command, CommitSeed
from domain.game import Stage
from domain.rules import variants
from tests.laws.playouts import Playout, playout
from tests.playthroughs.playthrough_text import format_playthrough, run_commands

FOLDER = Path(__file__).parent
GAMES_TO_CHOOSE_FROM = 200


def golden(variant: str) -> Path:
    """Return the path of a variant's golden playthrough."""
    return FOLDER / f"{variant}.txt"


def most_varied_game(variant: str) -> Playout:
    """Play games without seeds and return the one with most types of events, the shortest of equals."""
    games = (playout(variant, seed) for seed in range(GAMES_TO_CHOOSE_FROM))
    return max(
        (
            game
            for game in games
            if game.known.game.stage is Stage.WON
            and not any(isinstance(commit.command, CommitSeed) for commit in game.commits)
        ),
        key=lambda game: (len({type(event) for event in game.log}), -len(game.log)),
    )


def record(variant: str) -> str:
    """Return the text of a new playthrough."""
    game = most_varied_game(variant)
    commands = [commit.command for commit in game.commits if isinstance(commit.command, Command)]
    return format_playthrough(variant, game.seed, run_commands(game.seed, commands))


def main() -> None:
    """Write the golden playthrough of a variant."""
    parser = ArgumentParser(prog="python -m tests.playthroughs", description=__doc__)
    parser.add_argument("variant", choices=list(variants()))
    variant = parser.parse_args().variant
    golden(variant).write_text(record(variant), encoding="utf-8")
    sys.stdout.write(f"{golden(variant).name}: {len(golden(variant).read_text().splitlines())} lines\n")


if __name__ == "__main__":
    main()
