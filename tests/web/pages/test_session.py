"""Sign-in as a guest or with a token, its expiry, and sign-in in several tabs."""

from __future__ import annotations

from pathlib import Path
from time import sleep

from playwright.sync_api import expect

from tests.api.harness.server_processes import Server, Spawner
from tests.web.conftest import SignIn
from tests.web.harness.account_dialogs import STORED_SESSION, account_button, dialog, open_sign_in
from tests.web.harness.axe import violations
from tests.web.harness.visitors import Visitors

NEWEST_TABLES = "{ games(filter: JOINABLE, order: NEWEST, first: 20) { edges { node { id } } } }"


def test_guest_signs_in_with_a_name(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.goto(site)
    form = open_sign_in(page)
    expect(form.get_by_label("Your name")).to_be_focused()
    assert violations(page) == []
    page.keyboard.type("Gustav")
    page.keyboard.press("Enter")
    expect(form).to_have_count(0)
    expect(account_button(page)).to_contain_text("Gustav")
    page.reload()
    expect(account_button(page)).to_contain_text("Gustav")


def test_refused_name_is_reported_at_its_field(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.goto(site)
    form = open_sign_in(page)
    form.get_by_label("Your name").fill("x" * 41)
    form.get_by_role("button", name="Sign in as a guest").click()
    expect(form.get_by_role("alert")).to_contain_text("1 to 40 printable characters")
    name = form.get_by_label("Your name")
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_accessible_description(
        "Other players see this name. There is no password. " + form.get_by_role("alert").inner_text()
    )
    assert violations(page) == []
    assert page.evaluate(STORED_SESSION) is None
    page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    expect(page.get_by_role("banner").get_by_role("button", name="Sign in")).to_be_focused()


def test_sign_in_form_says_that_guests_are_not_admitted(
    spawner: Spawner, tmp_path: Path, visitors: Visitors
) -> None:
    server = Server(spawner, tmp_path)
    server.start(KIBITZ_GUESTS="false")
    try:
        page = visitors.context().new_page()
        page.goto(server.url.removesuffix("/graphql"))
        form = open_sign_in(page)
        form.get_by_label("Your name").fill("Gustav")
        form.get_by_role("button", name="Sign in as a guest").click()
        expect(form.get_by_role("alert")).to_contain_text("operator")
        assert page.evaluate(STORED_SESSION) is None
    finally:
        server.end()


def test_token_is_checked_before_it_is_stored(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann with a token")
    page = visitors.context().new_page()
    page.goto(ann.site)
    form = open_sign_in(page)
    form.get_by_text("I have a token").click()
    enter = form.get_by_role("button", name="Sign in with the token")
    wrong = {
        "": "Paste a token first",
        "no token at all": "not a token",
        ann.token[:-3]: "does not accept this token",
    }
    for text, why in wrong.items():
        form.get_by_label("Token", exact=True).fill(text)
        enter.click()
        expect(form.get_by_role("alert")).to_contain_text(why)
    assert violations(page) == []
    assert page.evaluate(STORED_SESSION) is None
    form.get_by_label("Token", exact=True).fill(f"  Bearer {ann.token}\n")
    enter.click()
    expect(account_button(page)).to_contain_text("Ann with a token")
    assert page.evaluate(STORED_SESSION)["player"]["id"] == ann.player


def test_expired_sign_in_is_renewed_in_place(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    game = ann.create("president")
    # An expired session loads the list once; it must hold the game by then.
    while not any(each["node"]["id"] == game for each in ann.ask(NEWEST_TABLES)["games"]["edges"]):
        sleep(0.02)
    stranger = ann.in_another_browser(visitors, token="a.b.c")
    page = stranger.open("/?variant=president")
    banner = page.get_by_role("alert").filter(has_text="has expired")
    expect(banner).to_contain_text("Your sign-in as Ann has expired")
    # A spectator sees the open tables.
    row = page.get_by_role("button", name="Join President of Ann").first
    expect(row).to_be_visible()
    assert violations(page) == []
    banner.get_by_role("button", name="Sign in again").click()
    expect(dialog(page)).to_contain_text("you become a new player")
    dialog(page).get_by_label("Token", exact=True).fill(ann.token)
    dialog(page).get_by_role("button", name="Sign in with the token").click()
    expect(banner).to_have_count(0)
    expect(
        page.get_by_role("region", name="Your games").locator(f'a[href="/games/{game}"]').first
    ).to_be_visible()
    assert page.url.endswith("/?variant=president")


def test_expired_sign_in_can_be_dropped_to_watch(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    stranger = ann.in_another_browser(visitors, token="a.b.c")
    page = stranger.open("/")
    page.get_by_role("button", name="Just watch").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("banner").get_by_role("button", name="Sign in")).to_be_visible()
    # The list is live again.
    game = ann.create("oh-hell")
    expect(page.locator(f'a[href="/games/{game}"]')).to_be_visible()


def test_join_continues_after_the_sign_in(signed_in: SignIn, visitors: Visitors) -> None:
    game = signed_in("Hostess").create("president")
    page = visitors.context().new_page()
    page.goto(signed_in("Site").site)
    page.locator("li", has=page.locator(f'a[href="/games/{game}"]')).get_by_role(
        "button", name="Join"
    ).click()
    expect(dialog(page)).to_contain_text("To take a seat, you need a name.")
    dialog(page).get_by_label("Your name").fill("Comer")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/games/{game}")
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Comer")


def test_closing_the_sign_in_dialog_returns_to_the_page(signed_in: SignIn, visitors: Visitors) -> None:
    game = signed_in("Hostess").create("president")
    page = visitors.context().new_page()
    page.goto(signed_in("Site").site)
    join = page.locator("li", has=page.locator(f'a[href="/games/{game}"]')).get_by_role("button", name="Join")
    join.click()
    dialog(page).get_by_role("button", name="Close").click()
    expect(join).to_be_focused()
    expect(join).to_have_attribute("aria-busy", "false")


def test_sign_in_and_sign_out_reach_other_tabs(site: str, visitors: Visitors) -> None:
    context = visitors.context()
    one, other = context.new_page(), context.new_page()
    one.goto(site)
    other.goto(site)
    form = open_sign_in(one)
    open_sign_in(other)
    form.get_by_label("Your name").fill("Twice")
    one.keyboard.press("Enter")
    expect(account_button(other)).to_contain_text("Twice")
    expect(dialog(other)).to_have_count(0)
    account_button(other).click()
    dialog(other).get_by_role("button", name="Sign out…").click()
    dialog(other).get_by_role("button", name="Sign out", exact=True).click()
    expect(one.get_by_role("banner").get_by_role("button", name="Sign in")).to_be_visible()
