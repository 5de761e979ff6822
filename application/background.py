"""Background threads: they give way to the event loop where both want the same processor."""

from __future__ import annotations

import os
import sys
import threading
from typing import Final

NICENESS: Final = 10
"""How far they give way: enough that the event loop hardly waits for them, and not so far that, holding what
it needs, they stand still while other processes keep the machine busy."""


def give_way() -> None:
    """Lower the priority of the calling thread for good; where only processes have one, leave it alone."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
