"""Writer processes on one log that can be killed, paused and replaced."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.application.store import new_game
from tests.faults.harness.command_history import Looked, Written
from tests.faults.harness.command_writer import Journal
from tests.faults.harness.process_forker import Forker

PROGRAM = "tests.faults.harness.command_writer"


class Load:
    """As many writers as there are places; whoever dies is replaced by one that takes over his journal."""

    def __init__(self, forker: Forker, folder: Path, where: list[str], games: int, tasks: int) -> None:
        """Start a writer on each of the ways to the log."""
        self.games = [new_game() for _ in range(games)]
        self.caller = "ann"
        self.kills = 0
        """How many writers were killed."""
        self.left = 0
        """How many commands they left without an answer."""
        self._forker = forker
        self._where = where
        self._tasks = tasks
        self._paths = [folder / f"journal-{place}" for place in range(len(where))]
        self.journals = [Journal(path) for path in self._paths]
        self._writers = [self._started(place) for place in range(len(where))]

    @property
    def places(self) -> range:
        """The writers' numbers."""
        return range(len(self._writers))

    def kill(self, place: int) -> None:
        """Kill a writer and put another one in its place."""
        self._forker.kill(self._writers[place])
        self.kills += 1
        self.left += len(self.journals[place].unanswered())
        self._writers[place] = self._started(place)

    @contextmanager
    def halted(self, place: int) -> Iterator[None]:
        """Let a writer stand still for a while."""
        os.kill(self._writers[place], signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._writers[place], signal.SIGCONT)

    def stop(self) -> None:
        """Let the writers end when everything that they asked for is answered."""
        for writer in self._writers:
            self._forker.ask_to_stop(writer)
        for writer in self._writers:
            code = self._forker.wait(writer)
            assert code == 0, self._forker.log

    def answers(self) -> int:
        """Return how many commands were acknowledged so far."""
        return sum(path.read_text().count("\nanswered ") for path in self._paths)

    def history(self) -> tuple[list[Written], list[Looked]]:
        """Return all that was acknowledged and all that was seen."""
        histories = [journal.history() for journal in self.journals]
        return [each for one, _ in histories for each in one], [each for _, one in histories for each in one]

    def _started(self, place: int) -> int:
        arguments = (self._where[place], self._paths[place], self.caller, self._tasks, *self.games)
        return self._forker.start(PROGRAM, *arguments)
