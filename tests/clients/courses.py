"""Games of any variant played at random, and what every seat knows at each moment of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from domain.commands import Command, CreateGame, JoinGame, StartGame
from domain.events import Event, PlayerId
from domain.game import legal
from domain.machine import player_of
from domain.state import Stage

RANDOM_MOVES = 200
"""Random players bid what they never make; the machine brings the game to its end after so many moves."""


class Moment(NamedTuple):
    """A game after a command."""

    events: tuple[Event, ...]
    known: CroupierState


def course(variant: str, players: Sequence[PlayerId], seed: int = 0) -> list[Moment]:
    """Play a game, at first of legal moves at random, and return its moments from the start to the end."""
    croupier, random = Croupier(seeded_entropy(seed)), Random(seed)
    known, events = croupier.create(CreateGame(by=players[0], variant=variant))
    moments: list[Moment] = []

    def carry_out(command: Command) -> None:
        nonlocal known, events
        known, more = croupier.carry_out(known, command)
        events += more

    for player in players[1:]:
        carry_out(JoinGame(by=player))
    carry_out(StartGame(by=players[0]))
    moments.append(Moment(events, known))
    while known.game.stage is Stage.PLAYING:
        seat = random.choice(known.game.rules.to_move(known.game.table))
        view = known.views[seat].game
        if len(moments) > RANDOM_MOVES:
            carry_out(player_of(variant)(view, seat))
        else:
            carry_out(random.choice(list(random.choice(legal(view, seat)).moves(by=players[seat]))))
        moments.append(Moment(events, known))
    return moments
