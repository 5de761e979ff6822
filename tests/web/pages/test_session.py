"""Sign-in as a guest or with a token, expiry, sign-out, renaming and erasure."""

from __future__ import annotations

import json
import re
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.api.harness.identity_provider import AUDIENCE, ISSUER, claims, public, signed
from tests.api.harness.server_processes import Server, Spawner
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW
from tests.web.harness.table_player import press_button, wait_for_turn, wait_until
from tests.web.harness.visitors import Person, Visitors

STORED_SESSION = "JSON.parse(localStorage.getItem('kibitz.session') ?? 'null')"


def dialog(page: Page) -> Locator:
    """Return the open dialog."""
    return page.get_by_role("dialog")


def account_button(page: Page) -> Locator:
    """Return the account button, which shows the player's name."""
    return page.get_by_role("button", name="Your account")


def open_sign_in(page: Page) -> Locator:
    """Press the sign-in button, and return the dialog."""
    page.get_by_role("banner").get_by_role("button", name="Sign in").click()
    return dialog(page)


CREATE_CODE = "mutation { createDeviceCode { ... on CreateDeviceCodeAccepted { deviceCode } } }"
NEWEST_TABLES = "{ games(filter: LOBBY, order: NEWEST, first: 20) { edges { node { id } } } }"


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
        "What others at the table see. There is no password. " + form.get_by_role("alert").inner_text()
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
        ann.token[:-3]: "does not take this token",
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
    expect(dialog(page)).to_contain_text("is somebody new")
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
    page.get_by_role("button", name="Just look on").click()
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


def open_step(page: Page, step: str) -> Locator:
    """Open a step of the account dialog, and return the dialog."""
    account_button(page).click()
    dialog(page).get_by_role("button", name=step).click()
    return dialog(page)


def sign_in_with_code(page: Page, code: str) -> Locator:
    """Enter a code in the sign-in dialog, and return the dialog."""
    form = open_sign_in(page) if not dialog(page).count() else dialog(page)
    if not form.get_by_label("Code", exact=True).is_visible():
        form.get_by_text("I am signed in on another device").click()
    form.get_by_label("Code", exact=True).fill(code)
    form.get_by_role("button", name="Sign in with the code").click()
    return form


def test_code_signs_in_on_another_device(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    # Browsers deny the clipboard to pages served over plain HTTP.
    ann.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page = ann.open("/")
    step = open_step(page, "Use on another device")
    step.get_by_role("button", name="Show a code").click()
    code = step.locator(".device-code").inner_text()
    expect(step.get_by_role("timer")).to_have_text(re.compile(r"Valid for \d\d s"))
    assert violations(page) == []
    step.get_by_role("button", name="Copy the code").click()
    expect(step.get_by_label("Copy this")).to_have_value(code)
    assert page.evaluate("getSelection().toString()") == code
    phone = visitors.context(viewport=NARROW).new_page()
    phone.goto(ann.site)
    wrong = sign_in_with_code(phone, "BBBBB-BBBBB")
    expect(wrong.get_by_role("alert")).to_be_visible()
    assert violations(phone) == []
    sign_in_with_code(phone, code.lower())
    expect(account_button(phone)).to_contain_text("Ann")
    assert phone.evaluate(STORED_SESSION)["player"]["id"] == ann.player
    assert phone.evaluate(STORED_SESSION)["token"] != ann.token


def test_expired_code_is_replaced_by_a_new_one(signed_in: SignIn) -> None:
    page = signed_in("Ann").open("/")
    page.clock.install()
    step = open_step(page, "Use on another device")
    step.get_by_role("button", name="Show a code").click()
    first = step.locator(".device-code").inner_text()
    expect(step.get_by_role("timer")).to_have_text(re.compile(r"Valid for 5\d s"))
    page.clock.fast_forward(61_000)
    expect(step).to_contain_text("The code has expired.")
    expect(step.locator(".device-code")).to_have_count(0)
    step.get_by_role("button", name="Show a new code").click()
    expect(step.locator(".device-code")).not_to_have_text(first)


def test_session_on_another_device_is_ended(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    code = ann.ask(CREATE_CODE)["createDeviceCode"]["deviceCode"]
    phone = visitors.context().new_page()
    phone.goto(ann.site)
    sign_in_with_code(phone, code)
    expect(account_button(phone)).to_contain_text("Ann")
    page = ann.open("/")
    step = open_step(page, "Where you are signed in")
    lines = step.get_by_role("listitem")
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text("This device")
    expect(lines.nth(1)).to_contain_text(re.compile("(Chrome|Browser) on Linux"))
    assert violations(page) == []
    lines.nth(1).get_by_role("button", name="Sign out").click()
    expect(lines).to_have_count(1)
    expect(phone.get_by_role("alert").filter(has_text="has expired")).to_be_visible()
    expect(account_button(page)).to_contain_text("Ann")


def test_guest_is_linked_to_an_account(spawner: Spawner, tmp_path: Path, visitors: Visitors) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"keys": [public("RS256", "first")]}))
    server = Server(spawner, tmp_path)
    server.start(KIBITZ_JWKS=str(keys), KIBITZ_ISSUER=ISSUER, KIBITZ_AUDIENCE=AUDIENCE)
    try:
        ann = Person.sign_in(server.url.removesuffix("/graphql"), "Ann", visitors)
        page = ann.open("/")
        step = open_step(page, "Link an account")
        field = step.get_by_label("Token of the account")
        field.fill("a.b.c")
        step.get_by_role("button", name="Link the account").click()
        expect(step.get_by_role("alert")).to_be_visible()
        assert violations(page) == []
        token = signed(claims("ann"))
        field.fill(token)
        step.get_by_role("button", name="Link the account").click()
        expect(dialog(page)).to_have_count(0)
        expect(account_button(page)).to_contain_text("Ann")
        stored = page.evaluate(STORED_SESSION)
        assert (stored["token"], stored["player"]["id"]) == (token, ann.player)
        # A linked player has nothing to link.
        account_button(page).click()
        expect(dialog(page).get_by_role("button", name="Sign out…")).to_be_visible()
        expect(dialog(page).get_by_role("button", name="Link an account")).to_have_count(0)
    finally:
        server.end()


def test_sign_out_ends_the_session_on_the_server(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    page = ann.open("/")
    step = open_step(page, "Sign out…")
    expect(step).to_contain_text("You are signed in nowhere else.")
    assert violations(page) == []
    step.get_by_role("button", name="Stay signed in").click()
    dialog(page).get_by_role("button", name="Sign out…").click()
    step.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("banner").get_by_role("button", name="Sign in")).to_be_visible()
    assert page.evaluate(STORED_SESSION) is None
    with pytest.raises(AssertionError, match="UNAUTHENTICATED"):
        ann.ask("{ session { expiresAt } }")


def test_token_is_renewed_when_it_is_due(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("hundred-and-ten", machines=3)
    page = ann.open(f"/games/{game}")
    turn = wait_for_turn(page)
    # The expiry is known once the page has checked its session.
    wait_until(page, lambda: page.evaluate(STORED_SESSION).get("renewAt"))
    page.evaluate(f"localStorage['kibitz.session'] = JSON.stringify({{ ...{STORED_SESSION}, renewAt: 1 }})")
    page.reload()
    wait_until(page, lambda: page.evaluate(STORED_SESSION)["token"] != ann.token)
    renewed = page.evaluate(STORED_SESSION)
    assert (renewed["player"]["id"], renewed["renewAt"] > 1e12) == (ann.player, True)
    press_button(page, wait_for_turn(page).buttons[0])
    wait_for_turn(page, turn.version)


def test_player_can_be_renamed(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    page = ann.open("/")
    account_button(page).click()
    name = dialog(page).get_by_label("Your name")
    name.fill("")
    dialog(page).get_by_role("button", name="Rename").click()
    expect(dialog(page).get_by_role("alert")).to_contain_text("not a valid name")
    name.fill("Anna Amalia")
    name.press("Enter")
    expect(dialog(page).get_by_text("You are called Anna Amalia now")).to_be_visible()
    expect(account_button(page)).to_contain_text("Anna Amalia")
    assert ann.ask("{ me { player { name } } }") == {"me": {"player": {"name": "Anna Amalia"}}}


def test_page_shows_a_name_changed_elsewhere(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    ann.ask('mutation { rename(input: {name: "Anke"}) { __typename } }')
    expect(account_button(ann.open("/"))).to_contain_text("Anke")


def test_erasure_is_explained_and_then_carried_out(signed_in: SignIn) -> None:
    ann, bert = signed_in("Erasable"), signed_in("Bert")
    game = ann.create("president")
    page = ann.open("/leaderboards")
    account_button(page).click()
    dialog(page).get_by_role("button", name="Erase me").click()
    expect(dialog(page)).to_contain_text("This cannot be undone.")
    expect(dialog(page)).to_contain_text("You still have a seat at a table")
    assert violations(page) == []
    dialog(page).get_by_role("button", name="Keep me").click()
    assert ann.ask("{ me { player { erased } } }") == {"me": {"player": {"erased": False}}}
    dialog(page).get_by_role("button", name="Erase me").click()
    dialog(page).get_by_role("button", name="Erase me for good").click()
    expect(page.get_by_role("banner").get_by_role("button", name="Sign in")).to_be_visible()
    assert page.evaluate(STORED_SESSION) is None
    # The erased player was alone at the table, so the table closes.
    state = "query ($game: ID!) { game(id: $game) { stage seats { index } } }"
    gone = {"game": {"stage": "CLOSED", "seats": []}}
    wait_until(page, lambda: bert.ask(state, game=game) == gone)
