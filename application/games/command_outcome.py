"""Outcomes of commands, redacted for the player who sent them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from application.codec import GameId, RecordedEvent, Version
from application.games.croupier import CroupierState
from application.redaction import redact_events
from application.store.port import Store
from application.watching.view_folding import fold_player_view
from domain.events import PlayerId
from domain.view import View


class CommandOutcome:
    """The outcome of a command, redacted for its caller when it is read."""

    __slots__ = ("_events", "_read_view", "_recorded", "_view", "game", "version")

    def __init__(
        self,
        game: GameId,
        version: Version,
        read_view: Callable[[], View],
        recorded: Iterable[RecordedEvent],
    ) -> None:
        """Create the outcome; `read_view` returns the caller's view of the game at this version."""
        self.game = game
        self.version = version
        self._read_view = read_view
        self._recorded = recorded
        self._view: View | None = None
        self._events: tuple[RecordedEvent, ...] | None = None

    @property
    def view(self) -> View:
        """The game after the command."""
        if self._view is None:
            self._view = self._read_view()
        return self._view

    @property
    def events(self) -> tuple[RecordedEvent, ...]:
        """The events of the command, redacted for the caller."""
        if self._events is None:
            self._events = redact_events(self._recorded, self.view)
        return self._events

    def __eq__(self, other: object) -> bool:
        """Return whether the caller can read the same in both outcomes."""
        return isinstance(other, CommandOutcome) and self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]

    def _content(self) -> tuple[Any, ...]:
        return self.game, self.version, self.view, self.events


def command_outcome(
    game: GameId, version: Version, view: View, recorded: Iterable[RecordedEvent]
) -> CommandOutcome:
    """Return the outcome of a command, redacted for the view's owner."""
    return CommandOutcome(game, version, lambda: view, recorded)


async def outcome_for(
    player: PlayerId, store: Store, game: GameId, known: CroupierState, recorded: Sequence[RecordedEvent]
) -> CommandOutcome:
    """Return the outcome of a command that has just been stored, redacted for a player."""
    version = recorded[-1].version
    if known.keeps_view_of(player):
        return CommandOutcome(game, version, lambda: known.view_of(player).without_memory(), recorded)
    # The caller is an operator without a seat.
    view = await fold_player_view(player, await store.read(game, upto=version))
    return command_outcome(game, version, view, recorded)
