"""Signals that stop a command."""

from __future__ import annotations

import signal


def stopping_signals() -> list[signal.Signals]:
    """Return the signals that stop a server: SIGHUP too, unless the process ignores it (`nohup`)."""
    found = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP"))
    return [each for each in found if each is not None and signal.getsignal(each) is not signal.SIG_IGN]
