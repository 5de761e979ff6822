"""Reviews of finished games: each is computed when it is first asked for, and kept."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol, Self

from application.codec import GameId, text_of
from application.refusals import TooBusy
from application.review.result_parts import ResultParts, result_parts
from application.review.seat_review import ReviewedDecision, ReviewKey, SeatReview
from application.runtime.cancellation import cancel_and_wait
from application.thinking.machine_choice import Reviewers, ReviewRequest
from application.watching.game_history import FinishedGame, GameHistory
from domain.events import PlayerId
from domain.machine.thinking.decision_review import REVIEW_VERSION, review_seed

MAX_AT_ONCE: Final = 8
"""Number of reviews that are computed at once; further ones are refused."""
RETRY_SECONDS: Final = 2
"""Seconds after which a refused review may be asked for again."""


class KeptReviews(Protocol):
    """Where reviews are kept; one that is lost is computed again."""

    async def find(self, key: ReviewKey) -> SeatReview | None:
        """Return a review that is kept, None if it is not there."""

    async def keep(self, key: ReviewKey, reviewed: SeatReview) -> None:
        """Keep a review."""


class Reviews:
    """Reviews decisions and deals of finished games, while it is entered (`async with`)."""

    def __init__(self, history: GameHistory, reviewers: Reviewers, kept: KeptReviews) -> None:
        self._history = history
        self._reviewers = reviewers
        self._kept = kept
        self._under_way: dict[ReviewKey, asyncio.Task[SeatReview]] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Give up the reviews that are being computed."""
        await cancel_and_wait(list(self._under_way.values()))

    async def of_seat(
        self, game: GameId, player: PlayerId | None, seat: int
    ) -> tuple[SeatReview, ResultParts]:
        """Return the review of a seat as far as the player may see by now what the seat knew, with its parts.

        Raises UnknownGame, GameInProgress, UnknownSeat and NoReviews, and TooBusy if it cannot be computed
        now. If the caller is cancelled, the review is computed to its end, and is there for the next caller.
        """
        found = await self._history.seat_past(game, player, seat)
        key = ReviewKey(
            game=game,
            seat=seat,
            review_version=REVIEW_VERSION,
            position=found.last.position,
            at=found.last.at,
        )
        reviewed = await self._kept.find(key)
        if reviewed is None:
            reviewed = await asyncio.shield(self._computing(key, found))
        decisions = {each.version for each in found.past.visible_decisions}
        deals = {each.version for each in found.past.visible_deals}
        shown = SeatReview(
            decisions=tuple(each for each in reviewed.decisions if each.version in decisions),
            deals=tuple(each for each in reviewed.deals if each.version in deals),
        )
        return shown, result_parts(found.over, seat, shown)

    def _computing(self, key: ReviewKey, found: FinishedGame) -> asyncio.Task[SeatReview]:
        """Return the task that computes a review, a new one if there is none."""
        task = self._under_way.get(key)
        if task is not None:
            return task
        if len(self._under_way) >= MAX_AT_ONCE:
            raise TooBusy(RETRY_SECONDS)
        # It is charged to the caller who asked first, whose account the task inherits.
        task = asyncio.create_task(self._compute(key, found), name="review of a game")
        self._under_way[key] = task
        task.add_done_callback(lambda ended: self._ended(key, ended))
        return task

    def _ended(self, key: ReviewKey, task: asyncio.Task[SeatReview]) -> None:
        del self._under_way[key]
        # All callers may have been cancelled; then no caller retrieves the error.
        if not task.cancelled():
            task.exception()

    async def _compute(self, key: ReviewKey, found: FinishedGame) -> SeatReview:
        game = text_of(key.game)
        decisions = []
        # One after the other, so that reviews take turns at the workers.
        for each in found.past.decisions:
            request = ReviewRequest(
                view=each.view,
                seat=key.seat,
                memory=each.memory,
                move=each.move,
                seed=review_seed(game, key.seat, each.version),
            )
            review = await self._reviewers.review(request)
            decisions.append(ReviewedDecision(version=each.version, review=review))
        reviewed = SeatReview(decisions=tuple(decisions), deals=found.luck)
        await self._kept.keep(key, reviewed)
        return reviewed
