"""Games of any variant, decision by decision, with what each seat sees and remembers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar

from msgspec import Struct

from domain import events as e
from domain.commands import Move
from domain.game import NEW, Game, decide, evolve, legal
from domain.machine import player_of
from domain.rules import NeedsShuffle, Rules
from domain.state import Stage
from domain.view import View
from domain.visibility import redact
from tests.domain.given import NOON, settled
from tests.domain.tables import PLAYERS, lobby, stacked, started

Table = TypeVar("Table")
Memory = TypeVar("Memory")


class Moment(Struct, Generic[Table, Memory], frozen=True, kw_only=True):
    """A seat that is to move, in a game."""

    game: Game
    seat: int
    view: Game
    memory: Memory
    number: int
    """The number of moves that were made before."""
    log: Sequence[e.Event]
    """The events of the game so far, unredacted; the list grows with the game."""
    stream: Sequence[e.Event]
    """The seat's redacted events so far; the list grows with the game."""

    @property
    def table(self) -> Table:
        table: Any = self.game.table
        found: Table = table
        return found


Player = Callable[[Moment[Any, Any]], Move]


def published(moment: Moment[Any, Any]) -> Move:
    return player_of(moment.view.variant)(moment.view, moment.seat)


def random_player(seed: int) -> Player:
    random = Random(seed)

    def choose_any(moment: Moment[Any, Any]) -> Move:
        offer = random.choice(legal(moment.view, moment.seat))
        return random.choice(list(offer.moves(PLAYERS[moment.seat])))

    return choose_any


def mixed(seed: int) -> Player:
    """Return a player who makes half of its moves at random, the others like the published player."""
    random, by_chance = Random(seed), random_player(seed)
    return lambda moment: (published if random.random() < 0.5 else by_chance)(moment)


def decisions(
    rules: Rules[Any], players: Sequence[Player], seed: int, options: Mapping[str, e.OptionValue]
) -> Iterator[tuple[Moment[Any, Any], Move]]:
    """Play a game to its end; yield each moment at which a seat is to move, and its move.

    There is a player for each seat.
    """
    random, seats = Random(f"deck {seed}"), len(players)
    game, views = NEW, [View(viewer=seat, remembers=True) for seat in range(seats)]
    log: list[e.Event] = []
    streams: list[list[e.Event]] = [[] for _ in range(seats)]
    number = 0

    def take(events: tuple[e.Event, ...]) -> None:
        nonlocal game
        log.extend(events)
        for event in events:
            game = evolve(game, event)
        for seat in range(seats):
            views[seat] = views[seat].after(events)
            streams[seat] += [redact(event, seat, views[seat].revealed) for event in events]

    take((*lobby(rules, seats, options=options), started(seats)))
    while game.stage is not Stage.WON:
        events, needs = settled(game)
        take(events)
        if isinstance(needs, NeedsShuffle):
            take((stacked(tuple(random.sample(needs.cards, len(needs.cards))), game.shuffles),))
        elif game.outcome is None:
            seat, *others = game.rules.to_move(game.table)
            if others:
                seat = random.choice((seat, *others))
            moment: Moment[Any, Any] = Moment(
                game=game,
                seat=seat,
                view=views[seat].game,
                memory=views[seat].memory,
                number=number,
                log=log,
                stream=streams[seat],
            )
            move = players[seat](moment)
            yield moment, move
            take(decide(game, move, NOON))
            number += 1
