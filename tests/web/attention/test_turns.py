"""Your turn while the page is in the background: the marked icon, and notifications on request."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urljoin

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import wait_for_announcement, wait_until
from tests.web.harness.visitors import Person

HIDING: Final = """
window.isHidden = false;
Object.defineProperty(document, 'hidden', { get: () => window.isHidden });
Object.defineProperty(document, 'visibilityState', { get: () => (window.isHidden ? 'hidden' : 'visible') });
window.setHidden = (isHidden) => {
    window.isHidden = isHidden;
    document.dispatchEvent(new Event('visibilitychange'));
};
window.asked = 0;
const ask = Notification.requestPermission;
Notification.requestPermission = () => (window.asked++, ask.call(Notification));
window.shown = [];
window.Notification = class extends Notification {
    constructor(title, options) {
        super(title, options);
        this.isOpen = true;
        shown.push(this);
    }
    close() {
        this.isOpen = false;
        super.close();
    }
};
"""
"""Hides pages on request, as headless browsers do not, and records the page's real notifications."""
ICON: Final = "document.querySelector('link[rel=icon]').href.split('/').slice(5).join('/')"
CARD_NAMES: Final = ("ace", "king", "queen", "jack", "joker", "spade", "heart", "diamond", "club")
BELL: Final = "Notify me when it is my turn"


def permit(context: BrowserContext) -> None:
    context.grant_permissions(["notifications"])


def bell(page: Page, state: str) -> Any:
    return page.get_by_role("button", name=f"{BELL}: {state}", exact=True)


def open_table(ann: Person, bert: Person, *scripts: str) -> tuple[Page, str]:
    """Open a table at which it is the turn of Bert; Ann follows him."""
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    ann.command("startGame", game=game)
    for script in (HIDING, *scripts):
        ann.context.add_init_script(script)
    page = ann.open(f"/games/{game}")
    expect(page.get_by_role("button", name=BELL)).to_be_visible()
    return page, game


def hide(page: Page, *, hidden: bool = True) -> None:
    page.evaluate("isHidden => setHidden(isHidden)", hidden)


def notifications(page: Page) -> list[dict[str, Any]]:
    """Return the notifications so far: their texts, and whether they are open."""
    found: list[dict[str, Any]] = page.evaluate(
        "shown.map(({ title, body, silent, isOpen }) => ({ title, body, silent, isOpen }))"
    )
    return found


def test_icon_is_marked_at_your_turn_while_the_page_is_hidden(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    page, game = open_table(ann, bert)
    hide(page)
    assert page.evaluate(ICON) == "icon.svg"
    bert.command("passTurn", game=game)
    expect(page).to_have_title("Your turn · Hundred and Ten · Kibitz")
    wait_until(page, lambda: page.evaluate(ICON) == "icons/icon-turn.svg")
    marked = page.locator("link[rel=icon]").get_attribute("href")
    assert httpx.get(urljoin(ann.site, str(marked))).headers["content-type"] == "image/svg+xml"
    hide(page, hidden=False)
    assert page.evaluate(ICON) == "icon.svg"
    hide(page)
    assert page.evaluate(ICON) == "icons/icon-turn.svg"
    ann.command("passTurn", game=game)
    wait_until(page, lambda: page.evaluate(ICON) == "icon.svg" or ann.suggested(game))
    page.get_by_role("link", name="Statistics").evaluate("link => link.click()")
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics")
    assert page.evaluate(ICON) == "icon.svg"


def test_notification_is_shown_once_for_a_turn_in_the_background(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann", viewport=NARROW), signed_in("Bert")
    permit(ann.context)
    page, game = open_table(ann, bert)
    # The permission alone is not enough: Ann has not asked for notifications here.
    hide(page)
    bert.command("placeBid", game=game, amount=15)
    expect(page).to_have_title("Your turn · Hundred and Ten · Kibitz")
    hide(page, hidden=False)
    assert notifications(page) == []
    assert page.evaluate("asked") == 0
    bell(page, "off").click()
    expect(bell(page, "on")).to_be_visible()
    assert page.evaluate("asked") == 1
    wait_for_announcement(page, "You are notified")
    assert fits_viewport(page)
    assert violations(page) == []
    # A turn that begins in sight of the player is not notified, also when the page is hidden later.
    hide(page)
    ann.command("placeBid", game=game, amount=20)
    expect(page).not_to_have_title("Your turn · Hundred and Ten · Kibitz")
    assert notifications(page) == []
    bert.command("placeBid", game=game, amount=25)
    wait_until(page, lambda: notifications(page))
    [shown] = notifications(page)
    assert (shown["title"], shown["body"]) == ("Your turn · Hundred and Ten", "You play with Bert.")
    assert shown["silent"]
    assert shown["isOpen"]
    hide(page, hidden=False)
    wait_until(page, lambda: not notifications(page)[0]["isOpen"])
    hide(page)
    page.wait_for_timeout(200)
    assert len(notifications(page)) == 1


def test_notification_closes_when_the_turn_is_over_and_has_no_cards(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    permit(ann.context)
    page, game = open_table(ann, bert)
    bell(page, "off").click()
    expect(bell(page, "on")).to_be_visible()
    hide(page)
    for _ in range(16):
        bert.play(game)
        assert ann.play(game) or bert.suggested(game)
    wait_until(page, lambda: len(notifications(page)) > 4)
    for shown in notifications(page):
        text = f"{shown['title']} {shown['body']}".lower()
        assert [name for name in CARD_NAMES if name in text] == []
        assert (shown["title"], shown["body"]) == ("Your turn · Hundred and Ten", "You play with Bert.")
    # Ann goes on with another device until it is the turn of Bert.
    while ann.play(game):
        pass
    wait_until(page, lambda: not any(each["isOpen"] for each in notifications(page)))


def test_setting_is_kept_and_can_be_switched_off(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    permit(ann.context)
    page, game = open_table(ann, bert)
    bell(page, "off").click()
    expect(bell(page, "on")).to_be_visible()
    page.reload()
    other = ann.open(f"/games/{game}")
    expect(bell(other, "on")).to_be_visible()
    bell(page, "on").click()
    expect(bell(other, "off")).to_be_visible()
    assert page.evaluate("localStorage.getItem('kibitz.notifications')") is None
    hide(page)
    bert.command("passTurn", game=game)
    expect(page).to_have_title("Your turn · Hundred and Ten · Kibitz")
    assert notifications(page) == []


def test_denied_permission_is_explained(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann", viewport=NARROW), signed_in("Bert")
    page, game = open_table(ann, bert)
    # A browser without a person at it denies the permission.
    bell(page, "off").click()
    explanation = page.get_by_role("main").get_by_text("Your browser blocks notifications from this site.")
    expect(explanation).to_be_visible()
    expect(bell(page, "blocked by the browser")).to_be_visible()
    wait_for_announcement(page, "Your browser blocks")
    assert fits_viewport(page)
    assert violations(page) == []
    hide(page)
    bert.command("passTurn", game=game)
    wait_until(page, lambda: page.evaluate(ICON) == "icons/icon-turn.svg")
    assert notifications(page) == []
    hide(page, hidden=False)
    # The person allows them in the browser's settings and comes back.
    permit(ann.context)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(bell(page, "on")).to_be_visible()
    expect(explanation).to_have_count(0)


def test_notification_of_the_service_worker_leads_to_the_table(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann", service_workers="allow"), signed_in("Bert")
    permit(ann.context)
    page, game = open_table(ann, bert)
    bell(page, "off").click()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    open_now = """async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return (await registration.getNotifications()).map(({ title, data }) => [title, data]);
    }"""
    hide(page)
    bert.command("passTurn", game=game)
    expected = [["Your turn · Hundred and Ten", {"path": f"/games/{game}"}]]
    wait_until(page, lambda: page.evaluate(open_now) == expected)
    # A click brings this page to the front, and opens no other.
    [worker] = ann.context.service_workers
    focused = worker.evaluate(
        """async (path) => {
        const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
        const found = [];
        const recorded = pages.map(({ url }) => ({ url, focus: async () => found.push(url) }));
        self.clients.matchAll = async () => recorded;
        const [notification] = await self.registration.getNotifications();
        const event = new NotificationEvent('notificationclick', { notification });
        self.dispatchEvent(event);
        await new Promise((resolve) => setTimeout(resolve, 200));
        return found;
    }""",
        game,
    )
    assert focused == [page.url]
    assert page.evaluate(open_now) == []
    # The page closes what it has shown before it was loaded again.
    ann.command("passTurn", game=game)
    while not ann.suggested(game):
        bert.play(game)
    wait_until(page, lambda: page.evaluate(open_now) == expected)
    page.reload()
    wait_until(page, lambda: page.evaluate(open_now) == [])


@pytest.mark.parametrize(
    "fault",
    ["delete window.Notification", "Notification.requestPermission = () => Promise.reject(new Error())"],
)
def test_table_works_without_notifications(fault: str, signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    ann.command("startGame", game=game)
    ann.context.add_init_script(fault)
    page = ann.open(f"/games/{game}")
    page.wait_for_load_state("networkidle")
    button = page.get_by_role("button", name=BELL)
    if fault.startswith("delete"):
        expect(button).to_have_count(0)
    else:
        button.click()
        expect(button).to_have_accessible_name(f"{BELL}: off")
    bert.command("passTurn", game=game)
    expect(page).to_have_title("Your turn · Hundred and Ten · Kibitz")
