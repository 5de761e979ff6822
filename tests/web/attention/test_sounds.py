"""Sounds at a table: chosen, synthesised, one at a time, after a gesture, and muted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest
from msgspec import Struct
from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.screens import NARROW, SCHEMES, fits_viewport
from tests.web.harness.table_player import make_move, wait_until

RECORDER: Final = """
window.contexts = [];
window.started = [];
window.AudioContext = class extends AudioContext {
    constructor(...given) {
        super(...given);
        contexts.push(this);
    }
};
for (const source of [OscillatorNode, AudioBufferSourceNode]) {
    const { start, stop } = source.prototype;
    source.prototype.start = function (at) {
        this.part = { frequency: Math.round(this.frequency?.value ?? 0), from: at };
        start.call(this, at);
    };
    source.prototype.stop = function (at) {
        started.push({ ...this.part, to: at });
        stop.call(this, at);
    };
}
window.vibrations = [];
navigator.vibrate = (pattern) => vibrations.push(pattern);
"""
"""Records the parts of sounds, in seconds of a real audio context."""
TURN, JOINED, CLOCK, CARD = 587, 392, 1050, 190
"""Frequencies that only one sound has."""
FACTS: Final = {
    "game": {"you": 0, "table": {}, "seats": [{"player": {"id": "ann"}}]},
    "turnBegins": False,
    "isHidden": False,
}


class Part(Struct, frozen=True):
    """A part of a sound: its frequency, 0 for noise, and its time in seconds."""

    frequency: int
    start: float
    end: float


def parts(page: Page) -> list[Part]:
    """Return the parts of all sounds so far."""
    found = page.evaluate("started.map(({ frequency, from, to }) => [frequency, from, to])")
    return [Part(*each) for each in found]


def heard(page: Page, frequency: int) -> int:
    """Return how often a part was heard."""
    return sum(part.frequency == frequency for part in parts(page))


def chosen(page: Page, events: Sequence[dict[str, Any]], **facts: Any) -> Any:
    """Return the name of the sound for some events."""
    given = [events, {**FACTS, **facts}]
    return evaluate_in_module(page, "attention/sound-choice.js", "module.soundFor(...given)", given)


def test_sound_that_matters_most_is_chosen(page: Page) -> None:
    card, trick, score = ({"__typename": name} for name in ("CardPlayed", "TrickWon", "RoundScored"))
    assert chosen(page, []) is None
    assert chosen(page, [{"__typename": "PlayerLeft"}]) is None
    assert chosen(page, [card]) == "card"
    assert chosen(page, [card, trick, card]) == "trick"
    assert chosen(page, [card, trick, score, card]) == "round"
    assert chosen(page, [card, trick], turnBegins=True) == "turn"
    assert chosen(page, [card, trick, score], isHidden=True) is None
    assert chosen(page, [card], isHidden=True, turnBegins=True) == "turn"


def test_only_another_person_who_joins_before_the_start_is_heard(page: Page) -> None:
    def joined(player: str, *, machine: bool = False) -> list[dict[str, Any]]:
        return [{"__typename": "PlayerJoined", "player": {"id": player}, "machine": machine}]

    waiting = {**FACTS["game"], "table": None}  # type: ignore[dict-item]
    assert chosen(page, joined("bert"), game=waiting) == "joined"
    assert chosen(page, joined("ann"), game=waiting) is None
    assert chosen(page, joined("machine-1", machine=True), game=waiting) is None
    assert chosen(page, joined("bert"), game={**waiting, "you": None}) is None
    assert chosen(page, joined("bert")) is None


def test_turn_begins_once(page: Page) -> None:
    def move(seat: int) -> dict[str, Any]:
        return {"__typename": "CardPlayed", "seat": seat}

    def moment(own: bool, *events: dict[str, Any], busy: bool = False) -> dict[str, Any]:
        return {"isOwnTurn": own, "isBusy": busy, "newEvents": events, "you": 0}

    def begins(*moments: dict[str, Any]) -> Any:
        body = "((tracker) => given.map((each) => tracker.begins(each)))(new module.TurnTracker())"
        return evaluate_in_module(page, "attention/turn-tracker.js", body, moments)

    # The page opens at your turn; later your turn comes, and goes on while others bid.
    assert begins(moment(True), moment(False, move(0)), moment(True, move(1)), moment(True, move(2))) == [
        *(False, False, True, False)
    ]
    # All others have moved within one update; or you have won the trick, and lead.
    assert begins(moment(True), moment(True, move(0), move(1))) == [False, True]
    assert begins(moment(True), moment(True, move(0))) == [False, False]
    # A queued move takes the turn at once, or is dropped.
    queued = moment(True, move(1), busy=True)
    assert begins(moment(False), queued, moment(False, move(0))) == [False, False, False]
    assert begins(moment(False), queued, moment(True)) == [False, False, True]


@pytest.mark.parametrize("name", ["turn", "joined", "clock", "round", "trick", "card"])
def test_sound_is_short_and_soft(name: str, page: Page) -> None:
    body = """(async () => {
        const length = module.soundLength(given);
        const context = new OfflineAudioContext(1, Math.ceil((length + 0.2) * 44_100), 44_100);
        module.startSound(context, given);
        const samples = (await context.startRendering()).getChannelData(0);
        const peak = (from, to) => Math.max(...samples.slice(from * 44_100, to * 44_100).map(Math.abs));
        return [length, peak(0, length), peak(length, length + 0.2), Math.abs(samples[0])];
    })()"""
    length, peak, after, first = evaluate_in_module(page, "attention/sounds.js", body, name)
    assert length <= 0.75
    assert 0.03 < peak < 0.3
    assert after < 0.001
    assert first < 0.01


def test_sounds_wait_for_a_gesture_and_then_call_to_the_turn(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann", reduced_motion="no-preference"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    ann.context.add_init_script(RECORDER)
    # Playwright's own calls count as gestures; the page notices real ones by itself.
    ann.context.add_init_script("Object.defineProperty(navigator, 'userActivation', { value: undefined })")
    page = ann.open(f"/games/{game}")
    expect(page.get_by_role("button", name="Notify me")).to_be_visible()
    bert.command("joinGame", game=game)
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Bert")
    assert page.evaluate("contexts.length") == 0
    page.get_by_role("heading", level=1).click()
    page.wait_for_function("contexts.length === 1 && contexts[0].state === 'running'")
    assert parts(page) == []
    bert.command("leaveGame", game=game)
    bert.command("joinGame", game=game)
    wait_until(page, lambda: heard(page, JOINED) == 1)
    ann.command("startGame", game=game)
    expect(page.locator(".turn")).to_contain_text("Waiting for Bert")
    assert page.evaluate("vibrations") == []
    bert.command("passTurn", game=game)
    wait_until(page, lambda: heard(page, TURN) == 1)
    assert page.evaluate("vibrations") == [60]
    assert page.evaluate("contexts.length") == 1


def test_sounds_never_overlap(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=3)
    ann.context.add_init_script(RECORDER)
    page = ann.open(f"/games/{game}")
    expect(page.get_by_role("button", name="Notify me")).to_be_visible()
    page.get_by_role("heading", level=1).click()
    page.wait_for_function("contexts[0]?.state === 'running'")
    play = "Promise.all(given.map((name) => module.playSound(name)))"
    evaluate_in_module(page, "attention/sound-player.js", play, ["card", "card", "turn", "card", "joined"])
    # One that matters more ends the one before; one that matters less, or as much, is dropped.
    assert [heard(page, frequency) for frequency in (CARD, TURN, JOINED)] == [1, 1, 0]
    [card] = [part for part in parts(page) if part.frequency == CARD]
    [turn] = [part for part in parts(page) if part.frequency == TURN]
    assert 0.03 <= round(turn.start - card.start, 3) < card.end - card.start
    page.wait_for_timeout(1_000)
    evaluate_in_module(page, "attention/sound-player.js", play, ["card"])
    assert heard(page, CARD) == 2


def test_muted_page_is_silent_in_all_tabs(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann", viewport=NARROW, reduced_motion="no-preference"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    ann.command("startGame", game=game)
    ann.context.add_init_script(RECORDER)
    lobby = ann.open("/")
    page = ann.open(f"/games/{game}")
    expect(page.get_by_role("button", name="Notify me")).to_be_visible()
    lobby.get_by_role("button", name="Sounds: on").click()
    page.get_by_role("button", name="Menu of the table").click()
    switch = page.locator(".menu").get_by_role("button", name="Sounds: off")
    expect(switch).to_be_visible()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert fits_viewport(page)
        assert violations(page) == []
    page.locator(".felt").click(position={"x": 4, "y": 4})
    bert.command("passTurn", game=game)
    expect(page).to_have_title("Your turn · Hundred and Ten · Kibitz")
    assert page.evaluate("[contexts.length, vibrations.length, started.length]") == [0, 0, 0]
    assert page.evaluate("localStorage.getItem('kibitz.sound')") == "off"
    # Who switches sounds on hears one.
    page.get_by_role("button", name="Menu of the table").click()
    switch.click()
    wait_until(page, lambda: heard(page, TURN) == 1)
    assert page.evaluate("localStorage.getItem('kibitz.sound')") is None
    expect(lobby.get_by_role("button", name="Sounds: on")).to_be_visible()


def test_reduced_motion_keeps_the_sounds_and_drops_the_vibration(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    ann.command("startGame", game=game)
    ann.context.add_init_script(RECORDER)
    page = ann.open(f"/games/{game}")
    expect(page.get_by_role("button", name="Notify me")).to_be_visible()
    page.get_by_role("heading", level=1).click()
    bert.command("passTurn", game=game)
    wait_until(page, lambda: heard(page, TURN) == 1)
    assert page.evaluate("vibrations") == []


@pytest.mark.parametrize(
    "fault",
    [
        "delete window.AudioContext",
        "window.AudioContext = class { constructor() { throw new DOMException('', 'NotSupportedError') } }",
        "AudioContext.prototype.resume = () => new Promise(() => {})",
        "AudioContext.prototype.resume = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
    ],
    ids=["missing", "refused", "waiting", "denied"],
)
def test_table_works_where_sound_is_denied(fault: str, signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    ann.command("startGame", game=game)
    ann.context.add_init_script(fault)
    page = ann.open(f"/games/{game}")
    expect(page.get_by_role("button", name="Notify me")).to_be_visible()
    page.get_by_role("heading", level=1).click()
    bert.command("passTurn", game=game)
    make_move(page, page.get_by_role("button", name="Pass", exact=True))


def test_own_clock_ticks_in_its_last_seconds(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=3, clock="per_move", move_seconds="60")
    ann.context.add_init_script(RECORDER)
    page = ann.context.new_page()
    page.clock.install()
    page.goto(f"{ann.site}/games/{game}")
    expect(page.get_by_role("timer").first).to_contain_text("Your time")
    page.get_by_role("heading", level=1).click()
    expect(page.get_by_role("button", name="Notify me")).to_be_visible()
    page.clock.run_for(45_000)
    expect(page.get_by_role("timer").first).to_contain_text("Your time: 0:1")
    assert heard(page, CLOCK) == 0
    ticks = 0
    for _ in range(14):
        page.clock.run_for(1_000)
        # The sound itself takes its time.
        page.wait_for_timeout(300)
        ticks = heard(page, CLOCK)
    # On a busy machine a tick can still be heard when the next one is due, which is dropped then.
    assert 8 <= ticks <= 10
    page.clock.run_for(3_000)
    assert heard(page, CLOCK) == ticks
