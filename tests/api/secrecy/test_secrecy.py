"""No answer over GraphQL depends on cards that the viewer has not seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from graphql import OperationType

from api.graphql.types.moves_and_offers import commands
from domain.commands import LOBBY_COMMANDS, OPERATOR_COMMANDS, Command, command_name
from domain.rules import rules_of, variants
from tests.api.harness import full_documents as d
from tests.api.secrecy.permuted_servers import Worlds
from tests.api.secrecy.secrecy_check import Tally, accepted, compare_game, compare_outcome
from tests.api.secrecy.viewer_questions import (
    BY_LINK,
    OF_PEOPLE,
    OF_SESSIONS,
    OF_TALK,
    QUERIES,
    REACHED,
    SUBSCRIPTIONS,
)
from tests.laws.playouts import Playout, every_variant, playout

LOOKS = 1
SEATED = 1
OUTCOMES = 2

# The long form.
COMPARISONS = 10_000
FIRST_SEED = 1_000
MOST_GAMES = 60
MOST_GAMES_LOOKED_AT = 1_000

NOT_CARRIED_OUT = {"startGame", "revealSeed"}
"""Commands that are only refused here: one may need time, and commitments name the players of the log."""


def fields(kind: OperationType) -> set[str]:
    root = d.schema().get_root_type(kind)
    assert root is not None
    return set(root.fields)


def test_every_field_of_every_root_is_compared() -> None:
    assert fields(OperationType.QUERY) == set(QUERIES)
    assert fields(OperationType.SUBSCRIPTION) == set(SUBSCRIPTIONS)
    in_games = {command_name(command) for command in commands()}
    # The cards of a game that has a rematch are all public: tests/laws/test_rematches.py.
    in_games.add("rematch")
    # Moderation reads nothing of games.
    moderation = {"banAddress", "banPlayer", "forceRename", "liftBan"}
    apart = {*OF_PEOPLE, *OF_SESSIONS, *OF_TALK, *BY_LINK, *moderation}
    assert fields(OperationType.MUTATION) == in_games | apart


@pytest.mark.timeout(300)
@every_variant
def test_no_answer_depends_on_unseen_cards(worlds: Worlds, variant: str) -> None:
    tally = Tally()
    compare_game(worlds, playout(variant, 2), Random(2), tally, looks=LOOKS, seated=SEATED, outcomes=OUTCOMES)
    assert_all_had_data(tally)


def assert_all_had_data(tally: Tally) -> None:
    """Assert that every query and subscription had compared responses with data."""
    assert set(tally.answered) >= {*QUERIES, *SUBSCRIPTIONS}
    # Reviews are of games that are over, and these are not: they are compared in test_review_secrecy.py.
    assert set(tally.answered) >= {name.split()[0] for name in REACHED} - {"game.review"}
    assert set(tally.answered) >= {*OF_PEOPLE, *BY_LINK, "mutePlayer"}


@pytest.mark.slow
@pytest.mark.timeout(0)
@every_variant
def test_no_answer_depends_on_unseen_cards_in_many_games(
    worlds: Worlds, variant: str, record_property: Callable[[str, object], None]
) -> None:
    goal, tally = -(-COMPARISONS // len(variants())), Tally()
    for played in games(variant, MOST_GAMES):
        compare_game(worlds, played, Random(played.seed), tally, looks=LOOKS)
        if tally.compared >= goal:
            break
    # What people seldom do is looked for.
    for played in games(variant, MOST_GAMES_LOOKED_AT):
        if not missing(variant, tally):
            break
        random = Random(played.seed)
        for log, command in accepted(played, random):
            if command_name(type(command)) in missing(variant, tally):
                compare_outcome(worlds, log, command, random, tally)
    record_property("comparisons", tally.compared)
    assert tally.compared >= goal
    assert_all_had_data(tally)
    assert missing(variant, tally) == set()


def games(variant: str, most: int) -> Iterator[Playout]:
    return (playout(variant, seed) for seed in range(FIRST_SEED, FIRST_SEED + most))


def missing(variant: str, tally: Tally) -> set[str]:
    """Return the mutations that were not both refused and carried out."""
    mine: tuple[type[Command], ...] = (*LOBBY_COMMANDS, *OPERATOR_COMMANDS, *rules_of(variant).moves)
    names = {command_name(command) for command in mine}
    everyones = {command_name(command) for command in commands()}
    return (names - set(tally.answered) - NOT_CARRIED_OUT) | (everyones - set(tally.refused))
