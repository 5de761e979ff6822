"""Negative controls of the secrecy check: planted leaks are detected."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import application.redaction
import domain.game
import domain.view
from api.graphql.execution.planned.planned_messages import PlannedMessages
from api.graphql.execution.planned.shared_payloads import Key
from api.graphql.plans.planner import Prepared
from application.codec import RecordedEvent
from application.records import record
from application.watching.fan_out import GameFanOut
from application.watching.readable_commit import ReadableCommit
from application.watching.subscriber_buffer import SharedItems
from domain.cards import Card
from domain.events import HandDealt
from domain.game import Game
from domain.refusals import CardNotHeld, MoveRefusal
from domain.rules import variants
from domain.visibility import Viewer, redact
from tests.api.secrecy.permuted_servers import Worlds
from tests.api.secrecy.secrecy_check import Tally, accepted, compare, compare_outcome, moments
from tests.api.secrecy.viewer_bytes import callers, everything
from tests.laws.ledger import hands_shown
from tests.laws.playouts import playout
from tests.laws.secrecy.secrecy_check import Leak, Log
from tests.long_form import usually

SEEDS = (1, 2, 3)

some_variant = pytest.mark.parametrize("variant", usually(variants(), "president"))
"""Looks for a leak in one game, and in the others where there is time."""


@pytest.fixture(autouse=True)
def _forget_games_of_patched_code() -> Iterator[None]:
    """Clear the cache of games, because these tests play some with patched code."""
    yield
    playout.cache_clear()


def looked_at(variant: str) -> Iterator[tuple[Log, Random]]:
    for seed in SEEDS:
        random = Random(seed)
        for log in islice(moments(playout(variant, seed), random), 2):
            yield log, random


def leak(worlds: Worlds, variant: str) -> str:
    """Expect the check to fail, and return the leak."""
    for log, random in looked_at(variant):
        for who in reversed(callers(log)):
            truth = everything(worlds, log, [who])[who]
            try:
                compare(worlds, log, who, truth, random)
            except Leak as noticed:
                return str(noticed).partition(" tells ")[0]
    raise AssertionError("it was not noticed")


def hasty(event: Any, viewer: Viewer, revealed: frozenset[int] = frozenset()) -> Any:
    """Redact an event as if all shuffles had been revealed."""
    return redact(event, viewer, revealed | set(range(100)))


@some_variant
def test_unredacted_events_are_detected(
    worlds: Worlds, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application.redaction, "redact", lambda event, *_: event)
    assert leak(worlds, variant).startswith(("game.events", "gameEvents"))


@some_variant
def test_unredacted_views_are_detected(worlds: Worlds, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(domain.view, "redact", hasty)
    assert leak(worlds, variant)


def test_an_unredacted_view_in_a_command_result_is_detected(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(domain.view, "redact", hasty)

    def check() -> None:
        for log, command in accepted(playout("oh-hell", 2), Random(2)):
            compare_outcome(worlds, log, command, Random(1), Tally())

    with pytest.raises(Leak):
        check()


@some_variant
def test_a_refusal_that_names_a_hidden_card_is_detected(
    worlds: Worlds, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = domain.game.judge

    def talkative(game: Game, seat: int, move: Any) -> Any:
        try:
            return honest(game, seat, move)
        except MoveRefusal:
            hands = hands_shown(game)
            for card in hands[(seat + 1) % len(hands)]:
                if card is not Card.FACE_DOWN:
                    raise CardNotHeld(card) from None
            raise

    monkeypatch.setattr(domain.game, "judge", talkative)
    assert "(by=" in leak(worlds, variant), "in the answer to a move"


def test_unredacted_live_events_are_detected(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "application.watching.readable_commit.redact_events", lambda recorded, _: tuple(recorded)
    )
    assert leak(worlds, "hundred-and-ten") == "gameEvents followed"


def test_unredacted_events_of_updates_are_detected(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "application.watching.game_updates.redact_events", lambda recorded, _: tuple(recorded)
    )
    assert leak(worlds, "hundred-and-ten") == "gameUpdates followed"


def test_messages_that_are_shared_by_version_are_detected(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keyed(_: object, prepared: Prepared, value: Any) -> tuple[object, Key]:
        return value, (id(prepared.plan), value.version)

    monkeypatch.setattr(PlannedMessages, "_keyed", keyed)
    monkeypatch.setenv("KIBITZ_PLANS", "second-use")
    assert leak(worlds, "hundred-and-ten") == "gameEvents followed"


def test_updates_with_the_view_of_another_seat_are_detected(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = GameFanOut._folds_of
    monkeypatch.setattr(GameFanOut, "_folds_of", lambda self, _: honest(self, 0))
    assert leak(worlds, "hundred-and-ten") == "gameUpdates followed"


def test_a_checkpoint_over_commitments_that_tell_the_cards_is_detected(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "commitment", lambda field, _, value: f"{field} {value}")
    assert leak(worlds, "hundred-and-ten") == "log {}"


def test_a_message_count_that_depends_on_a_hidden_card_is_detected(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = ReadableCommit.events_for

    def stammering(commit: ReadableCommit, viewer: Viewer) -> SharedItems[RecordedEvent]:
        redacted = zip(honest(commit, viewer), commit._commit, strict=True)
        return SharedItems(each for each, true in redacted for _ in range(times(true)))

    def times(true: RecordedEvent) -> int:
        red = isinstance(true.event, HandDealt) and any(card[-1] in "HD" for card in true.event.cards[:1])
        return 2 if red else 1

    monkeypatch.setattr(ReadableCommit, "events_for", stammering)
    assert leak(worlds, "hundred-and-ten") == "gameEvents followed"
