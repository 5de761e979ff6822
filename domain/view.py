"""Views of a game: the fold of the aggregate, applied to a viewer's redacted stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from domain.events import DeckRevealed, Event
from domain.game import fold
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

    def after(self, events: Iterable[Event]) -> View:
        """Return the view after further events, given unredacted as in the log."""
        viewer, revealed = self.viewer, self.revealed
        readable: list[Event] = []
        for event in events:
            if type(event) is DeckRevealed:
                revealed |= {event.shuffle}
            readable.append(redact(event, viewer, revealed))
        return View(viewer=viewer, game=fold(readable, self.game), revealed=revealed)


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
