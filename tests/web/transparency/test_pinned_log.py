"""The pages pin the signed log: growth is accepted, a changed log alarms, a restored one is a notice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from kibitz_client.transparency import VerifierKey, open_checkpoint
from tests.api.harness.server_processes import Spawner
from tests.clients.transparency.changed_logs import ChangedServer
from tests.web.conftest import PLAIN_HOST
from tests.web.harness.axe import screen_violations
from tests.web.transparency.pinned_pages import WaryVisitor

pytestmark = pytest.mark.timeout(180)

OTHER_TIME = "UPDATE events SET at = at + 1 WHERE position = 2"
COMPARED = "() => JSON.parse(localStorage['kibitz.log']).comparedAt > 0"
ONE_LESS = (
    "UPDATE counter SET position = position - 1",
    "DELETE FROM events WHERE position > (SELECT position FROM counter)",
)


def banner(page: Page) -> Locator:
    return page.locator(".trouble")


def open_explanation(page: Page, button: str) -> Locator:
    banner(page).get_by_role("button", name=button).click()
    return page.get_by_role("dialog")


def test_first_visit_pins_a_checkpoint_and_growth_is_accepted(wary: WaryVisitor) -> None:
    wary.person.create("oh-hell")
    page = wary.pinned_page()
    pins = wary.pins(page)
    key = wary.log()["verifierKey"]
    first = open_checkpoint(pins["logs"][key], VerifierKey(key))
    for _ in range(2):
        wary.person.create("president", machines=3)
        size = wary.signed_size(above=first.size)
        wary.return_later(page)
        wary.wait_for_pin(page, size)
    later = open_checkpoint(wary.pins(page)["logs"][key], VerifierKey(key))
    assert later.size > first.size
    assert wary.pins(page)["restored"] is None
    expect(banner(page)).to_have_count(0)


def test_a_page_over_plain_http_pins_a_checkpoint_without_web_crypto(wary: WaryVisitor) -> None:
    wary.person.create("oh-hell")
    size = wary.signed_size()
    page = wary.person.context.new_page()
    page.goto(wary.person.site.replace("127.0.0.1", PLAIN_HOST))
    assert page.evaluate("crypto.subtle === undefined && navigator.locks === undefined")
    wary.wait_for_pin(page, size)
    expect(banner(page)).to_have_count(0)


def test_a_browser_asks_for_the_log_once_in_ten_minutes(wary: WaryVisitor) -> None:
    wary.person.create("oh-hell")
    page = wary.pinned_page()
    page.wait_for_function(COMPARED)
    other = page.context.new_page()
    answers: list[Response] = []
    other.on("response", lambda response: answers.append(response))

    def is_log(response: Response) -> bool:
        return response.url.endswith("/graphql") and "verifierKey" in response.text()

    with other.expect_response("**/transparency/log-watch.js"):
        other.goto(f"{wary.person.site}/rules")
    other.wait_for_load_state("networkidle")
    assert not any(is_log(each) for each in answers)
    with other.expect_response(is_log):
        wary.return_later(other)


def test_a_log_that_was_changed_and_signed_again_raises_the_alarm(
    wary: WaryVisitor, changed: ChangedServer, tmp_path: Path
) -> None:
    wary.person.create("oh-hell")
    page = wary.pinned_page()
    key = wary.log()["verifierKey"]
    pinned = wary.pins(page)["logs"][key]
    changed.rewrite(OTHER_TIME)
    wary.signed_size()
    wary.return_later(page)
    expect(banner(page)).to_contain_text("The server has changed its log after it had signed it.")
    assert wary.pins(page)["logs"][key] == pinned
    assert screen_violations(page) == []
    dialog = open_explanation(page, "What you can do")
    expect(dialog).to_contain_text("and has now signed a different one of")
    assert screen_violations(page) == []
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save the evidence").click()
    evidence = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    # Two roots for one size, both signed, convict the server by themselves.
    one, other = (open_checkpoint(evidence[each], VerifierKey(key)) for each in ("pinned", "shown"))
    assert (one.size, one.note) == (other.size, pinned)
    assert one.root != other.root
    # Every page says it again, until the visitor begins again.
    page.reload()
    expect(banner(page)).to_be_visible()
    dialog = open_explanation(page, "What you can do")
    expect(dialog.get_by_role("button", name="Begin again with this log")).to_have_count(0)
    with page.expect_download():
        dialog.get_by_role("button", name="Save the evidence").click()
    dialog.get_by_role("button", name="Begin again with this log").click()
    wary.wait_for_pin(page, one.size)
    assert wary.pins(page)["logs"][key] == other.note
    expect(banner(page)).to_have_count(0)


def test_an_honest_answer_does_not_undo_a_lie(wary: WaryVisitor) -> None:
    wary.person.create("oh-hell")
    page = wary.pinned_page()
    lies: list[str] = []

    def lie_once(route: Route) -> None:
        response = route.fetch()
        answer = response.text()
        if lies or '"verifierKey"' not in answer:
            route.fulfill(response=response)
            return
        lies.append(answer)
        told = json.loads(answer)
        told["data"]["log"]["checkpoint"] = None
        route.fulfill(response=response, json=told)

    page.route("**/graphql*", lie_once)
    wary.return_later(page)
    expect(banner(page)).to_contain_text("has changed its log")
    assert len(lies) == 1


def test_a_lie_is_told_although_the_server_answers_nothing_after_it(
    wary: WaryVisitor, changed: ChangedServer
) -> None:
    wary.person.create("oh-hell")
    page = wary.pinned_page()
    changed.rewrite(OTHER_TIME)
    wary.signed_size()
    lies: list[str] = []

    def lie_once(route: Route) -> None:
        response = route.fetch()
        if '"verifierKey"' in response.text() and lies:
            refusal = {"errors": [{"message": "Something is broken.", "extensions": {"code": "INTERNAL"}}]}
            route.fulfill(response=response, json=refusal)
            return
        if '"verifierKey"' in response.text():
            lies.append(response.text())
        route.fulfill(response=response)

    page.route("**/graphql*", lie_once)
    wary.return_later(page)
    expect(banner(page)).to_contain_text("The server has changed its log after it had signed it.")


@pytest.mark.parametrize(
    ("statements", "change", "alarm", "reason"),
    [
        (ONE_LESS, "", "has changed its log", "and now shows one of"),
        ((OTHER_TIME,), "growth", "has changed its log", "that it shows now do not begin with them"),
        ((), "key", "not signed as it should be", "under the same name as before, but with another key"),
    ],
    ids=["shrunk", "changed and grown", "another key"],
)
def test_each_lie_is_named(
    statements: tuple[str, ...],
    change: str,
    alarm: str,
    reason: str,
    wary: WaryVisitor,
    changed: ChangedServer,
) -> None:
    wary.person.create("oh-hell")
    page = wary.pinned_page()
    size = wary.signed_size()
    if change == "key":
        (changed.data / "log.key").unlink()
    changed.rewrite(*statements)
    if change == "growth":
        wary.person.create("president", machines=3)
    wary.signed_size(above=size if change == "growth" else 0)
    wary.return_later(page)
    expect(banner(page)).to_contain_text(alarm)
    expect(open_explanation(page, "What you can do")).to_contain_text(reason)
    page.keyboard.press("Escape")
    banner(page).get_by_role("button", name="Hide").click()
    expect(banner(page)).to_have_count(0)


def test_the_snapshot_of_a_disk_alarms_until_the_host_begins_a_new_epoch(
    wary: WaryVisitor, changed: ChangedServer, spawner: Spawner, tmp_path: Path
) -> None:
    wary.person.create("oh-hell")
    size = wary.signed_size()
    changed.process.stop()
    shutil.copytree(changed.data, tmp_path / "snapshot")
    changed.process.start()
    wary.person.create("oh-hell")
    page = wary.person.open("/")
    wary.wait_for_pin(page, wary.signed_size(above=size))
    changed.process.stop()
    changed.data.rename(tmp_path / "lost")
    (tmp_path / "snapshot").rename(changed.data)
    changed.process.start()
    wary.return_later(page)
    expect(page.get_by_role("alert")).to_contain_text("has changed its log after it had signed it")
    changed.process.stop()
    assert spawner.run("log", "new-epoch", "--data-dir", changed.data).returncode == 0
    changed.process.start()
    wary.return_later(page)
    expect(banner(page)).to_contain_text("was restored from a backup, or has a new key")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_restored_log_is_a_calm_notice_until_it_is_closed(
    wary: WaryVisitor, changed: ChangedServer, spawner: Spawner, tmp_path: Path
) -> None:
    wary.person.create("oh-hell")
    page = wary.pinned_page()
    backup = tmp_path / "backup.db"
    assert spawner.run("backup", backup, "--data-dir", changed.data).returncode == 0
    changed.process.stop()
    changed.data.rename(tmp_path / "lost")
    assert spawner.run("restore", backup, "--data-dir", changed.data).returncode == 0
    changed.process.start()
    old = wary.pins(page)["newest"]
    wary.return_later(page)
    expect(banner(page)).to_contain_text("was restored from a backup, or has a new key")
    expect(page.get_by_role("alert")).to_have_count(0)
    new = wary.pins(page)["newest"]
    assert screen_violations(page) == []
    page.reload()
    dialog = open_explanation(page, "What this means")
    expect(dialog).to_contain_text("This is no alarm.")
    for key in old, new:
        expect(dialog).to_contain_text(VerifierKey(key).name)
    assert screen_violations(page) == []
    page.keyboard.press("Escape")
    banner(page).get_by_role("button", name="Close").click()
    expect(banner(page)).to_have_count(0)
    wary.signed_size()
    wary.return_later(page)
    page.wait_for_function(COMPARED)
    assert wary.pins(page)["restored"] is None
    assert wary.pins(page)["logs"][old] is not None
