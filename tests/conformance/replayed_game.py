"""A game played through the domain, with shuffles from a trace and a view for every viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain.cards import Cards
from domain.game import NeedsMove, create, decide, evolve, judge, settle
from domain.machine import player_of
from domain.rules import NeedsShuffle
from domain.shuffles.shuffle import commitment
from domain.state import NEW, Game, Stage
from domain.view import View
from domain.visibility import SPECTATOR, Viewer
from tests.domain.given import NOON

_SECRET = "00" * 32
_SALT = "11" * 32


class Moment(NamedTuple):
    """An event and the game after it."""

    event: e.Event
    game: Game


def status_of(game: Game) -> str:
    """Return the status in the words of the traces: the stage or, during play, the phase of the round."""
    return game.rules.show(game.table).phase if game.stage is Stage.PLAYING else game.stage


def without_deal(created: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    """Return the events of a new game to which seats cannot add seeds: its shuffles come from outside."""
    return tuple(replace(each, deal=None) if isinstance(each, e.GameCreated) else each for each in created)


class ReplayedGame:
    """A game in play; `deck` returns the order of the cards of each shuffle, by its number."""

    def __init__(self, creation: c.CreateGame, deck: Callable[[int, Cards], Cards]) -> None:
        self.game = NEW
        self._deck = deck
        self._log: list[e.Event] = []
        self._views: dict[Viewer, View] = {}
        self._apply(without_deal(create(creation, _SECRET)))

    @property
    def players(self) -> list[e.PlayerId]:
        """The players in the order of their seats."""
        return [seat.player for seat in self.game.seats]

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """The viewers of the started game: all seats and a spectator."""
        return tuple(self._views)

    def view(self, viewer: Viewer) -> Game:
        """Return the game as a viewer sees it, folded from the viewer's redacted events."""
        return self._views[viewer].game

    def apply_facts(self, facts: Iterable[e.Event]) -> list[Moment]:
        """Apply events without `decide` and without their consequences."""
        return self._apply(tuple(facts))

    def act(self, command: c.Command) -> list[Moment]:
        """Run a command and its consequences; raises Refusal."""
        moments = self._apply(decide(self.game, command, NOON))
        while due := settle(self.game):
            match due:
                case NeedsShuffle(cards=cards):
                    moments += self._apply((self._shuffle(cards),))
                case NeedsMove(seat=seat):
                    move = player_of(self.game.variant)(self.view(seat), seat)
                    moments += self._apply(judge(self.game, seat, move))
                case events:
                    moments += self._apply(events)
        return moments

    def _shuffle(self, cards: Cards) -> e.DeckShuffled:
        number = self.game.shuffles
        order = self._deck(number, cards)
        return e.DeckShuffled(shuffle=number, commitment=commitment(order, _SALT), order=order, salt=_SALT)

    def _apply(self, events: tuple[e.Event, ...]) -> list[Moment]:
        moments: list[Moment] = []
        for event in events:
            self.game = evolve(self.game, event)
            moments.append(Moment(event, self.game))
        if self._views:
            self._views = {viewer: view.after(events) for viewer, view in self._views.items()}
            return moments
        # Seats can change until the game starts, so there are no views before.
        self._log += events
        if self.game.stage is Stage.PLAYING:
            viewers = (*range(len(self.game.seats)), SPECTATOR)
            self._views = {viewer: View(viewer=viewer).after(self._log) for viewer in viewers}
        return moments
