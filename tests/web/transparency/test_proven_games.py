"""The pages keep heads of games, and say whether the signed log has a finished game as they were told it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from kibitz_client.transparency import head_of
from tests.api.harness.server_processes import Spawner
from tests.clients.transparency.changed_logs import ChangedServer
from tests.web.harness.axe import screen_violations
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.replayed_games import finished_game
from tests.web.transparency.pinned_pages import WaryVisitor

pytestmark = pytest.mark.timeout(180)

PROVEN = "✓ In the signed log, as the server showed it to you."
PROVEN_BEFORE = "The signed log has the game as the server showed it to this browser before."
OTHER_TIME = "UPDATE events SET at = at + 1 WHERE version = 3"
WATCH, REQUESTS = "transparency/log-watch.js", "transparency/log-requests.js"
KEPT = """(version) => Object.entries(localStorage)
    .some(([key, head]) => key.startsWith('kibitz.head.') && JSON.parse(head).version === version)"""
TWO_HEADS = "() => Object.keys(localStorage).filter((key) => /^kibitz.head/.test(key)).length === 2"
LOAD = """(globalThis.loaded = {
    answer: await module.loadProof(given), records: await module.loadRecords(given),
}, null)"""
UNPIN = """() => {
    const { newest, ...pins } = JSON.parse(localStorage['kibitz.log']);
    localStorage['kibitz.log'] = JSON.stringify({ ...pins, newest, logs: { [newest]: null } });
}"""


def signed_log(page: Page) -> Locator:
    return page.locator(".deals-log")


def test_a_replay_tells_whether_the_signed_log_has_the_game(
    wary: WaryVisitor, spawner: Spawner, tmp_path: Path
) -> None:
    game = finished_game(wary.person, "president", moves=2)
    wary.signed_size()
    page = wary.person.open(f"/games/{game}/replay")
    # Nothing was kept of the game, and its records are not loaded unasked.
    expect(signed_log(page)).to_contain_text("Check the game to compare the proof with the events.")
    page.get_by_role("button", name="Check the game").click()
    expect(signed_log(page)).to_contain_text(PROVEN)
    expect(signed_log(page)).to_contain_text("of all games.")
    signed_log(page).locator("summary").click()
    expect(signed_log(page)).to_contain_text("It does not cover the last minute")
    assert screen_violations(page) == []

    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game").click()
    file = tmp_path / "game.jsonl"
    download.value.save_as(file)
    *records, proof = file.read_text(encoding="utf-8").splitlines()[1:]
    assert list(json.loads(proof)) == ["proof"]
    head = head_of(game, records)
    assert [each["head"] for each in wary.heads(page)] == [head.head.hex()]
    expect(page.locator(".game-head")).to_contain_text(head.head.hex())
    done = spawner.run("game", "verify", file, "--key", wary.log()["verifierKey"])
    assert done.returncode == 0, done.stderr

    # The head is kept, so the next visit needs no records; but nothing is said of the events on the page.
    page.reload()
    expect(signed_log(page)).to_contain_text(PROVEN_BEFORE)
    expect(page.locator(".trouble")).to_have_count(0)


def test_a_table_keeps_the_head_of_the_game_by_which_the_replay_proves_it(wary: WaryVisitor) -> None:
    ann = wary.person
    game = ann.create("president", machines=3)
    table = ann.open(f"/games/{game}")
    table.locator(".board").wait_for()
    ann.command("automateSeat", game=game)
    version = ann.version(game)
    table.wait_for_function(KEPT, arg=version)
    wary.signed_size(above=version - 1)
    replay = ann.open(f"/games/{game}/replay")
    expect(signed_log(replay)).to_contain_text(PROVEN_BEFORE)


def test_a_game_that_was_changed_after_it_was_shown_raises_the_alarm(
    wary: WaryVisitor, changed: ChangedServer
) -> None:
    ann = wary.person
    game = finished_game(ann, "president", moves=2)
    wary.signed_size()
    page = ann.open(f"/games/{game}/replay")
    page.get_by_role("button", name="Check the game").click()
    expect(signed_log(page)).to_contain_text(PROVEN)
    [kept] = wary.heads(page)
    # The visitor has the head alone, as if it had seen no checkpoint. No page is open that could pin one.
    page.goto(f"{ann.site}/log/checkpoint")
    page.evaluate(UNPIN)
    changed.rewrite(OTHER_TIME)
    wary.signed_size()
    page.goto(f"{ann.site}/games/{game}/replay")
    alarm = page.get_by_role("alert")
    expect(alarm).to_contain_text("The server shows a game differently than before.")
    expect(signed_log(page)).to_contain_text("✗ The server contradicts itself about this game.")
    assert screen_violations(page) == []
    alarm.get_by_role("button", name="What you can do").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the evidence").click()
    evidence = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert (evidence["game"], evidence["kind"]) == (game, "GAME_CHANGED")
    assert evidence["keptHead"] == {"version": kept["version"], "head": kept["head"]}
    assert evidence["proof"].startswith("c2sp.org/tlog-proof@v1\n")
    assert wary.heads(page) == [kept]


def test_a_page_without_storage_judges_a_game_all_the_same(wary: WaryVisitor) -> None:
    game = finished_game(wary.person, "president", moves=2)
    wary.signed_size()
    context = wary.person.context
    context.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    page = wary.person.open(f"/games/{game}/replay")
    expect(signed_log(page)).to_contain_text("Check the game to compare the proof with the events.")
    page.get_by_role("button", name="Check the game").click()
    expect(signed_log(page)).to_contain_text(PROVEN)
    expect(page.locator(".trouble")).to_have_count(0)


def test_a_changed_game_beside_an_honest_proof_is_not_called_right(
    wary: WaryVisitor, changed: ChangedServer
) -> None:
    ann = wary.person
    game = finished_game(ann, "president", moves=2)
    wary.signed_size()
    page = ann.open(f"/games/{game}/replay")
    page.get_by_role("button", name="Check the game").click()
    expect(signed_log(page)).to_contain_text(PROVEN)
    # Only the events are changed: the tree of the log still has the game as it was.
    changed.process.stop()
    with closing(sqlite3.connect(changed.data / "log.db", isolation_level=None)) as log:
        log.execute(OTHER_TIME)
    changed.process.start()
    page.reload()
    expect(signed_log(page)).to_contain_text(PROVEN_BEFORE)
    expect(signed_log(page)).not_to_contain_text("✓")
    page.get_by_role("button", name="Check the game").click()
    expect(page.locator(".trouble")).to_contain_text("The server shows a game differently than before.")


def test_a_game_that_was_changed_under_a_restored_log_is_not_called_right(
    wary: WaryVisitor, changed: ChangedServer, spawner: Spawner, tmp_path: Path
) -> None:
    ann = wary.person
    game = finished_game(ann, "president", moves=2)
    size = wary.signed_size()
    table = ann.open(f"/games/{game}")
    table.wait_for_function(KEPT, arg=ann.version(game))
    # A page that is open between the restore and the change could pin what the restored log has signed.
    table.goto("about:blank")
    backup = tmp_path / "backup.db"
    assert spawner.run("backup", backup, "--data-dir", changed.data).returncode == 0
    changed.process.stop()
    changed.data.rename(tmp_path / "lost")
    assert spawner.run("restore", backup, "--data-dir", changed.data).returncode == 0
    changed.process.start()
    changed.rewrite(OTHER_TIME)
    wary.signed_size(above=size - 1)
    # The head of the changed game is kept under the new name of the log.
    table = ann.open(f"/games/{game}")
    table.wait_for_function(TWO_HEADS)
    replay = ann.open(f"/games/{game}/replay")
    for _ in range(2):
        expect(signed_log(replay)).to_contain_text("Check the game to compare the proof with the events.")
        replay.get_by_role("button", name="Check the game").click()
        expect(signed_log(replay)).to_contain_text("The signed log has the game as the server shows it now.")
        expect(signed_log(replay)).to_contain_text("Under its earlier name")
        expect(signed_log(replay)).not_to_contain_text("✓")
        replay.reload()
    expect(replay.get_by_role("alert")).to_have_count(0)


def test_a_proof_that_comes_after_the_check_is_compared_with_its_records(wary: WaryVisitor) -> None:
    game = finished_game(wary.person, "president", moves=2)
    wary.signed_size()
    page = wary.person.context.new_page()
    signed: list[bool] = []

    def without_proof(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        found = (body.get("data") or {}).get("game") or {}
        if "proof" in found and not signed:
            found["proof"] = None
        route.fulfill(response=response, json=body)

    page.route("**/graphql", without_proof)
    page.clock.install()
    page.goto(f"{wary.person.site}/games/{game}/replay")
    page.get_by_role("button", name="Check the game").click()
    expect(page.get_by_text("✓ The deals are correct.")).to_be_visible()
    expect(signed_log(page)).to_contain_text("A file that you save before that has no proof in it.")
    signed.append(True)
    page.clock.fast_forward(20_000)
    expect(signed_log(page)).to_contain_text(PROVEN)


def test_a_head_that_was_kept_during_a_check_is_no_contradiction(wary: WaryVisitor) -> None:
    ann = wary.person
    game = ann.create("president", machines=3)
    page = ann.open("/rules")
    evaluate_in_module(page, REQUESTS, LOAD, game)
    ann.play(game)
    # Another tab, or the table itself, is faster than the check.
    evaluate_in_module(page, WATCH, "await module.keepGameHead(given)", game)
    [kept] = wary.heads(page)
    assert kept["version"] == ann.version(game)
    status = "(await module.checkGame(given, globalThis.loaded)).status"
    assert evaluate_in_module(page, WATCH, status, game) == "UNPROVEN"
    expect(page.locator(".trouble")).to_have_count(0)
    assert wary.heads(page) == [kept]


def test_a_head_is_followed_although_the_server_refuses_its_cursor(wary: WaryVisitor) -> None:
    ann = wary.person
    game = ann.create("president", machines=3)
    page = ann.open("/rules")
    evaluate_in_module(page, WATCH, "await module.keepGameHead(given)", game)
    page.evaluate("""() => {
        const key = Object.keys(localStorage).find((each) => each.startsWith('kibitz.head.'));
        localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), cursor: 'of another secret' });
    }""")
    ann.play(game)
    evaluate_in_module(page, WATCH, "await module.keepGameHead(given)", game)
    assert [each["version"] for each in wary.heads(page)] == [ann.version(game)]
