"""The check of a game by its replay: verdicts, saved files, and answers that were tampered with."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Download, Locator, Page, Response, Route, expect

from application.records.canonical_json import canonical
from tests.npm.node import Node
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.replayed_games import events, finished_game, variants
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.visitors import Person

CLIENTS: Final = Path(__file__).parents[3] / "clients"
Records = list[dict[str, Any]]
Change = Callable[[Records], int]
"""Tampers with the records of a game, and returns the version at which the check must notice."""


def fair_deals(page: Page) -> Locator:
    return page.get_by_role("region", name="Fair deals")


def check(page: Page) -> Locator:
    """Press the button that checks the game, and return the panel."""
    deals = fair_deals(page)
    deals.get_by_role("button", name="Check the game").click()
    return deals


def verdicts(page: Page) -> Locator:
    """Return the cells with the verdict on each shuffle."""
    return page.locator("[data-verdict]")


def of_type(records: Records, kind: str) -> Records:
    return [each for each in records if each["event"]["type"] == kind]


@pytest.mark.parametrize("variant", variants("president"))
def test_every_shuffle_of_an_honest_game_verifies(variant: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann", viewport=NARROW)
    game = finished_game(ann, variant)
    shuffles = [each for each in events(ann, game) if each["__typename"] == "DeckRevealed"]
    page = ann.open(f"/games/{game}/replay")
    deals = check(page)
    expect(deals.get_by_text("✓ The deals are correct.")).to_be_visible()
    expect(deals).to_contain_text("No player added a seed.")
    expect(deals).to_contain_text("Each deck follows from the server’s part,")
    few = "1 shuffle" if len(shuffles) == 1 else f"{len(shuffles)} shuffles"
    expect(deals.locator(".deals-summary")).to_have_text(f"{few}: {len(shuffles)} correct.")
    deals.get_by_text("Each shuffle", exact=True).click()
    assert verdicts(page).all_inner_texts() == ["✓ Correct"] * len(shuffles)
    # The page shows the hashed text, whose digest is the commitment.
    first = deals.locator(".deals-details").first
    first.locator("summary").click()
    text = first.locator(".deals-text").inner_text()
    assert text == " ".join([*shuffles[0]["order"], shuffles[0]["salt"]])
    assert sha256(text.encode()).hexdigest() == first.locator("code").first.inner_text()
    assert first.locator("[data-card]").count() == len(shuffles[0]["order"])
    assert violations(page) == []
    assert fits_viewport(page)
    deals.get_by_role("button", name=f"Event {shuffles[0]['version']}", exact=True).click()
    expect(page.locator(".replay-position")).to_contain_text(f"Event {shuffles[0]['version']} of")


def test_running_game_is_checked_as_far_as_it_goes(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=3)
    page = ann.open(f"/games/{game}/replay")
    deals = check(page)
    expect(deals.get_by_text("✓ The deals are correct, as far as they can be checked now.")).to_be_visible()
    expect(deals.get_by_text("Not checked: the shuffles that are not revealed yet")).to_be_visible()
    expect(verdicts(page)).to_have_text(["Still sealed"])
    expect(deals.locator(".deals-summary")).to_have_text("1 shuffle, still sealed.")
    warning = deals.get_by_text("The file contains your hand: do not share it before the game is over.")
    expect(warning).to_be_visible()
    ann.command("automateSeat", game=game)
    expect(warning).to_have_count(0)
    deals.get_by_role("button", name="Check again").click()
    expect(deals.get_by_text("✓ The deals are correct.")).to_be_visible()


def test_records_are_requested_once_and_only_when_needed(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "president")
    page = ann.context.new_page()
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))

    def count_of_answers_with_records() -> int:
        answers = [each.text() for each in responses if each.url.endswith("/graphql")]
        assert answers
        return sum('"record"' in each for each in answers)

    page.goto(f"{ann.site}/games/{game}/replay")
    expect(fair_deals(page).get_by_role("button", name="Check the game")).to_be_visible()
    assert count_of_answers_with_records() == 0
    check(page)
    expect(page.get_by_text("✓ The deals are correct.")).to_be_visible()
    save(page)
    assert count_of_answers_with_records() == 1


@pytest.mark.parametrize("is_over", [True, False])
def test_saved_file_passes_both_verifiers(
    is_over: bool, signed_in: SignIn, node: Node, tmp_path: Path
) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "hundred-and-ten") if is_over else ann.create("oh-hell", machines=3)
    file = tmp_path / "game.jsonl"
    save(ann.open(f"/games/{game}/replay")).save_as(file)
    assert file.read_bytes().startswith(b'{"format":"kibitz/game/v1"}\n{"at":')
    for program in (node.program, "verify.mjs"), (sys.executable, "verify.py"):
        done = subprocess.run([program[0], CLIENTS / program[1], file], check=False, capture_output=True)
        assert (done.returncode, done.stderr) == (0 if is_over else 3, b""), done.stdout


def save(page: Page) -> Download:
    """Press the button that saves the game, and return the download."""
    with page.expect_download() as download:
        fair_deals(page).get_by_role("button", name="Save the game").click()
    assert download.value.suggested_filename.startswith("kibitz-")
    return download.value


def swapped_order(records: Records) -> int:
    revealed = of_type(records, "DeckRevealed")[0]
    order = revealed["event"]["order"]
    order[3], order[4] = order[4], order[3]
    return int(revealed["version"])


def changed_commitment(records: Records) -> int:
    shuffled = of_type(records, "DeckShuffled")[0]
    shuffled["event"]["commitment"] = "0" * 64
    return int(shuffled["version"])


def changed_link(records: Records) -> int:
    revealed = of_type(records, "DeckRevealed")[0]
    revealed["event"]["link"] = "0" * 64
    return int(revealed["version"])


def exchanged_cards(records: Records) -> int:
    one, other = of_type(records, "HandDealt")[:2]
    (one_cards, other_cards) = (each["open"]["cards"][1] for each in (one, other))
    one_cards[0], other_cards[0] = other_cards[0], one_cards[0]
    return int(one["version"])


@pytest.mark.parametrize("change", [swapped_order, changed_commitment, changed_link, exchanged_cards])
def test_tampering_is_detected(change: Change, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "president")
    page, versions = page_with_changed_records(ann, game, change)
    alert = check(page).get_by_role("alert")
    expect(alert).to_be_visible()
    [version] = versions
    expect(alert).to_contain_text(f"✗ Wrong at event {version}.")
    alert.get_by_role("button", name=f"Event {version}", exact=True).first.click()
    expect(page.locator(".replay-position")).to_contain_text(f"Event {version} of")
    expect(verdicts(page)).to_contain_text(["✗ Wrong"])


def page_with_changed_records(ann: Person, game: str, change: Change) -> tuple[Page, list[int]]:
    """Return a replay that receives changed records, and a list to which the version is added."""
    page = ann.context.new_page()
    versions: list[int] = []

    def alter(route: Route) -> None:
        response = route.fetch()
        answer = response.json()
        nodes = ((answer["data"].get("game") or {}).get("events") or {}).get("nodes") or []
        if nodes and "record" in nodes[0]:
            records = [json.loads(node["record"]) for node in nodes]
            versions.append(change(records))
            for node, record in zip(nodes, records, strict=True):
                node["record"] = canonical(record).decode()
        route.fulfill(response=response, body=json.dumps(answer))

    page.route("**/graphql", alter)
    page.goto(f"{ann.site}/games/{game}/replay")
    return page, versions
