"""No viewer gets anything over GraphQL from which it could tell what it has not seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from random import Random
from typing import Any

import pytest

import api.app
import application.games
import domain.game
import domain.view
from api.graphql.schema import schema
from domain.cards import Card
from domain.game import Game, fold, settle
from domain.refusals import CardNotHeld, MoveRefusal
from domain.state import Stage
from domain.visibility import ONLOOKER, Viewer, redact
from tests.api.glimpses import Worlds
from tests.laws.glimpses import accepted, consequences
from tests.laws.ledger import hands_shown
from tests.laws.playouts import every_variant, playout
from tests.laws.secrecy import Leak, Log, assert_secret

SEEDS = (1, 2, 3)
LOGS_OF_A_GAME = 2
LOGS_WITH_MOVES = 6

_schema = cache(schema)


@pytest.fixture(scope="module")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    return Worlds(tmp_path_factory.mktemp("worlds") / "data", _schema())


@pytest.fixture
def worlds(_made: Worlds, monkeypatch: pytest.MonkeyPatch) -> Worlds:
    # Made once, because it takes longer than the rest of a server.
    monkeypatch.setattr(api.app, "schema", _schema)
    return _made


def moments(variant: str, seed: int) -> list[Log]:
    """Return some moments of a game: one in the middle of play, and others anywhere."""
    played = playout(variant, seed)
    logs = list(played.committed_logs())
    playing = [log for log in logs if fold(log).stage is Stage.PLAYING]
    chance = Random(seed)
    return [chance.choice(playing or logs), *chance.sample(logs, LOGS_OF_A_GAME - 1)]


def viewers(log: Log) -> Iterator[Viewer]:
    """Give who can look: an onlooker and every seat that is a person's."""
    yield ONLOOKER
    yield from (number for number, seat in enumerate(fold(log).seats) if not seat.machine)


@every_variant
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_viewer_gets_does_not_depend_on_what_it_has_not_seen(
    worlds: Worlds, variant: str, seed: int
) -> None:
    for log in moments(variant, seed):
        for viewer in viewers(log):
            assert_secret(log, viewer, worlds.everything, Random(seed))


@every_variant
def test_what_comes_of_ones_own_move_shows_only_what_the_rules_show(worlds: Worlds, variant: str) -> None:
    tried = 0
    for seed in SEEDS:
        random, logs = Random(seed), list(playout(variant, seed).committed_logs())
        for log in random.sample(logs, min(LOGS_WITH_MOVES, len(logs))):
            for viewer in range(len(fold(log).seats)):
                moves = accepted(log, viewer)
                for move in random.sample(moves, k=min(1, len(moves))):
                    shown = consequences(log, move)
                    # Where chance or a machine has to come in, the two worlds go on differently by right.
                    if settle(fold((*log, *shown))) == ():
                        assert_secret(log, viewer, partial(worlds.outcome, move=move), random, shown=shown)
                        tried += 1
    assert tried


# The check can fail.


def leak(worlds: Worlds, variant: str) -> str:
    """Return what the check says when it fails, as it should."""
    for seed in SEEDS:
        for log in moments(variant, seed):
            for viewer in viewers(log):
                try:
                    assert_secret(log, viewer, worlds.everything, Random(seed))
                except Leak as noticed:
                    return str(noticed)
    raise AssertionError("it was not noticed")


@every_variant
def test_events_that_are_not_redacted_are_noticed(
    worlds: Worlds, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application.games, "redact", lambda event, *_: event)
    assert "events" in leak(worlds, variant).partition(" tells ")[0]


@every_variant
def test_views_that_are_not_redacted_are_noticed(
    worlds: Worlds, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hasty(event: Any, viewer: Viewer, revealed: frozenset[int] = frozenset()) -> Any:
        return redact(event, viewer, revealed | set(range(100)))

    monkeypatch.setattr(domain.view, "redact", hasty)
    assert leak(worlds, variant)


@every_variant
def test_a_refusal_that_names_a_hidden_card_is_noticed(
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
    assert leak(worlds, variant).startswith("the answer to ")
