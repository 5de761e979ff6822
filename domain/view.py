"""A game as a viewer sees it: the same fold as the truth, over the viewer's redacted stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from domain.events import DeckRevealed, Event
from domain.game import fold
from domain.state import NEW, Game
from domain.visibility import NOTHING_REVEALED, ONLOOKER, Viewer, redact


class View(Struct, frozen=True, kw_only=True):
    """What a viewer knows of a game after some of its events.

    `revealed` holds the shuffles whose reveals the viewer has met so far; a replay begins with all
    those that the whole stream holds, and so shows open what was opened only later.
    """

    viewer: Viewer = ONLOOKER
    game: Game = NEW
    revealed: frozenset[int] = NOTHING_REVEALED

    def after(self, events: Iterable[Event]) -> View:
        """Return the view after further events, given as they stand in the log."""
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
    """Return the game as a seat knew it after some events, None where a viewer may not see all of that.

    `revealed` holds the shuffles that are open to the viewer by now. The seat's stream is read once more with
    the viewer's eyes, and only what is left of it is given out: where that leads to another game, something
    is kept from the viewer that the seat went by.
    """
    knew = View(viewer=seat).after(events).game
    shared = View(viewer=seat).after(redact(event, viewer, revealed) for event in events).game
    return shared if shared == knew else None


def reveals(events: Iterable[Event]) -> frozenset[int]:
    """Return the shuffles whose reveals are among the events."""
    return frozenset(event.shuffle for event in events if type(event) is DeckRevealed)
