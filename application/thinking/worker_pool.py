"""Worker processes of machine players that search, so that the event loop goes on meanwhile.

They make choices, and review decisions while no choice waits.

A worker ends when its standard input does, so it never outlives the server, however the server ends.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from asyncio.subprocess import Process
from contextlib import suppress
from typing import Final, NoReturn, Self

from application.refusals import TooBusy
from application.runtime.backoff import Backoff
from application.runtime.cancellation import cancel_and_wait
from application.runtime.child_process import start_child
from application.runtime.uncancelled_tasks import UncancelledTasks
from application.runtime.work_accounts import add_to_account
from application.thinking.machine_choice import MachineChoice, MadeChoice, ReviewRequest
from application.thinking.messages import LENGTH_BYTES, Made, Request, frame
from application.thinking.waiting_requests import Job, Urgency, WaitingRequests
from domain.commands import Move
from domain.machine.thinking.decision_review import DecisionReview

logger = logging.getLogger(__name__)

WAITING_PER_WORKER: Final = 16
"""Number of choices, and of reviews, that may wait for each worker; further ones are refused."""
RETRY_SECONDS: Final = 1
"""Seconds after which a refused command may be repeated."""
CHOICE_TIMEOUT: Final = 10.0
"""Seconds after which a worker that has not answered is killed."""
STOP_TIMEOUT: Final = 0.5
"""Seconds that a worker gets to end."""
BACKOFF: Final = Backoff(shortest=0.1, longest=30.0)
"""Delays before a worker that ended is replaced."""


class MachinePlayerFailed(Exception):
    """The machine player of a seat failed in a worker, which has logged where."""


class _WorkerLost(Exception):
    """A worker ended, or did not answer in time."""


class WorkerPool:
    """Makes choices in worker processes while it is entered (`async with`)."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._jobs = WaitingRequests(workers * WAITING_PER_WORKER)
        self._supervising: list[asyncio.Task[None]] = []
        self._endings = UncancelledTasks()
        """The ends of workers, which go on when a supervisor is cancelled twice."""
        self._failing = 0
        """Number of workers that ended before they had answered, until another attempt is made."""

    async def __aenter__(self) -> Self:
        """Start the workers; a choice waits until one is ready."""
        for number in range(1, self._workers + 1):
            name = f"supervisor of thinker {number}"
            self._supervising.append(asyncio.create_task(self._supervise(), name=name))
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the workers; requests that are still waiting fail."""
        await cancel_and_wait(self._supervising)
        await self._endings.finish()
        self._refuse_waiting()

    async def think(self, choice: MachineChoice) -> MadeChoice:
        """Wait until a worker has chosen.

        Raises TooBusy if too many choices wait, or if the worker is lost or none can be started: nothing else
        chooses in its place.
        """
        made = await self._made(choice, Urgency.CHOICE)
        return lambda: _move_of(made)

    async def review(self, request: ReviewRequest) -> DecisionReview:
        """Wait until a worker has reviewed a decision; choices go first.

        Raises TooBusy if too many reviews wait, or if the worker is lost, and MachinePlayerFailed.
        """
        made = await self._made(request, Urgency.REVIEW)
        if not isinstance(made.result, DecisionReview):
            raise MachinePlayerFailed
        return made.result

    async def _made(self, request: Request, urgency: Urgency) -> Made:
        if self._cannot_start:
            raise TooBusy(RETRY_SECONDS)
        answer: asyncio.Future[Made] = asyncio.get_running_loop().create_future()
        try:
            self._jobs.put((frame(request), answer), urgency)
        except asyncio.QueueFull:
            raise TooBusy(RETRY_SECONDS) from None
        made = await answer
        add_to_account(made.seconds)
        return made

    async def _supervise(self) -> None:
        """Keep one worker running."""
        failures = 0
        while True:
            worker = _Worker(self._jobs, self._endings)
            try:
                await worker.run()
            except (OSError, _WorkerLost) as error:
                reason = str(error)
            failures = 0 if worker.answered else failures
            delay = BACKOFF.after(failures)
            failures += 1
            logger.warning("a worker of the machine players is lost: %s; another in %.1f s", reason, delay)
            if worker.answered:
                await asyncio.sleep(delay)
                continue
            self._failing += 1
            if self._cannot_start:
                self._refuse_waiting()
            await asyncio.sleep(delay)
            self._failing -= 1

    @property
    def _cannot_start(self) -> bool:
        """True while no worker runs and the last ones ended before they had answered."""
        return self._failing == self._workers

    def _refuse_waiting(self) -> None:
        for job in self._jobs.drain():
            _refuse(job)


class _Worker:
    """One worker process, which takes one job at a time."""

    def __init__(self, jobs: WaitingRequests, endings: UncancelledTasks) -> None:
        self._jobs = jobs
        self._endings = endings
        self.answered = False
        """True once it has answered."""

    async def run(self) -> NoReturn:
        """Run the process, and give it jobs; raises _WorkerLost, and OSError if it does not start."""
        process = await start_child("application.thinking.worker")
        assert process.stdin is not None, "it is piped"
        assert process.stdout is not None, "it is piped"
        ended = asyncio.create_task(process.wait(), name="end of a thinker")
        try:
            while True:
                job = asyncio.create_task(self._jobs.get(), name="job of a thinker")
                try:
                    await asyncio.wait({ended, job}, return_when="FIRST_COMPLETED")
                except asyncio.CancelledError:
                    if job.done():
                        _refuse(job.result())
                    job.cancel()
                    raise
                if not job.done():
                    job.cancel()
                    raise _WorkerLost(f"it ended with status {ended.result()}")
                await self._carry_out(job.result(), process.stdin, process.stdout)
        finally:
            await self._endings.run(_end(process, ended))

    async def _carry_out(
        self, job: Job, requests: asyncio.StreamWriter, answers: asyncio.StreamReader
    ) -> None:
        message, answer = job
        try:
            requests.write(message)
            async with asyncio.timeout(CHOICE_TIMEOUT):
                length = int.from_bytes(await answers.readexactly(LENGTH_BYTES))
                # The worker is the only writer of the pipe.
                made: Made = pickle.loads(await answers.readexactly(length))  # noqa: S301
        except TimeoutError:
            raise _WorkerLost(f"it has not answered within {CHOICE_TIMEOUT:.0f} s") from None
        except (asyncio.IncompleteReadError, ConnectionError):
            raise _WorkerLost("it ended while it worked") from None
        else:
            self.answered = True
            if not answer.done():
                answer.set_result(made)
        finally:
            _refuse(job)


def _refuse(job: Job) -> None:
    """Fail the caller that waits for the answer, unless it has the answer."""
    _, answer = job
    if not answer.done():
        answer.set_exception(TooBusy(RETRY_SECONDS))


async def _end(process: Process, ended: asyncio.Task[int]) -> None:
    if process.stdin is not None:
        process.stdin.close()
    if not (await asyncio.wait({ended}, timeout=STOP_TIMEOUT))[0]:
        # It may have ended just now.
        with suppress(ProcessLookupError):
            process.kill()
    await ended


def _move_of(made: Made) -> Move:
    if not isinstance(made.result, Move):
        raise MachinePlayerFailed
    return made.result
