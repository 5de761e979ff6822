"""Seeds that the pages add to the deals by themselves, from the waiting room to the start of the game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.api.harness.server_processes import Server, Spawner
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.seeds import count_of, seats, start_delay, stored_keys
from tests.web.harness.table_player import make_move, open_panel, wait_for_turn, wait_until
from tests.web.harness.visitors import Person, Visitors

WARNING: Final = ".seed-warning[role=alert]"
BLOCKED_STORAGE: Final = """
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
        if (key.startsWith('kibitz.seed')) throw new DOMException('blocked', 'QuotaExceededError');
        setItem.call(this, key, value);
    };
"""


# The wait may be over before a second call.
WAITING: Final = """() => {
    const room = document.querySelector('.waiting-room');
    if (!room?.innerText.includes('The game waits')) return null;
    return { text: room.innerText.replace(/\\s+/g, ' '), buttons: room.querySelectorAll('button').length };
}"""


def wait_for_commitments(*people: Person, game: str, pages: list[Page]) -> None:
    """Wait until the seats of these people have commitments."""
    players = {each.player for each in people}

    def are_there() -> bool:
        committed = {each["player"]["id"] for each in seats(people[0], game) if each["seedCommitment"]}
        return players <= committed

    wait_until(pages[0], are_there)


def start(page: Page, machines: str = "None") -> None:
    """Start a game, with machine players in some of the free seats if there are any."""
    if (choice := page.get_by_label("Machine players")).count():
        choice.select_option(machines)
    page.get_by_role("button", name="Start the game").click()


def test_game_of_two_pages_starts_with_the_seeds_of_both(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert", reduced_motion="no-preference")
    game = ann.create("hundred-and-ten")
    page, other = ann.open(f"/games/{game}"), bert.open(f"/games/{game}")
    other.get_by_role("button", name="Take a seat").click()
    wait_for_commitments(ann, bert, game=game, pages=[page])
    start(page)
    for each in (page, other):
        expect(each.locator(".board")).to_be_visible()
        expect(each.get_by_role("region", name="Log")).to_contain_text(
            "Bert adds" if each is page else "You add"
        )
        expect(each.locator(WARNING)).to_have_count(0)
    assert all(each["seed"] for each in seats(ann, game))
    assert start_delay(ann, game) < 1
    ann.command("automateSeat", game=game)
    bert.command("automateSeat", game=game)
    # The seed is kept, so that the finished game can be checked.
    for each in (page, other):
        own = json.loads(each.evaluate("key => localStorage[key]", stored_keys(each, game)[0]))["seed"]
        open_panel(each, "Fair deals")
        each.get_by_role("button", name="Check the game").click()
        expect(each.get_by_text("✓ Your seed was used.")).to_be_visible()
        expect(each.get_by_text("✓ The deals are correct.")).to_be_visible()
        player = (ann if each is page else bert).player
        expect(each.locator(".own-seed")).to_have_text(f"Your seed: {own} · Your player id: {player}")


def test_four_pages_play(signed_in: SignIn) -> None:
    people = [signed_in(name) for name in ("Ann", "Bert", "Cleo", "Dora")]
    game = people[0].create("oh-hell")
    for each in people[1:]:
        each.command("joinGame", game=game)
    pages = [each.open(f"/games/{game}") for each in people]
    wait_for_commitments(*people, game=game, pages=pages)
    start(pages[0])
    for page in pages:
        wait_for_turn(page)
        make_move(page, page.locator(".mine-moves .bid").first)
    expect(pages[0].get_by_role("region", name="Log")).to_contain_text("The bids are revealed")
    assert all(each["seed"] for each in seats(people[0], game))
    assert start_delay(people[0], game) < 1


def test_closed_page_delays_the_start_to_the_deadline(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert", viewport=NARROW, color_scheme="dark")
    game = ann.create("hundred-and-ten", access="PRIVATE")
    ann.command("invitePlayer", game=game, player=bert.player)
    bert.command("joinGame", game=game)
    page, other = ann.open(f"/games/{game}"), bert.open(f"/games/{game}")
    wait_for_commitments(ann, bert, game=game, pages=[page])
    other.close()
    start(page)
    waiting = page.wait_for_function(WAITING).json_value()
    assert re.search(
        r"The game waits for the seed of Bert\. (It starts in about 1 second|The game starts now)\.",
        waiting["text"],
    )
    assert waiting["buttons"] == 0, "nobody can join, leave or invite"
    expect(page.locator(".board")).to_be_visible()
    assert 1 <= start_delay(ann, game) <= 3
    assert [bool(each["seed"]) for each in seats(ann, game)] == [True, False]
    # Bert is told when he returns, until he closes the message.
    other = bert.open(f"/games/{game}")
    expect(other.locator(WARNING)).to_contain_text("The game started before the server had your seed.")
    expect(other.locator(WARNING)).to_contain_text(
        "Without it, you rely on the seeds of the other players. An interrupted connection can be the cause."
    )
    assert violations(other) == []
    assert fits_viewport(other)
    other.get_by_role("button", name="Go on playing").click()
    expect(other.locator(WARNING)).to_have_count(0)
    other.reload()
    expect(other.locator(".board")).to_be_visible()
    expect(other.locator(WARNING)).to_have_count(0)
    for each in (page, other):
        open_panel(each, "Fair deals")
        each.get_by_role("button", name="Check the game").click()
    expect(
        page.get_by_text(
            "If Bert and the server worked together, they had two possible deals to choose from."
        )
    ).to_be_visible()
    expect(page.get_by_text("✓ Your seed was used.")).to_be_visible()
    expect(page.get_by_text("1 shuffle, still sealed.")).to_be_visible()
    expect(other.get_by_text("✗ Your seed was not used: you did not reveal it.")).to_be_visible()
    expect(
        other.get_by_text("✓ Otherwise the deals are correct, as far as they can be checked now.")
    ).to_be_visible()
    expect(other.locator(".own-seed")).to_have_count(0)
    expect(other.get_by_text("do not share it before the game is over")).to_be_visible()
    assert violations(other) == []
    assert fits_viewport(other)


def test_page_with_a_fast_clock_starts_the_game_at_the_deadline(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    bert.command("commitSeed", game=game, commitment="0" * 64)
    page = ann.open(f"/games/{game}")
    wait_for_commitments(ann, game=game, pages=[page])
    start(page)
    expect(page.get_by_role("heading", name="The game is about to start")).to_be_visible()
    page.close()
    ann.context.add_init_script("const now = Date.now; Date.now = () => now() + 3_600_000;")
    page = ann.open(f"/games/{game}")
    expect(page.locator(".board")).to_be_visible()
    assert start_delay(ann, game) >= 1


@pytest.fixture
def patient_site(spawner: Spawner, tmp_path: Path) -> Iterator[str]:
    """Address of a server on which the wait for seeds outlasts a test."""
    server = Server(spawner, tmp_path)
    server.start(KIBITZ_SEED_SECONDS="120")
    yield server.url.removesuffix("/graphql")
    server.end()


def test_waiting_for_seeds_is_accessible(patient_site: str, visitors: Visitors) -> None:
    ann, bert = (Person.sign_in(patient_site, name, visitors) for name in ("Ann", "Bert"))
    cleo = Person.sign_in(patient_site, "Cleo", visitors, viewport=NARROW)
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    page, other = ann.open(f"/games/{game}"), cleo.open(f"/games/{game}")
    bert.command("commitSeed", game=game, commitment="0" * 64)
    wait_for_commitments(ann, game=game, pages=[page])
    start(page)
    expect(other.get_by_text("The game waits for the seed of Bert.")).to_be_visible()
    expect(other.get_by_role("list", name="Seats").get_by_role("listitem").nth(1)).to_contain_text(
        "Seed missing"
    )
    assert violations(other) == []
    assert fits_viewport(other)


def test_person_alone_with_machines_does_not_wait(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    page = ann.open("/new")
    page.get_by_role("button", name="Set up the table").click()
    page.get_by_role("button", name="Start the game").wait_for()
    game = page.url.rsplit("/", 1)[1]
    wait_for_commitments(ann, game=game, pages=[page])
    start(page, machines="3")
    expect(page.locator(".board")).to_be_visible()
    assert start_delay(ann, game) < 0.5
    assert [bool(each["seed"]) for each in seats(ann, game)] == [True, False, False, False]


def test_reloaded_page_and_second_tab_use_the_same_seed(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president")
    ann.command("fillSeats", game=game, count=3)
    pages = [ann.open(f"/games/{game}") for _ in range(2)]
    wait_for_commitments(ann, game=game, pages=pages)
    pages[0].reload()
    expect(pages[0].get_by_role("button", name="Start the game")).to_be_visible()
    pages[0].wait_for_load_state("networkidle")
    commitments = count_of(ann, game, "SeedCommitted")
    # If the other tab has stored its seed and this one committed last, the reloaded page commits again.
    assert commitments <= 3, "two new tabs can make a seed each"
    start(pages[1])
    for page in pages:
        expect(page.locator(".board")).to_be_visible()
        page.wait_for_load_state("networkidle")
        expect(page.locator(WARNING)).to_have_count(0)
    assert seats(ann, game)[0]["seed"]
    assert start_delay(ann, game) < 1


def test_page_without_storage_adds_a_seed(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    ann.context.add_init_script(BLOCKED_STORAGE)
    game = ann.create("president")
    ann.command("fillSeats", game=game, count=3)
    page = ann.open(f"/games/{game}")
    wait_for_commitments(ann, game=game, pages=[page])
    # The reloaded page does not have the first seed, and replaces it.
    page.reload()
    wait_until(page, lambda: count_of(ann, game, "SeedCommitted") == 2)
    start(page)
    expect(page.locator(".board")).to_be_visible()
    assert seats(ann, game)[0]["seed"]
    assert stored_keys(page, game) == []


def test_page_of_tables_reveals_a_seed(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    page, other = ann.open(f"/games/{game}"), bert.open(f"/games/{game}")
    wait_for_commitments(ann, bert, game=game, pages=[page])
    other.get_by_role("link", name="Tables", exact=True).click()
    expect(other.get_by_role("heading", name="Your games")).to_be_visible()
    other.wait_for_load_state("networkidle")
    start(page)
    expect(page.locator(".board")).to_be_visible()
    assert all(each["seed"] for each in seats(ann, game))


def test_player_who_joins_again_commits_again(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    page = bert.open(f"/games/{game}")
    for _ in range(2):
        page.get_by_role("button", name="Take a seat").click()
        wait_for_commitments(bert, game=game, pages=[page])
        bert.command("leaveGame", game=game)
    assert count_of(ann, game, "SeedCommitted") == 2
