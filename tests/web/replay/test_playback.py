"""Navigation in a replay: buttons, keys, playback and links."""

from __future__ import annotations

import re

from playwright.sync_api import Request, expect

from tests.web.conftest import SignIn
from tests.web.harness.replayed_games import (
    events,
    finished_game,
    shown_table,
    sort_hands,
    variables,
    wait_for_moment,
)
from tests.web.harness.visitors import Visitors


def test_keyboard_moves_by_event_trick_and_round(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "oh-hell")
    log_events = events(ann, game)
    deals = [each["version"] for each in log_events if each["__typename"] == "TrumpTurned"]
    won = [each["version"] for each in log_events if each["__typename"] == "TrickWon"]
    page = ann.open(f"/games/{game}/replay")
    # The replay opens at the first deal.
    wait_for_moment(page, deals[0])
    for key, version in (
        ("ArrowRight", deals[0] + 1),
        ("ArrowLeft", deals[0]),
        ("Shift+ArrowRight", won[0]),
        ("Shift+ArrowRight", deals[1]),
        ("Shift+ArrowRight", won[1]),
        ("Shift+ArrowLeft", deals[1]),
        ("End", len(log_events)),
        ("Home", 1),
    ):
        page.keyboard.press(key)
        wait_for_moment(page, version)
    page.get_by_label("Moment").focus()
    for key, version in (
        ("PageUp", deals[0]),
        ("PageUp", deals[1]),
        ("PageDown", deals[0]),
        ("ArrowUp", deals[0] + 1),
        ("Shift+ArrowLeft", deals[0]),
    ):
        page.keyboard.press(key)
        wait_for_moment(page, version)
    # In the speed field the keys keep their own meaning.
    page.get_by_label("Speed").focus()
    page.keyboard.press("End")
    wait_for_moment(page, deals[0])


def test_buttons_move_as_labelled_and_announce_the_position(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "oh-hell")
    log_events = events(ann, game)
    deals = [each["version"] for each in log_events if each["__typename"] == "TrumpTurned"]
    won = next(each["version"] for each in log_events if each["__typename"] == "TrickWon")
    page = ann.open(f"/games/{game}/replay")
    live_region = page.get_by_role("log", name="Announcements")
    page.get_by_role("button", name="Next trick").click()
    wait_for_moment(page, won)
    where = f"Event {won} of {len(log_events)}, round 1, trick 1"
    expect(page).to_have_title(f"{where} · Replay of Oh Hell · Kibitz")
    expect(live_region).to_have_text(re.compile(f"wins? trick 1 with the .*{where}"))
    page.get_by_role("button", name="Next event").click()
    wait_for_moment(page, won + 1)
    page.get_by_role("button", name="Previous event").click()
    wait_for_moment(page, won)
    page.get_by_role("button", name="Next round").click()
    wait_for_moment(page, deals[1])
    page.get_by_role("button", name="To the end").click()
    wait_for_moment(page, len(log_events))
    # At the end the button is disabled and keeps the focus.
    expect(page.get_by_role("button", name="To the end")).to_be_focused()
    expect(page.get_by_role("button", name="Next round")).to_have_attribute("aria-disabled", "true")
    chapters = page.get_by_role("navigation", name="Rounds and tricks")
    chapters.get_by_role("button", name="Round 2", exact=True).click()
    wait_for_moment(page, deals[1])
    chapters.get_by_role("button", name="Trick 2", exact=True).click()
    expect(page.locator(".replay-position")).to_contain_text("round 2, trick 2")


def test_copied_link_opens_the_same_moment(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann", permissions=["clipboard-read", "clipboard-write"])
    game = finished_game(ann, "president")
    page = ann.open(f"/games/{game}/replay?at=40")
    wait_for_moment(page, 40)
    page.get_by_label("Point of view").select_option("3")
    page.get_by_role("button", name="Next event").click()
    wait_for_moment(page, 41)
    expect(page).to_have_url(re.compile(r"/replay\?at=41&seat=3$"))
    page.get_by_role("button", name="Copy the link to this moment").click()
    expect(page.get_by_text("Copied.", exact=True)).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    other = visitors.context().new_page()
    other.goto(link)
    wait_for_moment(other, 41)
    assert sort_hands(shown_table(other)["hands"]) == sort_hands(shown_table(page)["hands"])
    expect(other.get_by_label("Point of view")).to_have_value("3")
    # The browser's back button works.
    other.evaluate("history.pushState(null, '', '?at=20'); dispatchEvent(new PopStateEvent('popstate'))")
    wait_for_moment(other, 20)
    other.go_back()
    wait_for_moment(other, 41)


def test_invalid_moment_or_seat_in_the_address_falls_back(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "president")
    last = len(events(ann, game))
    page = ann.open(f"/games/{game}/replay?at=99999999&seat=9")
    wait_for_moment(page, last)
    expect(page.get_by_label("Point of view")).to_have_value("")
    page.goto(f"{ann.site}/games/{game}/replay?at=soon&seat=-1")
    wait_for_moment(
        page,
        next(each["version"] for each in reversed(events(ann, game)) if each["__typename"] == "HandDealt"),
    )


def test_playback_runs_to_the_end_and_requests_each_page_once(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "president")
    last = len(events(ann, game))
    page = ann.context.new_page()
    page.clock.install()
    requested_versions: list[int] = []

    def note(request: Request) -> None:
        if "first" in variables(request):
            requested_versions.append(variables(request)["after"])

    page.on("request", note)
    page.goto(f"{ann.site}/games/{game}/replay?at=1")
    page.clock.run_for(500)
    wait_for_moment(page, 1)
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play", exact=True).click()
    live_region = page.get_by_role("log", name="Announcements").locator("p")
    before = live_region.count()
    for _ in range(last):
        page.clock.run_for(130)
        if page.get_by_role("button", name="Pause").count() == 0:
            break
    wait_for_moment(page, last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert len(requested_versions) == len(set(requested_versions)) == -(-last // 25)
    # At this speed only the last event is announced.
    page.clock.run_for(500)
    expect(live_region).to_have_count(before + 1)
    expect(page).to_have_url(re.compile(rf"at={last}$"))


def test_space_bar_plays_and_pauses(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "president")
    page = ann.open(f"/games/{game}/replay?at=30")
    wait_for_moment(page, 30)
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".replay-position")).to_contain_text(re.compile("Event 3[2-9] "))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
