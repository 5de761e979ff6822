"""The clock at a seat: the time left as text, its end, and the server's time."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page

from tests.web.harness.page_modules import evaluate_in_module

SECOND: Final = 1_000
DAY: Final = 86_400 * SECOND
RENDERED: Final = """(async () => {
    const { html, render } = await import(main.replace('main.js', 'ui/html.js'));
    const { noteServerTime, serverNow } = await import(main.replace('main.js', 'net/server-clock.js'));
    noteServerTime(new Date().toISOString());
    return given.map(([left, bank, isOwn]) => {
        const deadline = left === null ? null : new Date(serverNow() + left).toISOString();
        const box = document.body.appendChild(document.createElement('div'));
        render(html`<${module.SeatClock} clock=${{ deadline, bank, timeouts: 0 }} isOwn=${isOwn} />`, box);
        const { className = '', textContent = '' } = box.firstElementChild ?? {};
        render(null, box);
        box.remove();
        return [textContent.replace(/\\s+/g, ' ').trim(), className.includes('urgent')];
    });
})()"""
SERVER_TIME: Final = """given.map((time) => {
    module.noteServerTime(time);
    return Math.round((module.serverNow() - Date.parse('2100-01-01T00:00:00Z')) / 1000);
})"""


def rendered(page: Page, *clocks: tuple[float | None, int, bool]) -> Any:
    """Return the text of each clock, and whether it is urgent, by its time left, its bank and its owner."""
    return evaluate_in_module(page, "seats/seat-clock.js", RENDERED, clocks)


def test_time_left_is_rounded_up_and_never_negative(page: Page) -> None:
    texts = {
        -5 * SECOND: "0:00",
        0: "0:00",
        1: "0:01",
        9_001: "0:10",
        125 * SECOND: "2:05",
        3_600 * SECOND: "1 h 0 min",
        DAY - 1: "1 d 0 h",
        7 * DAY: "7 d 0 h",
    }
    said = evaluate_in_module(page, "text/time-left.js", "given.map(module.timeLeftText)", list(texts))
    assert said == list(texts.values())


def test_clock_shows_the_time_left_the_bank_and_the_end(page: Page) -> None:
    assert rendered(
        page,
        (65 * SECOND, 0, True),
        (9.5 * SECOND, 0, False),
        (50 * SECOND, 60 * SECOND, True),
        (-3 * SECOND, 0, True),
        (None, 90 * SECOND, False),
        (None, 0, False),
    ) == [
        ["Your time: 1:05", False],
        ["Hurry! Time left: 0:10", True],
        ["Your time: 0:50 from the bank", False],
        ["Time is up", True],
        ["Bank: 1:30", False],
        ["", False],
    ]


def test_server_time_follows_the_latest_message(page: Page) -> None:
    times = ["2100-01-01T00:00:10Z", None, "no date", "2099-12-31T00:00:00Z", "2100-01-01T00:00:12Z"]
    assert evaluate_in_module(page, "net/server-clock.js", SERVER_TIME, times) == [10, 10, 10, 10, 12]
