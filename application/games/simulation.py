"""Simulated games, played directly on the aggregate or through the ordinary write path into a log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from msgspec import Struct

from application.codec import GameId, Version
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, CroupierState
from application.store.port import Store
from domain.commands import AutomateSeat, Command, CreateGame, FillSeats, JoinGame, Move, StartGame
from domain.events import OptionValue, PlayerId
from domain.refusals import WrongNumberOfPlayers
from domain.rules import rules_of
from domain.state import Game, Stage

ORGANIZER: PlayerId = "simulation"
"""The player who creates simulated games and takes seat 0."""

MAX_MOVES = 10_000
"""Maximum number of moves in a simulated game; players who only lose would play for ever."""


class EndlessGame(Exception):
    """The players do not bring a game to its end within `MAX_MOVES` moves."""

    def __init__(self, variant: str) -> None:
        super().__init__(f"a game of {variant} is not over after {MAX_MOVES:,} moves of these players")


class Turn(Struct, frozen=True, kw_only=True):
    """Input of a player: the view of its seat, which is to move."""

    game: GameId
    version: Version
    view: Game
    """The game as the seat sees it."""
    seat: int
    memory: Any = None
    """The thinker's memory of the seat's events; None without a thinker."""


Strategy = Callable[[Turn], Move]
"""Chooses a move for a seat that is to move."""


class Setup(Struct, frozen=True, kw_only=True):
    """Variant, number of seats and options of the games to simulate."""

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
        """The command that creates a game."""
        return CreateGame(by=ORGANIZER, variant=self.variant, options=self.options)

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands that let the machine play a game to its end."""
        return (
            FillSeats(by=ORGANIZER, count=self.seats - 1),
            AutomateSeat(by=ORGANIZER),
            StartGame(by=ORGANIZER),
        )

    @property
    def joining_commands(self) -> tuple[Command, ...]:
        """The commands by which players take their seats and the game starts, without machine players."""
        joining = (JoinGame(by=player_at(seat)) for seat in range(1, self.seats))
        return (*joining, StartGame(by=ORGANIZER))


def player_at(seat: int) -> PlayerId:
    """Return the player at a seat, in a game without machine players."""
    return ORGANIZER if seat == 0 else f"{ORGANIZER}-{seat}"


class SimulatedGame(Struct, frozen=True, kw_only=True):
    """Result of a simulated game."""

    events: int
    rounds: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]
    """The place of each seat, from 1; tied seats share one."""


def play(croupier: Croupier, setup: Setup, players: Sequence[Strategy] = ()) -> SimulatedGame:
    """Play a game without storing it; without `players`, the machine plays every seat.

    Raises a Refusal for a setup that is refused, Endless, and the exceptions of the players.
    """
    game = uuid4()
    known, events = croupier.create(setup.creation)
    count = len(events)

    def carry_out(command: Command) -> None:
        nonlocal known, count
        known, events = croupier.carry_out(known, command)
        count += len(events)

    for command in setup.joining_commands if players else setup.commands:
        carry_out(command)
    moves = 0
    while known.game.stage is Stage.PLAYING:
        moves = _next_count(moves, setup)
        carry_out(_choose_move(players, known, game, count))
    return _result_of(count, known.game)


async def play_into_log(games: CommandHandler, setup: Setup) -> SimulatedGame:
    """Let the machine play a game into the log; raises a Refusal."""
    outcome = await games.create(setup.creation)
    for command in setup.commands:
        outcome = await games.carry_out(outcome.game, command)
    return _result_of(outcome.version, outcome.view.game)


async def play_players_into_log(
    games: CommandHandler, store: Store, setup: Setup, players: Sequence[Strategy]
) -> SimulatedGame:
    """Play a game into the log by the commands that any client would send; `store` is the log.

    Raises a Refusal, Endless, and the exceptions of the players; then the game stays as it was before the
    move.
    """
    outcome = await games.create(setup.creation)
    for command in setup.joining_commands:
        outcome = await games.carry_out(outcome.game, command)
    known, version = await _state_after(store, outcome.game, CroupierState(), 0)
    moves = 0
    while known.game.stage is Stage.PLAYING:
        moves = _next_count(moves, setup)
        move = _choose_move(players, known, outcome.game, version)
        outcome = await games.carry_out(outcome.game, move, expected=version)
        known, version = await _state_after(store, outcome.game, known, version)
    return _result_of(version, known.game)


def _next_count(moves: int, setup: Setup) -> int:
    if moves == MAX_MOVES:
        raise EndlessGame(setup.variant)
    return moves + 1


async def _state_after(
    store: Store, game: GameId, known: CroupierState, after: Version
) -> tuple[CroupierState, Version]:
    recorded = await store.read(game, after=after)
    return known.after([each.event for each in recorded]), recorded[-1].version


def _choose_move(players: Sequence[Strategy], known: CroupierState, game: GameId, version: Version) -> Move:
    # If several seats are to move, none of them sees the others' moves, so their order does not matter.
    seat = known.game.rules.to_move(known.game.table)[0]
    view = known.view_of(known.game.seats[seat].player)
    return players[seat](Turn(game=game, version=version, view=view.game, seat=seat, memory=view.memory))


def _result_of(events: int, game: Game) -> SimulatedGame:
    table = game.rules.show(game.table)
    ranking = game.outcome.ranking if game.outcome is not None else ()
    place_of = {seat: place for place, seats in enumerate(ranking, 1) for seat in seats}
    return SimulatedGame(
        events=events,
        rounds=table.round + 1,
        scores=tuple(place.score for place in table.places),
        winners=game.outcome.winners if game.outcome is not None else (),
        places=tuple(place_of[seat] for seat in sorted(place_of)),
    )
