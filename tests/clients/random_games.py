"""Random games of any variant, with the state and every seat's view after each command."""

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
"""Random moves rarely reach the end of a game, so after so many the machine player takes over."""


class Moment(NamedTuple):
    """The events and the state of a game after a command."""

    events: tuple[Event, ...]
    known: CroupierState


def random_game(variant: str, players: Sequence[PlayerId], seed: int = 0) -> list[Moment]:
    """Play a game, at first with random legal moves, and return its moments from the start to the end."""
    croupier, random = Croupier(seeded_entropy(seed)), Random(seed)
    known, events = croupier.create(CreateGame(by=players[0], variant=variant))
    moments: list[Moment] = []

    def handle(command: Command) -> None:
        nonlocal known, events
        known, more = croupier.carry_out(known, command)
        events += more

    for player in players[1:]:
        handle(JoinGame(by=player))
    handle(StartGame(by=players[0]))
    moments.append(Moment(events, known))
    while known.game.stage is Stage.PLAYING:
        seat = random.choice(known.game.rules.to_move(known.game.table))
        view = known.views[seat].game
        if len(moments) > RANDOM_MOVES:
            handle(player_of(variant)(view, seat))
        else:
            handle(random.choice(list(random.choice(legal(view, seat)).moves(by=players[seat]))))
        moments.append(Moment(events, known))
    return moments
