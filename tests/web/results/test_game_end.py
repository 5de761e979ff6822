"""The end of a game: the podium with all places, what follows, and that it can be closed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import scheme_violations, screen_violations
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.visitors import Person, Visitors
from tests.web.results.screens import SIZES, cut_parts

RESULT = """query ($game: ID!) { game(id: $game) { result { ranking } seats { score } } }"""


@pytest.mark.parametrize(("variant", "machines"), [("president", 7), ("hundred-and-ten", 1), ("oh-hell", 3)])
def test_podium_shows_all_places_on_every_screen(
    signed_in: SignIn, visitors: Visitors, variant: str, machines: int
) -> None:
    ann = signed_in("Ann")
    game = _finished_game(ann, variant, machines)
    found = ann.ask(RESULT, game=game)["game"]
    places = _places(found)
    assert len(places) == machines + 1
    for size in SIZES:
        page = ann.in_another_browser(visitors, viewport=size).open(f"/games/{game}")
        podium = page.get_by_role("region", name="Result")
        podium.locator(".podium").wait_for()
        shown = [
            (int(each.get_attribute("data-place") or 0), int(each.get_attribute("data-result") or 0))
            for each in podium.get_by_role("listitem").all()
        ]
        assert shown == places
        expect(podium.locator("[data-result='0'] .podium-name")).to_have_text("You")
        expect(podium).to_contain_text(re.compile(r"Your rating with machines: \d\d\.\d \([+−±]\d\.\d\)"))
        unit = "places" if variant == "president" else "points"
        expect(podium).to_contain_text(
            re.compile(rf"Luck of the hands: [+−]?\d+\.\d+ {unit}\. Your play, and")
        )
        if variant == "president":
            expect(podium.locator("[data-place='1']")).to_contain_text("President")
            expect(podium.locator("[data-place='2']")).to_contain_text("Vice President")
            expect(podium.locator("[data-place='8']")).to_contain_text("Scum")
        rematch = page.get_by_role("button", name="Rematch", exact=True)
        expect(rematch).to_be_visible()
        if variant != "president":
            scores = sorted((seat["score"] for seat in found["seats"]), reverse=True)
            assert [
                int(each) for each in podium.locator(".podium-score [aria-hidden]").all_inner_texts()
            ] == scores
        assert cut_parts(page, ".table-end") == []
        assert scheme_violations(page) == []
        page.close()


def test_play_of_a_machine_at_your_seat_is_not_shown_as_yours(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=2)
    ann.command("automateSeat", game=game)
    page = ann.context.new_page()
    with page.expect_response(lambda answer: "/graphql" in answer.url and '"luck":[' in answer.text()):
        page.goto(f"{ann.site}/games/{game}")
    podium = page.get_by_role("region", name="Result")
    expect(podium).to_contain_text("Your rating with machines")
    expect(podium).not_to_contain_text("Luck of the hands")


def test_end_can_be_closed_and_opened_again(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    page = ann.open(f"/games/{_finished_game(ann, 'president', 2)}")
    actions = page.locator(".table-end-next")
    expect(actions.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
    # The rematch is the first thing to choose.
    assert actions.locator("button, a").first.inner_text() == "Rematch"
    page.get_by_role("button", name="Close and look at the table").click()
    expect(page.get_by_role("region", name="Result")).to_have_count(0)
    expect(page.locator(".seats .seat")).to_have_count(3)
    assert screen_violations(page) == []
    reopen = page.get_by_role("button", name="Show the result")
    expect(reopen).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Result")).to_be_visible()


def test_tied_players_share_a_place(site: str, signed_in: SignIn) -> None:
    page = signed_in("Ann").open("/")
    seats = [
        {"index": index, "score": score, "machine": False, "player": {"id": f"p{index}"}}
        for index, score in enumerate([9, 7, 9, 7, 3])
    ]
    result = {"ranking": [[0, 2], [1, 3], [4]], "reason": "ROUNDS_PLAYED", "titles": []}
    game = {"access": "PRIVATE", "seats": seats, "result": result}
    shown: Any = evaluate_in_module(
        page,
        "results/podium.js",
        """await (async () => {
            const { render, h } = await import('preact');
            const box = document.createElement('div');
            render(h(module.Podium, { game: given, names: { you: 0, seat: (seat) => `P${seat}` } }), box);
            const places = [...box.querySelectorAll('li')].map((each) => [
                each.dataset.place, each.querySelector('.podium-name').textContent]);
            return [box.querySelector('h2').textContent, places];
        })()""",
        game,
    )
    assert shown == ["P0 and P2 win", [["1", "P0"], ["1", "P2"], ["3", "P1"], ["3", "P3"], ["5", "P4"]]]


def _finished_game(ann: Person, variant: str, machines: int) -> str:
    game = ann.create(variant, machines=machines)
    ann.play(game, 3_000)
    return game


def _places(found: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the places with their seats."""
    places: list[tuple[int, int]] = []
    for seats in found["result"]["ranking"]:
        place = len(places) + 1
        places += [(place, seat) for seat in seats]
    return places
