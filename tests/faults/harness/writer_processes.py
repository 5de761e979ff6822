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
    """A fixed number of writers; a dead writer is replaced by one that continues its journal."""

    def __init__(self, forker: Forker, folder: Path, where: list[str], games: int, tasks: int) -> None:
        """Start a writer for each address of the log."""
        self.games = [new_game() for _ in range(games)]
        self.caller = "ann"
        self.kills = 0
        """Number of killed writers."""
        self.left = 0
        """Number of commands that they left unanswered."""
        self._forker = forker
        self._where = where
        self._tasks = tasks
        self._paths = [folder / f"journal-{place}" for place in range(len(where))]
        self.journals = [Journal(path) for path in self._paths]
        self._writers = [self._started(place) for place in range(len(where))]

    @property
    def places(self) -> range:
        """The numbers of the writers."""
        return range(len(self._writers))

    def kill(self, place: int) -> None:
        """Kill a writer and replace it."""
        self._forker.kill(self._writers[place])
        self.kills += 1
        self.left += len(self.journals[place].unanswered())
        self._writers[place] = self._started(place)

    @contextmanager
    def halted(self, place: int) -> Iterator[None]:
        """Pause a writer within the context."""
        os.kill(self._writers[place], signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._writers[place], signal.SIGCONT)

    def stop(self) -> None:
        """Stop the writers once all their commands are answered."""
        for writer in self._writers:
            self._forker.ask_to_stop(writer)
        for writer in self._writers:
            code = self._forker.wait(writer)
            assert code == 0, self._forker.log

    def answers(self) -> int:
        """Return the number of acknowledged commands."""
        return sum(path.read_text().count("\nanswered ") for path in self._paths)

    def history(self) -> tuple[list[Written], list[Looked]]:
        """Return all acknowledged commands and all reads."""
        histories = [journal.history() for journal in self.journals]
        return [each for one, _ in histories for each in one], [each for _, one in histories for each in one]

    def _started(self, place: int) -> int:
        arguments = (self._where[place], self._paths[place], self.caller, self._tasks, *self.games)
        return self._forker.start(PROGRAM, *arguments)
