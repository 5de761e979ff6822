"""Fits the chance to win from the scores: constants of the machine players that search.

    uv run python -m benchmarks.fit_winning_chance [--variant oh-hell] [--games 4000] [--seed 1]

The method is described in the module of the variant.
"""

from __future__ import annotations

import argparse

from benchmarks.fit_winning_chance import hundred_and_ten, oh_hell

FITS = {"hundred-and-ten": hundred_and_ten.print_fit, "oh-hell": oh_hell.print_fit}


def main() -> None:
    """Print the constants of a variant, and how well they predict the winners."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--variant", choices=[*FITS], default="hundred-and-ten")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    FITS[given.variant](given.games, given.seed)


if __name__ == "__main__":
    main()
