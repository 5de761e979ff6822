"""How the demo fails."""

from __future__ import annotations


class DemoFailed(Exception):
    """The demo met something that must not be; the message says what."""
