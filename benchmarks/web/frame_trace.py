"""Trace of the frames in which cards move: layout, paint, and the time of the main thread.

A script in the page marks each frame: whether a finite animation runs, and whether the document has changed
since the frame before. Transitions of style sheets, endless animations and the ring of a clock are no motion.
A frame without a change should need no layout and no paint, because the compositor moves the cards.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct
from playwright.sync_api import Browser, Page

from benchmarks.web.measured_tables import CARD, play_to_the_tricks
from tests.web.harness.visitors import Person, Visitors

CATEGORIES: Final = (
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
)
RENDERING: Final = ("Layout", "Paint")
"""The events of a trace that a moving frame should not have."""
SETTLED: Final = 1_500
"""Milliseconds after the last move, for its animation."""
_MARK: Final = "kibitz-frame"
_MARKS: Final = """(() => {
    let isChanged = false;
    new MutationObserver(() => (isChanged = true))
        .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const isMotion = (animation) => !(animation instanceof CSSTransition)
        && animation.playState === 'running'
        && animation.effect.getComputedTiming().endTime !== Infinity
        && !animation.effect.target?.closest('.clock-ring');
    const look = () => {
        const isMoving = document.getAnimations().some(isMotion);
        performance.mark(`%s ${Number(isMoving)}${Number(isChanged)}`);
        isChanged = false;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})()"""


class MovingFrame(Struct, frozen=True):
    """A frame during which an animation ran."""

    milliseconds: float
    """The time of the main thread's tasks."""
    is_changed: bool
    """True if the document changed in this frame or the frame before."""
    rendering: Sequence[str]
    """The layouts and paints in the frame."""


def moving_frames(trace: Mapping[str, Any]) -> list[MovingFrame]:
    """Return the moving frames of a trace."""
    events = trace["traceEvents"]
    marks = sorted(
        (event for event in events if event["name"].startswith(_MARK) and "ts" in event),
        key=lambda event: event["ts"],
    )
    if not marks:
        raise RuntimeError("the trace has no frame")
    thread = marks[0]["pid"], marks[0]["tid"]
    table = _table_frame(events)
    starts = [mark["ts"] for mark in marks]
    spent = [0.0] * len(marks)
    rendering: list[list[str]] = [[] for _ in marks]
    for event in events:
        if (event.get("pid"), event.get("tid")) != thread or event.get("ph") not in ("X", "B"):
            continue
        if (
            event["name"] in RENDERING
            and _frame_of(event) == table
            and (frame := bisect_right(starts, event["ts"]) - 1) >= 0
        ):
            rendering[frame].append(event["name"])
        elif event["name"] == "RunTask":
            for frame, part in _parts(starts, event["ts"], event["ts"] + event.get("dur", 0)):
                spent[frame] += part / 1e3
    flags = [mark["name"].removeprefix(_MARK).strip() for mark in marks]
    return [
        # A change is laid out after the frame's mark, so those before and after it count.
        MovingFrame(spent[frame], "1" in (now[1], after[1]), rendering[frame])
        for frame, (now, after) in enumerate(pairwise(flags))
        if now[0] == after[0] == "1"
    ]


def _table_frame(events: Sequence[Mapping[str, Any]]) -> str:
    """Return the frame of the table; pictures such as the icon of the tab have frames of their own."""
    started = next(event for event in events if event["name"] == "TracingStartedInBrowser")
    return next(str(each["frame"]) for each in started["args"]["data"]["frames"] if "/games/" in each["url"])


def _frame_of(event: Mapping[str, Any]) -> str | None:
    """Return the frame of a layout or a paint."""
    arguments = event["args"]
    frame: str | None = (arguments.get("data") or arguments.get("beginData") or {}).get("frame")
    return frame


def _parts(starts: Sequence[int], begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the frames that a task overlaps, and the microseconds in each."""
    frame = max(bisect_right(starts, begin) - 1, 0)
    while frame < len(starts) - 1 and starts[frame] < end:
        yield frame, max(0, min(end, starts[frame + 1]) - max(begin, starts[frame]))
        frame += 1


def trace_motion(site: str, browser: Browser, visitors: Visitors, moves: int) -> list[MovingFrame]:
    """Play cards at a table with machines, and return the frames in which cards moved."""
    ann = Person.sign_in(site, "Ann", visitors, reduced_motion="no-preference")
    frames: list[MovingFrame] = []
    played = 0
    while played < moves:
        game = ann.create("hundred-and-ten", machines=3)
        play_to_the_tricks(ann, game)
        page = ann.context.new_page()
        page.add_init_script(_MARKS % _MARK)
        page.goto(f"{site}/games/{game}")
        page.locator(CARD).first.wait_for()
        page.wait_for_load_state("networkidle")
        browser.start_tracing(page=page, categories=list(CATEGORIES))
        while played < moves and (move := ann.suggested(game)) and move[0] == "playCard":
            ann.command("playCard", game=game, **move[1])
            played += 1
            _wait_until_shown(page, ann.version(game))
        page.wait_for_timeout(SETTLED)
        frames += moving_frames(json.loads(browser.stop_tracing()))
        page.close()
    return frames


def _wait_until_shown(page: Page, version: int) -> None:
    page.wait_for_function(
        "version => Number(document.querySelector('.board')?.dataset.version) >= version", arg=version
    )
