"""Views of a game: the fold of the aggregate, applied to a viewer's redacted stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.events import DeckRevealed, Event, GameStarted, PlayerId
from domain.game import fold
from domain.machine.thinking import thinker_of
from domain.state import NEW, Game
from domain.visibility import NOTHING_REVEALED, SPECTATOR, Viewer, redact


class View(Struct, frozen=True, kw_only=True):
    """A viewer's knowledge of a game after some of its events.

    `revealed` holds the shuffles that are revealed to the viewer so far. A replay starts with all the
    reveals of the whole stream, so it shows cards that were revealed only later.
    """

    viewer: Viewer = SPECTATOR
    game: Game = NEW
    revealed: frozenset[int] = NOTHING_REVEALED
    remembers: bool = False
    """True if the view also has the memory; only views of seats from which the machine chooses do."""
    memory: Any = None
    """The memory of the variant's thinker of the seat's events after the start.

    None for a spectator, before the start, and in games without a thinker.
    """

    def after(self, events: Iterable[Event]) -> View:
        """Return the view after further events, given unredacted as in the log."""
        viewer, revealed = self.viewer, self.revealed
        readable: list[Event] = []
        for event in events:
            if type(event) is DeckRevealed:
                revealed |= {event.shuffle}
            readable.append(redact(event, viewer, revealed))
        if not self.remembers:
            return View(viewer=viewer, game=fold(readable, self.game), revealed=revealed)
        game = fold(readable, self.game)
        memory = None if viewer is SPECTATOR else self._remembered(readable, game)
        return View(viewer=viewer, game=game, revealed=revealed, remembers=True, memory=memory)

    def _remembered(self, events: Sequence[Event], after: Game) -> Any:
        """Return what a seat remembers after further events, which are redacted."""
        if after.table is None:
            return None
        thinker = thinker_of(after.variant, after.rules_version)
        if thinker is None:
            return None
        if self.game.table is None:
            # The views of the seats begin after this event, so what came before it is in no memory.
            started = next(number for number, event in enumerate(events, 1) if type(event) is GameStarted)
            events = events[started:]
        return thinker.remember(self.memory, events) if events else self.memory

    def without_memory(self) -> View:
        """Return the view as all other views of its owner are, which the machine does not choose from."""
        return replace(self, remembers=False, memory=None) if self.remembers else self

    def by_seat(self) -> list[View]:
        """Return this view for each seat of a game that starts with the last event of the view.

        Before the start no field is private to a seat, so each seat has seen what every viewer has seen.
        """
        return [replace(self, viewer=seat) for seat in range(len(self.game.seats))]

    def redaction_for(self, player: PlayerId | None) -> View:
        """Return an empty view, for redacting the game's events as the player may read them now."""
        return View(viewer=viewer_of(self.game, player), revealed=self.revealed)


def viewer_of(game: Game, player: PlayerId | None) -> Viewer:
    """Return the viewer as which a player sees a game: its seat, or a spectator.

    Before the start no field is private to a seat, so every player is a spectator.
    """
    return SPECTATOR if game.table is None else game.seat_of(player)


def hindsight(
    events: Sequence[Event], seat: int, viewer: Viewer, revealed: frozenset[int] = NOTHING_REVEALED
) -> Game | None:
    """Return the game as a seat knew it after some events, or None if the viewer may not see all of it.

    `revealed` holds the shuffles that are revealed to the viewer by now. The result is a second fold of the
    seat's stream, redacted for the viewer first. If it differs from the fold of the seat's own stream, the
    seat knew something that the viewer may not see.
    """
    knew = View(viewer=seat).after(events).game
    shared = View(viewer=seat).after(redact(event, viewer, revealed) for event in events).game
    return shared if shared == knew else None


def reveals(events: Iterable[Event]) -> frozenset[int]:
    """Return the numbers of the shuffles that the events reveal."""
    return frozenset(event.shuffle for event in events if type(event) is DeckRevealed)
