"""The account dialog: device codes, sessions, links, sign-out, renewal, renaming and erasure."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.api.harness.identity_provider import AUDIENCE, ISSUER, claims, public, signed
from tests.api.harness.server_processes import Server, Spawner
from tests.web.conftest import SignIn
from tests.web.harness.account_dialogs import (
    STORED_SESSION,
    account_button,
    dialog,
    open_step,
    sign_in_with_code,
)
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW
from tests.web.harness.table_player import press_button, wait_for_turn, wait_until
from tests.web.harness.visitors import Person, Visitors

CREATE_CODE = "mutation { createDeviceCode { ... on CreateDeviceCodeAccepted { deviceCode } } }"


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
    page.wait_for_function("code => getSelection().toString() === code", arg=code)
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
    expect(step).to_contain_text("You are not signed in anywhere else.")
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
    expect(dialog(page).get_by_text("Your name is Anna Amalia now")).to_be_visible()
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
    dialog(page).get_by_role("button", name="Cancel").click()
    assert ann.ask("{ me { player { erased } } }") == {"me": {"player": {"erased": False}}}
    dialog(page).get_by_role("button", name="Erase me").click()
    dialog(page).get_by_role("button", name="Erase me for good").click()
    expect(page.get_by_role("banner").get_by_role("button", name="Sign in")).to_be_visible()
    assert page.evaluate(STORED_SESSION) is None
    # The erased player was alone at the table, so the table closes.
    state = "query ($game: ID!) { game(id: $game) { stage seats { index } } }"
    gone = {"game": {"stage": "CLOSED", "seats": []}}
    wait_until(page, lambda: bert.ask(state, game=game) == gone)
