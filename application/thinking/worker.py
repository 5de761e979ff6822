"""A worker process of the machine players: `python -m application.thinking.worker`, not for users.

Standard input brings requests for choices and reviews, one at a time, and its end ends the process. Standard
output takes the answers.
"""

from __future__ import annotations

import logging
import pickle
import sys
from time import process_time
from traceback import extract_tb
from typing import BinaryIO, Final

from application.runtime.child_process import prepare_child
from application.thinking.messages import Made, Request, frame, size_of

logger = logging.getLogger("application.thinking.worker")

NICENESS: Final = 10
"""Nice value of the process: requests and read models go first."""


def main() -> None:
    """Answer requests until standard input ends."""
    requests, answers = sys.stdin.buffer, prepare_child(NICENESS)
    while (request := _next(requests)) is not None:
        answers.write(frame(_made(request)))
        answers.flush()


def _next(requests: BinaryIO) -> Request | None:
    size = size_of(requests)
    if size is None:
        return None
    # The server is the only writer of the pipe.
    request: Request = pickle.loads(requests.read(size))  # noqa: S301
    return request


def _made(request: Request) -> Made:
    started = process_time()
    try:
        result = request.make()
    except Exception as error:  # noqa: BLE001 - whatever a player does wrong, the game goes on
        [where] = extract_tb(error.__traceback__, limit=-1)
        # The error's text may name cards, so neither it nor a traceback, which ends with it, is logged.
        logger.error(  # noqa: TRY400
            "the thinker of %s failed: %s in %s, line %s",
            request.view.variant,
            type(error).__name__,
            where.filename,
            where.lineno,
        )
        return Made(None, process_time() - started)
    return Made(result, process_time() - started)


if __name__ == "__main__":
    main()
