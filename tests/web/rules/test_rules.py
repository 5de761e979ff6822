"""The rules of each game in the browser: the text with its cards, its contents, and the links to it."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from domain.rules import variants
from tests.domain.rules_texts.document import cards_in, text_of
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.screens import DESKTOP, NARROW, SCHEMES, fits_viewport
from tests.web.harness.table_player import open_menu
from tests.web.harness.visitors import Visitors

VARIANTS: Final = [name for name in variants() if text_of(name)]
LINK: Final = """mutation ($game: ID!) {
    createInvitationLink(input: {game: $game}) {
        ... on CreateInvitationLinkAccepted { invitationLink { token } }
    }
}"""


def article(page: Page, variant: str) -> None:
    """Wait for the rules of a game."""
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Rules of {variants()[variant].title}")
    page.get_by_role("article").wait_for()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_are_readable_without_signing_in(
    variant: str, scheme: str, site: str, visitors: Visitors
) -> None:
    page = visitors.context(viewport=NARROW, color_scheme=scheme).new_page()
    page.goto(f"{site}/rules/{variant}")
    article(page, variant)
    text = text_of(variant) or ""
    rules = page.get_by_role("article")
    assert rules.locator("[data-card]").evaluate_all("all => all.map((card) => card.dataset.card)") == [
        str(card) for card in cards_in(text)
    ]
    headings = re.findall(r"^## (.*)$", text, flags=re.MULTILINE)
    assert rules.get_by_role("heading", level=2).all_inner_texts() == headings
    assert rules.locator("li:not(.rules-cards li)").count() == len(
        re.findall(r"^(?:-|\d\.) ", text, re.MULTILINE)
    )
    assert rules.locator("tbody tr, thead tr").count() == len(re.findall(r"^\| ", text, re.MULTILINE))
    assert not re.search(r"\*\*|\[|\||^#", rules.inner_text(), re.MULTILINE)
    for size in NARROW, DESKTOP:
        page.set_viewport_size(size)
        assert violations(page) == []
        assert fits_viewport(page)


@pytest.mark.parametrize("variant", VARIANTS)
def test_tables_fit_the_narrowest_phone(variant: str, site: str, visitors: Visitors) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(f"{site}/rules/{variant}")
    article(page, variant)
    too_wide = "all => all.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.ariaLabel)"
    assert page.locator(".rules .scrolls").evaluate_all(too_wide) == []


def test_contents_and_addresses_lead_to_a_section(site: str, visitors: Visitors) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(f"{site}/rules/president")
    scoring = page.get_by_role("heading", name="How it ends")
    expect(scoring).not_to_be_in_viewport()
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="How it ends").click()
    expect(scoring).to_be_in_viewport()
    linked = visitors.context(viewport=NARROW).new_page()
    linked.goto(page.url)
    expect(linked.get_by_role("heading", name="How it ends")).to_be_in_viewport()


def test_list_of_games_leads_to_each(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.goto(site)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=2)).to_have_text([rules.title for rules in variants().values()])
    expect(page.locator("main")).to_contain_text(
        "Say how many tricks you will win, and then win exactly that many."
    )
    assert violations(page) == []
    page.get_by_role("link", name="Oh Hell").click()
    article(page, "oh-hell")
    page.get_by_role("link", name="See open tables").click()
    page.get_by_role("main").get_by_role("link", name="Rules", exact=True).click()
    article(page, "oh-hell")
    page.get_by_role("link", name="Set up a table").click()
    expect(page.get_by_role("radio", name="Oh Hell")).to_be_checked()


def test_set_up_leads_to_the_rules_and_stays_as_it_is(signed_in: SignIn) -> None:
    page = signed_in("Ann").open("/new")
    page.get_by_text("President", exact=True).click()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Rules of President").click()
    article(opened.value, "president")
    expect(page.get_by_role("radio", name="President")).to_be_checked()


def test_invitation_leads_to_the_rules(signed_in: SignIn, site: str, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    created = ann.ask(LINK, game=ann.create("oh-hell", access="PRIVATE"))["createInvitationLink"]
    page = visitors.context().new_page()
    page.goto(f"{site}/join/{created['invitationLink']['token']}")
    page.get_by_role("link", name="Rules of Oh Hell").click()
    article(page, "oh-hell")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann invites you to play Oh Hell")


@pytest.mark.parametrize("machines", [0, 1], ids=["waiting", "running"])
def test_table_leads_to_the_rules_and_stays_open(machines: int, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    page = ann.open(f"/games/{ann.create('hundred-and-ten', machines=machines)}")
    if machines:
        open_menu(page)
    with page.expect_popup() as opened:
        page.locator(".table-head").get_by_role("link", name="Rules").click()
    article(opened.value, "hundred-and-ten")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hundred and Ten")


def test_unknown_game_leads_to_the_list(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/rules/whist")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such game")
    page.get_by_role("link", name="See the rules of all games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")


def test_markup_outside_the_format_stays_text(page: Page) -> None:
    text = "# T\n\nA <b>tag</b>, [link](/x), [5X] and `code`.\n"
    text += "## S\n- one\n  more\n- **two** [TS]\n\n[5H] [??]\n"
    found = evaluate_in_module(page, "rules/rules-document.js", "module.parseRules(given)", text)
    assert found == [
        {"kind": "heading", "level": 1, "text": "T", "id": "t"},
        {"kind": "paragraph", "text": "A <b>tag</b>, [link](/x), [5X] and `code`."},
        {"kind": "heading", "level": 2, "text": "S", "id": "s"},
        {"kind": "list", "isOrdered": False, "items": ["one more", "**two** [TS]"]},
        {"kind": "cards", "cards": ["5H", "??"]},
    ]
    spans = "[given[1].text, given[3].items[1]].map(module.parseSpans)"
    plain, marked = evaluate_in_module(page, "rules/rules-document.js", spans, found)
    assert plain == [{"kind": "text", "text": found[1]["text"]}]
    assert marked == [
        {"kind": "bold", "text": "two"}, {"kind": "text", "text": " "}, {"kind": "card", "text": "TS"}
    ]  # fmt: skip
