"""Machine games: straight through the aggregate, or through the ordinary write path into a log."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from application.croupier import Croupier
from application.games import Games
from domain.commands import AutomateSeat, Command, CreateGame, FillSeats, StartGame
from domain.events import GameWon, OptionValue, PlayerId
from domain.refusals import WrongNumberOfPlayers
from domain.rules import rules_of

ORGANIZER: PlayerId = "simulation"
"""Who sets up simulated games; the machine plays its seat too."""


class Setup(Struct, frozen=True, kw_only=True):
    """Which games to simulate."""

    variant: str
    seats: int
    options: Mapping[str, OptionValue] = {}

    def checked(self) -> Setup:
        """Return the setup; raises UnknownVariant and WrongNumberOfPlayers."""
        possible = rules_of(self.variant).seats
        if self.seats not in possible:
            raise WrongNumberOfPlayers(self.seats, possible[0], possible[-1])
        return self

    @property
    def creation(self) -> CreateGame:
        """The command that sets up a game."""
        return CreateGame(by=ORGANIZER, variant=self.variant, options=self.options)

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands that let the machine play a game to its end."""
        return (
            FillSeats(by=ORGANIZER, count=self.seats - 1),
            AutomateSeat(by=ORGANIZER),
            StartGame(by=ORGANIZER),
        )


class Played(Struct, frozen=True, kw_only=True):
    """How a simulated game went."""

    events: int
    rounds: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def play(croupier: Croupier, setup: Setup) -> Played:
    """Play a game that is kept nowhere; raises a Refusal for what cannot be set up."""
    known, events = croupier.create(setup.creation)
    count = len(events)
    for command in setup.commands:
        known, events = croupier.carry_out(known, command)
        count += len(events)
    table = known.game.rules.show(known.game.table)
    return _played(count, table.round + 1, [place.score for place in table.places], known.game.outcome)


async def play_into_log(games: Games, setup: Setup) -> Played:
    """Play a game into the log by the commands that any client would send; raises a Refusal."""
    outcome = await games.create(setup.creation)
    for command in setup.commands:
        outcome = await games.carry_out(outcome.game, command)
    game = outcome.view.game
    table = game.rules.show(game.table)
    return _played(outcome.version, table.round + 1, [place.score for place in table.places], game.outcome)


def _played(events: int, rounds: int, scores: list[int], outcome: GameWon | None) -> Played:
    winners = outcome.winners if outcome is not None else ()
    return Played(events=events, rounds=rounds, scores=tuple(scores), winners=winners)
