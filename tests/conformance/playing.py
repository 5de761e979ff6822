"""A game played through the domain, with chance taken from a trace and a view for every viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from domain import commands as c
from domain import events as e
from domain.cards import Cards
from domain.game import NeedsMove, create, decide, evolve, judge, settle
from domain.machine import player_of
from domain.rules import NeedsShuffle
from domain.shuffle import commitment
from domain.state import NEW, Game, Stage
from domain.view import View
from domain.visibility import SPECTATOR, Viewer

_SECRET = "00" * 32
_SALT = "11" * 32


class Moment(NamedTuple):
    """An event, and the game after it."""

    event: e.Event
    game: Game


class Playing:
    """A game in play; `deck` gives the order of each shuffle by its number, of the cards asked for."""

    def __init__(self, creation: c.CreateGame, deck: Callable[[int, Cards], Cards]) -> None:
        self.game = NEW
        self._deck = deck
        self._log: list[e.Event] = []
        self._views: dict[Viewer, View] = {}
        self._happen(create(creation, _SECRET))

    @property
    def players(self) -> list[e.PlayerId]:
        """Return the players in the order of their seats."""
        return [seat.player for seat in self.game.seats]

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Return who watches the game once it is played: all seats and an onlooker."""
        return tuple(self._views)

    def view(self, viewer: Viewer) -> Game:
        """Return the game as a viewer sees it: the fold of its own redacted stream."""
        return self._views[viewer].game

    def witness(self, facts: Iterable[e.Event]) -> list[Moment]:
        """Take facts as given, without that anybody judged them and without what follows from them."""
        return self._happen(tuple(facts))

    def act(self, command: c.Command) -> list[Moment]:
        """Carry out a command and what follows by itself; raises the Refusal when it is refused."""
        moments = self._happen(decide(self.game, command))
        while due := settle(self.game):
            match due:
                case NeedsShuffle(cards=cards):
                    moments += self._happen((self._shuffled(cards),))
                case NeedsMove(seat=seat):
                    move = player_of(self.game.variant)(self.view(seat), seat)
                    moments += self._happen(judge(self.game, seat, move))
                case events:
                    moments += self._happen(events)
        return moments

    def _shuffled(self, cards: Cards) -> e.DeckShuffled:
        number = self.game.shuffles
        order = self._deck(number, cards)
        return e.DeckShuffled(shuffle=number, commitment=commitment(order, _SALT), order=order, salt=_SALT)

    def _happen(self, events: tuple[e.Event, ...]) -> list[Moment]:
        moments: list[Moment] = []
        for event in events:
            self.game = evolve(self.game, event)
            moments.append(Moment(event, self.game))
        if self._views:
            self._views = {viewer: view.after(events) for viewer, view in self._views.items()}
            return moments
        # Seats move up while the lobby is open, so whose view it is stands only from the start on.
        self._log += events
        if self.game.stage is Stage.PLAYING:
            viewers = (*range(len(self.game.seats)), SPECTATOR)
            self._views = {viewer: View(viewer=viewer).after(self._log) for viewer in viewers}
        return moments
