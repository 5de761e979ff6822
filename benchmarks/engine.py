"""Whole machine games per CPU second, beside the published package `hundredandten`.

Both sides play automated four-player games of Hundred and Ten to their end with the same player. Ours
produces every event, shuffles with a sealed commitment, and lets each seat choose from its own redacted
view; nothing is stored. Run: `uv run python -m benchmarks.engine [TURNS]`.
"""

from __future__ import annotations

import sys
from time import process_time

from hundredandten.game import Game
from rich.console import Console
from rich.table import Table

from application.croupier import Croupier, seeded
from benchmarks.measure import rates
from domain.commands import AutomateSeat, CreateGame, FillSeats, StartGame
from domain.events import Event

PLAYERS = ("anna", "ben", "cleo", "dan")
OUR_GAMES, THEIR_GAMES = 120, 12
"""Games in a turn, so that the turns of both sides take about the same time.

Games differ in length, and a long one costs the reference far more than its share; a turn has enough of
them to stand for all.
"""


def play(seed: str) -> tuple[Event, ...]:
    """Play one of our games and return its events."""
    croupier = Croupier(seeded(seed))
    known, events = croupier.create(CreateGame(by=PLAYERS[0], variant="hundred-and-ten"))
    for command in (FillSeats(by=PLAYERS[0]), AutomateSeat(by=PLAYERS[0]), StartGame(by=PLAYERS[0])):
        known, more = croupier.carry_out(known, command)
        events += more
    return events


def ours(turn: int) -> int:
    """Play our share of a turn."""
    for game in range(OUR_GAMES):
        play(f"{turn}-{game}")
    return OUR_GAMES


def theirs(turn: int) -> int:
    """Play the reference's share of a turn."""
    for number in range(THEIR_GAMES):
        game = Game(seed=f"{turn}-{number}")
        for player in PLAYERS:
            game.join(player)
            game.automate(player)
        game.start_game()
    return THEIR_GAMES


def main() -> None:
    """Measure and print a table; the last line is the ratio."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    found = rates({"Kibitz": ours, "hundredandten 1.11.55": theirs}, turns=turns)
    begun, events = process_time(), sum(len(play(f"events-{game}")) for game in range(OUR_GAMES))
    per_event = (process_time() - begun) / events
    table = Table("engine", "games per CPU second", title="Automated four-player games of Hundred and Ten")
    for name, rate in found.items():
        table.add_row(name, f"{rate:,.1f}")
    console = Console()
    console.print(table)
    console.print(f"Kibitz: {events / OUR_GAMES:.0f} events a game, {per_event * 1e6:.1f} µs of CPU an event")
    ours_rate, theirs_rate = found.values()
    console.print(f"ratio: {ours_rate / theirs_rate:.1f}")


if __name__ == "__main__":
    main()
