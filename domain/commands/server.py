"""Commands of the server itself, which no player sends."""

from __future__ import annotations

from msgspec import Struct


class SystemCommand(Struct, frozen=True, kw_only=True, tag=True):
    """A request of the server itself, to handle what is due without a player's command."""

    by: None = None
    """No player sends the command."""


class ExpireDeadlines(SystemCommand, frozen=True, kw_only=True):
    """Handle the deadlines that have passed: clocks that ran out, and seeds that were not revealed."""


class CloseIdleGame(SystemCommand, frozen=True, kw_only=True):
    """Close a game that nobody has attended for as long as its options and the server allow."""
