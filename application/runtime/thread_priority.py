"""Priority of background threads: they yield the processor to the event loop."""

from __future__ import annotations

import os
import sys
import threading
from typing import Final

NICENESS: Final = 10
"""Nice value of background threads, at which the event loop hardly waits for them.

At a higher value, a thread that holds a resource of the event loop could stall while other processes keep the
machine busy.
"""


def lower_thread_priority() -> None:
    """Permanently lower the calling thread's priority, where threads have their own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
