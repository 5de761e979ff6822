"""The options of a new table: numbers, the clock, refused values, and the options in words."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.visitors import Person

OPTIONS: Final = "query ($game: ID!) { game(id: $game) { options { name value } } }"
ALWAYS: Final = ["Clock"]
WITH_CLOCK: Final = [
    "Clock", "Seconds for each move", "When the time runs out", "Missed moves until the machine takes over"
]  # fmt: skip
WITH_BANK: Final = [
    "Clock", "Seconds for each move", "Seconds in the bank", "Seconds added to the bank",
    "When the time runs out", "Missed moves until the machine takes over",
]  # fmt: skip


GAME: Final = (
    "query($game: ID!) { game(id: $game) { access stage seats { machine } options { name value } } }"
)


def shown(page: Page) -> dict[str, Any]:
    """Return the selected options of the form."""
    labels_and_values = "all => all.map((each) => [each.labels[0].textContent, each.value])"
    return dict(page.locator("fieldset .field :is(select, input)").evaluate_all(labels_and_values))


def time_fields(page: Page) -> Locator:
    """Return the labels of the fields about the clock."""
    return page.get_by_role("group", name="Time for moves").locator("label")


def create(page: Page) -> None:
    page.get_by_role("button", name="Set up the table").click()


def options_of(person: Person, page: Page) -> dict[str, str]:
    page.wait_for_url("**/games/*")
    found = person.ask(OPTIONS, game=page.url.rsplit("/", 1)[1])["game"]["options"]
    return {each["name"]: each["value"] for each in found}


def test_clock_is_set_with_the_fields_that_have_an_effect(signed_in: SignIn) -> None:
    ann = signed_in("Ann", viewport=NARROW)
    page = ann.open("/new?variant=president")
    page.get_by_text("Advanced").click()
    clock = page.get_by_label("Clock", exact=True)
    expect(time_fields(page)).to_have_text(ALWAYS)
    clock.select_option("per_move")
    expect(time_fields(page)).to_have_text(WITH_CLOCK)
    clock.select_option("bank")
    expect(time_fields(page)).to_have_text(WITH_BANK)
    page.get_by_label("Seconds for each move").fill("3600")
    page.get_by_label("Seconds in the bank").fill("86400")
    page.get_by_label("Minutes until an empty table is closed").fill("0")
    page.get_by_label("When the time runs out").select_option("seat_resigns")
    expect(page.get_by_label("Missed moves until the machine takes over")).to_have_count(0)
    assert violations(page) == []
    assert fits_viewport(page)
    create(page)
    chosen = options_of(ann, page)
    assert {name: chosen[name] for name in ("clock", "move_seconds", "bank_seconds", "lobby_minutes")} == {
        "clock": "bank", "move_seconds": "3600", "bank_seconds": "86400", "lobby_minutes": "0"
    }  # fmt: skip
    expect(page.locator(".settings")).to_contain_text(
        "60 min for each move, then a bank of 24 h to which each move adds 5 s; "
        "a player whose time runs out resigns"
    )
    assert violations(page) == []


@pytest.mark.parametrize("value", ["5", "604801", "", "1.5"])
def test_refused_number_is_explained_at_its_field(signed_in: SignIn, value: str) -> None:
    ann = signed_in("Ann")
    page = ann.open("/new?variant=president")
    page.get_by_text("Advanced").click()
    page.get_by_label("Clock", exact=True).select_option("per_move")
    field = page.get_by_label("Seconds for each move")
    field.fill(value)
    create(page)
    expect(page.get_by_role("alert")).to_have_text("It takes a number from 10 to 604800.")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(
        "From 10 seconds to 604,800, which is a week. It takes a number from 10 to 604800."
    )
    assert violations(page) == []
    # A value without an effect is not sent.
    page.get_by_label("Clock", exact=True).select_option("none")
    create(page)
    assert options_of(ann, page)["move_seconds"] == "60"


def test_clock_is_described_in_words(page: Page) -> None:
    usual = {
        "clock": "per_move", "move_seconds": "60", "bank_seconds": "120", "increment_seconds": "5",
        "on_timeout": "machine_moves", "timeouts_in_a_row": "3",
    }  # fmt: skip
    texts: dict[str, dict[str, Any]] = {
        "No clock": {"clock": "none"},
        "60 s for each move; the machine moves when the time runs out, and takes over after "
        "4 missed moves in a row": {
            "timeouts_in_a_row": "4"
        },
        "90 s for each move; the machine takes over when the time runs out": {
            "move_seconds": "90", "timeouts_in_a_row": "1"
        },
        "7 d for each move; a player whose time runs out resigns": {
            "move_seconds": "604800", "on_timeout": "seat_resigns"
        },
    }  # fmt: skip
    given = [{**usual, **changed} for changed in texts.values()]
    said = evaluate_in_module(page, "text/option-text.js", "given.map(module.clockText)", given)
    assert said == list(texts)
    # A game from before there were clocks.
    old = [{"name": "reveal", "value": "at_end"}]
    shown = evaluate_in_module(page, "text/option-text.js", "module.settingTexts(given)", old)
    assert shown == [{"name": "reveal", "label": "Reveal", "text": "At end"}]


@pytest.mark.parametrize(
    ("variant", "title", "option", "value"),
    [
        ("hundred-and-ten", "Hundred and Ten", "discards", "left_of_dealer"),
        ("oh-hell", "Oh Hell", "first_dealer", "1"),
        ("president", "President", "clear_after", "all_others"),
    ],
)
def test_table_is_created_with_the_chosen_option(
    signed_in: SignIn, variant: str, title: str, option: str, value: str
) -> None:
    ann = signed_in("Ann", viewport=NARROW)
    page = ann.open("/new")
    page.get_by_role("radio", name=title).check()
    page.get_by_text("Advanced").click()
    field = page.get_by_label(option.capitalize().replace("_", " "), exact=True)
    expect(field).to_have_accessible_description(re.compile(r"\w.*\."))
    field.select_option(value)
    page.get_by_role("radio", name="Private").check()
    chosen = shown(page)
    assert violations(page) == []
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_url("**/games/*")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    game = ann.ask(GAME, game=page.url.rsplit("/", 1)[1])["game"]
    assert game["access"] == "PRIVATE"
    assert game["stage"] == "WAITING_FOR_PLAYERS"
    options = {each["name"]: each["value"] for each in game["options"]}
    assert options[option] == value
    assert set(chosen.values()) <= set(options.values())


def test_new_table_preselects_the_variant_of_the_lobby(signed_in: SignIn) -> None:
    page = signed_in("Ann").open("/?variant=president")
    page.get_by_role("link", name="New table").click()
    expect(page.get_by_role("radio", name="President")).to_be_checked()
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_url("**/games/*")
    # Back leads to the lobby, not to the form of a table that exists.
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
