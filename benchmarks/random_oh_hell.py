"""Oh Hell between random players, ours and OpenSpiel's, in moves per CPU second: the price of the log.

Alike: 4 players, 52 cards, the 19 phases of 1 to 10 to 1 cards, the cards' order, trump by a turn-up, the
duty to follow suit, a move drawn evenly from the legal ones by Python's `Random`, one process, one thread.

Not alike: OpenSpiel's state is one mutable C++ object, driven from Python, and there is no log. It deals each
phase from a full deck by chance nodes, one for a card, drawn by the same generator; it bids openly in turn,
and the last bidder may not let the bids add up to the tricks; every phase has bids, so a game has 476 moves.
Ours carries the deck over, bids in secret, and in five phases the bids are forced, so a game has 456 moves;
each is a command that goes through the croupier, and its price includes the events, the sealed shuffles with
their commitments and reveals, scores and standings, and the redacted view of each of the four seats, from
which the player chooses. Nothing is stored on either side.
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
    # Where no wheel of it exists it is not a dependency; the command says that the comparison is missing.
    pyspiel = None

OPENSPIEL_INSTALLED = pyspiel is not None
PLAYERS = ("anna", "ben", "cleo", "dan")
CARDS_OF_PHASES = (*range(1, 11), *range(9, 0, -1))


def ours(seed: str) -> int:
    """Play one of our games to its end and return how many moves the players made."""
    croupier = Croupier(seeded_entropy(seed))
    random = Random(seed)
    known, _ = croupier.create(CreateGame(by=PLAYERS[0], variant=OhHell.variant))
    lobby: list[Command] = [JoinGame(by=player) for player in PLAYERS[1:]]
    for command in (*lobby, StartGame(by=PLAYERS[0])):
        known, _ = croupier.carry_out(known, command)
    moves = 0
    while known.game.stage is Stage.PLAYING:
        known, _ = croupier.carry_out(known, _any_move(known, random))
        moves += 1
    return moves


def _any_move(known: CroupierState, random: Random) -> Move:
    seat = known.game.rules.to_move(known.game.table)[0]
    view = known.views[seat].game
    table = cast(OhHellTable, view.table)
    by = view.seats[seat].player
    if table.phase is Phase.BIDDING:
        return PlaceBid(by=by, amount=random.choice(available_bids(table, seat)))
    return PlayCard(by=by, card=random.choice(playable(table, seat)))


@cache
def _deal_of(cards: int) -> Any:
    return pyspiel.load_game("oh_hell", {"num_tricks_fixed": cards, "players": len(PLAYERS)})


def theirs(seed: str) -> int:
    """Play as many phases in OpenSpiel and return how many moves the players made."""
    random = Random(seed)
    moves = 0
    for cards in CARDS_OF_PHASES:
        state = _deal_of(cards).new_initial_state()
        while not state.is_terminal():
            # Chance is even too at each of this game's nodes, so both are drawn alike.
            moves += not state.is_chance_node()
            state.apply_action(random.choice(state.legal_actions()))
    return moves
