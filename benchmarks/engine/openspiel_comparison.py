"""Oh Hell between random players in Kibitz and in OpenSpiel.

Equal on both sides: 4 players, 52 cards, 19 phases of 1 to 10 to 1 cards, the order of cards, trump by a
turn-up, following suit, moves drawn evenly from the legal ones by Python's `Random`, one process, one thread.

OpenSpiel's state is one mutable C++ object, driven from Python, without a log. Each phase is dealt from a
full deck by one chance node per card, drawn by the same generator. Players bid openly in turn, and the bids
may not add up to the number of tricks. Every phase has bids, so a game has 476 moves.

Kibitz carries the deck over and bids in secret. In five phases the bids are forced, so a game has 456 moves.
Each move is a command to the croupier. Its cost includes the events, the sealed shuffles with commitments and
reveals, scores and standings, and the redacted views of the four seats, from which the players choose.
Neither side stores anything.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, cast

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from domain.commands import Command, CreateGame, JoinGame, Move, PlaceBid, PlayCard, StartGame
from domain.rules.oh_hell import OhHell, OhHellTable, Phase, available_bids, playable
from domain.state import Stage

try:
    import pyspiel
except ImportError:
    # Not a dependency on platforms without a wheel; the benchmark prints that it skips the comparison.
    pyspiel = None

OPENSPIEL_INSTALLED = pyspiel is not None
PLAYERS = ("anna", "ben", "cleo", "dan")
CARDS_OF_PHASES = (*range(1, 11), *range(9, 0, -1))


def play_kibitz(seed: str) -> int:
    """Play a game with Kibitz and return the number of moves."""
    croupier = Croupier(seeded_entropy(seed))
    random = Random(seed)
    known, _ = croupier.create(CreateGame(by=PLAYERS[0], variant=OhHell.variant))
    lobby: list[Command] = [JoinGame(by=player) for player in PLAYERS[1:]]
    for command in (*lobby, StartGame(by=PLAYERS[0])):
        known, _ = croupier.carry_out(known, command)
    moves = 0
    while known.game.stage is Stage.PLAYING:
        known, _ = croupier.carry_out(known, _random_move(known, random))
        moves += 1
    return moves


def _random_move(known: CroupierState, random: Random) -> Move:
    seat = known.game.rules.to_move(known.game.table)[0]
    view = known.views[seat].game
    table = cast(OhHellTable, view.table)
    by = view.seats[seat].player
    if table.phase is Phase.BIDDING:
        return PlaceBid(by=by, amount=random.choice(available_bids(table, seat)))
    return PlayCard(by=by, card=random.choice(playable(table, seat)))


@cache
def _single_phase_game(cards: int) -> Any:
    return pyspiel.load_game("oh_hell", {"num_tricks_fixed": cards, "players": len(PLAYERS)})


def play_openspiel(seed: str) -> int:
    """Play the same phases with OpenSpiel and return the number of moves."""
    random = Random(seed)
    moves = 0
    for cards in CARDS_OF_PHASES:
        state = _single_phase_game(cards).new_initial_state()
        while not state.is_terminal():
            # Outcomes of chance nodes are equally likely in this game, so moves and chance are drawn alike.
            moves += not state.is_chance_node()
            state.apply_action(random.choice(state.legal_actions()))
    return moves
