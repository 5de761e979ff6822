"""The frame around all pages."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.people import Visitors


def test_a_page_that_is_not_there_says_so(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.goto(site + "/leaderboards")
    page.evaluate("history.pushState(null, '', '/nothing')")
    page.goto(site)
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
