"""The times of games' creation, start and end, and their lengths, read for several games at once."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from api.graphql.context import Services
from application.codec import RecordedEvent, Version
from domain.events import GameClosed, GameStarted, GameWon
from domain.state import BEFORE_START, OVER, Stage
from projections.engine.generations import NotBuilt
from projections.games.game_list_queries import listed

if TYPE_CHECKING:
    from api.graphql.games.viewed_game import ViewedGame


class Course(Struct, frozen=True, kw_only=True):
    """When a game was created, started and ended, and its length; each None before."""

    created: datetime
    started: datetime | None
    ended: datetime | None
    length: Version | None


async def read_courses(services: Services, games: list[ViewedGame]) -> list[Course]:
    """Return the courses of games: from the game list or, where that is behind the game, from the log."""
    try:
        rows = await services.read_database.read(listed, {each.game for each in games})
    except NotBuilt:
        rows = ()
    known = {
        row.game: Course(
            created=row.created_at, started=row.started_at, ended=row.ended_at, length=row.length
        )
        for row in rows
    }
    return [
        course
        if (course := known.get(each.game)) is not None and _is_complete(course, each.state.stage)
        else _course_of(await services.store.read(each.game, upto=each.version))
        for each in games
    ]


def _is_complete(course: Course, stage: Stage) -> bool:
    if stage in OVER:
        return course.ended is not None
    return stage in BEFORE_START or course.started is not None


def _course_of(recorded: list[RecordedEvent]) -> Course:
    started = next((each for each in recorded if isinstance(each.event, GameStarted)), None)
    ended = next((each for each in recorded if isinstance(each.event, GameWon | GameClosed)), None)
    return Course(
        created=recorded[0].at,
        started=started.at if started else None,
        ended=ended.at if ended else None,
        length=ended.version if ended else None,
    )
