"""The environment for learning agents: PettingZoo's own tests, legality, rewards and secrecy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from domain.events import OptionValue
from domain.game import fold, legal
from domain.machine import player_of
from domain.refusals import InvalidOption, UnknownOption, UnknownVariant, WrongNumberOfPlayers
from domain.rules import rules_of, variants
from domain.state import Game, Stage
from domain.view import View
from domain.visibility import Viewer
from environments import pettingzoo as pettingzoo_package
from environments.pettingzoo import IllegalAction, KibitzEnvironment, VariantWithoutActions, env
from environments.pettingzoo.actions import Actions
from environments.pettingzoo.observations import Observations
from tests.laws.playouts import Playout, every_variant, playout
from tests.laws.secrecy.secrecy_check import Leak, Log, assert_secret

# PettingZoo's own observation with an action mask is a dictionary, of which its test warns.
the_test_warns_of_masks = pytest.mark.filterwarnings("ignore:Observation:UserWarning")

every_table = pytest.mark.parametrize(
    ("variant", "seats"), [(variant, seats) for variant, rules in variants().items() for seats in rules.seats]
)


def acting(environment: KibitzEnvironment, seed: int) -> Iterator[tuple[str, Any, int]]:
    """Play a game at random; yield each agent before it acts, with its observation and its action."""
    random = Random(seed)
    environment.reset(seed=seed)
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            return
        action = random.choice(np.flatnonzero(observation["action_mask"]).tolist())
        yield agent, observation, action
        environment.step(action)


@the_test_warns_of_masks
@every_table
def test_it_passes_the_api_test(variant: str, seats: int) -> None:
    api_test(env(variant, seats), num_cycles=60)


@every_table
def test_it_passes_the_seed_test(variant: str, seats: int) -> None:
    seed_test(lambda: env(variant, seats), num_cycles=30)


@every_table
def test_the_mask_has_exactly_the_legal_moves(variant: str, seats: int) -> None:
    environment = KibitzEnvironment(variant, seats)
    for number, (agent, observation, _) in enumerate(acting(environment, seats)):
        game = environment._known.game
        seat = environment.possible_agents.index(agent)
        assert seat in game.rules.to_move(game.table)
        moves = environment.actions.legal(game, seat)
        assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(moves)
        kinds = {type(move) for move in moves.values()}
        assert kinds == {offer.move for offer in legal(game, seat)}
        assert environment.observation_space(agent).contains(observation)
        for other in environment.possible_agents:
            assert other == agent or not environment.observe(other)["action_mask"].any()
        if number == 80:
            break


@every_variant
def test_actions_have_different_names(variant: str) -> None:
    names = Actions(rules_of(variant)).names
    assert len(set(names)) == len(names)
    names = Observations(rules_of(variant), 4).names
    assert len(set(names)) == len(names)


@every_variant
def test_an_illegal_action_is_refused_and_changes_nothing(variant: str) -> None:
    environment = KibitzEnvironment(variant)
    environment.reset(seed=1)
    agent = environment.agent_selection
    before = environment.observe(agent)
    possible = np.flatnonzero(before["action_mask"]).tolist()
    illegal = next(action for action in range(len(environment.actions.names)) if action not in possible)
    for action in (illegal, -1, 10**6, None, "pass"):
        with pytest.raises(IllegalAction) as refused:
            environment.step(action)  # type: ignore[arg-type]
        assert sorted(refused.value.possible) == possible
        for each in possible:
            assert f"{each} ({environment.actions.names[each]})" in str(refused.value)
    after = environment.observe(agent)
    assert environment.agent_selection == agent
    assert all(np.array_equal(before[name], after[name]) for name in before)


@every_table
def test_rewards_are_given_by_place_and_add_up_to_nothing(variant: str, seats: int) -> None:
    environment = KibitzEnvironment(variant, seats)
    environment.reset(seed=7)
    while environment._known.game.stage is Stage.PLAYING:
        assert not any(environment.rewards.values())
        seat = environment.possible_agents.index(environment.agent_selection)
        view = environment._known.views[seat].game
        environment.step(environment.actions.number(view, seat, player_of(variant)(view, seat)))
    assert all(environment.terminations.values())
    game = environment._known.game
    assert game.outcome is not None
    rewards = [environment.rewards[agent] for agent in environment.possible_agents]
    assert sum(rewards) == pytest.approx(0)
    ranked = [seat for tied in game.outcome.ranking for seat in tied]
    assert [rewards[seat] for seat in ranked] == sorted(rewards, reverse=True)
    for tied in game.outcome.ranking:
        assert len({rewards[seat] for seat in tied}) == 1
    assert max(rewards) == 1 or len(game.outcome.ranking[0]) > 1


def test_a_game_is_truncated_after_the_most_moves() -> None:
    environment = KibitzEnvironment("hundred-and-ten", most_moves=5)
    assert len(list(acting(environment, 1))) == 5
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())
    assert not any(environment.rewards.values())


@every_variant
def test_the_same_seed_deals_the_same_cards_and_another_seed_others(variant: str) -> None:
    def dealt(seed: int | None) -> bytes:
        environment = KibitzEnvironment(variant)
        environment.reset(seed=seed)
        return b"".join(environment.observe(agent)["observation"].tobytes() for agent in environment.agents)

    assert dealt(1) == dealt(1)
    assert len({dealt(1), dealt(2), dealt(None), dealt(None)}) == 4


def test_options_of_the_game_are_kept() -> None:
    options: dict[str, OptionValue] = {"clear_after": "all_others"}
    environment = KibitzEnvironment("president", 5, options)
    environment.reset(seed=1)
    assert environment._known.game.options["clear_after"] == "all_others"


def test_unknown_games_tables_options_and_modes_are_refused() -> None:
    with pytest.raises(UnknownVariant):
        KibitzEnvironment("whist")
    with pytest.raises(WrongNumberOfPlayers):
        KibitzEnvironment("president", 9)
    with pytest.raises(UnknownOption):
        KibitzEnvironment("president", options={"colour": "red"})
    with pytest.raises(InvalidOption):
        KibitzEnvironment("president", options={"clear_after": "never"})
    with pytest.raises(ValueError, match="at least 1"):
        KibitzEnvironment("president", most_moves=0)
    with pytest.raises(ValueError, match="'ansi', not 'human'"):
        KibitzEnvironment("president", render_mode="human")
    seed: Any = "twelve"
    with pytest.raises(TypeError, match="integer"):
        KibitzEnvironment("president").reset(seed)


def test_it_shows_the_table_as_text_and_hides_the_hands() -> None:
    environment = KibitzEnvironment("president", 4, render_mode="ansi")
    environment.reset(seed=1)
    text = environment.render()
    assert text is not None
    assert "> seat_3: 13 cards" in text
    assert text.endswith("on the table: 4C")
    assert KibitzEnvironment("president").render_mode is None


def test_the_example_of_the_readme_plays_a_game() -> None:
    readme = (Path(pettingzoo_package.__file__).parent / "README.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)  # noqa: S102 - it is the project's own
    assert names["terminated"]
    assert not names["truncated"]
    assert names["game"].agents == []


# Secrecy.


def observed(game: Game, seat: int) -> dict[str, bytes]:
    """Return an observation, and the legal actions of the seat if it is to move."""
    shown = {"observation": Observations(game.rules, len(game.seats)).of(game, seat).tobytes()}
    if game.stage is Stage.PLAYING and seat in game.rules.to_move(game.table):
        moves = Actions(game.rules).legal(game, seat)
        shown["actions"] = msgspec.json.encode(sorted(moves.items()))
    return shown


def glimpse(log: Log, viewer: Viewer) -> dict[str, bytes]:
    assert isinstance(viewer, int)
    return observed(View(viewer=viewer).after(log).game, viewer)


def peek(log: Log, viewer: Viewer) -> dict[str, bytes]:
    """Observe the game itself and not the seat's view."""
    assert isinstance(viewer, int)
    return observed(fold(log), viewer)


def moments(played: Playout, every: int) -> Iterator[tuple[Log, int]]:
    """Give logs up to moments in which the game waits for a player, and the number of seats."""
    logs = list(played.committed_logs())
    waiting = [
        (log, len(commit.after.game.seats))
        for log, commit in zip(logs, played.commits, strict=True)
        if commit.after.game.stage is Stage.PLAYING
    ]
    yield from waiting[::every]


@every_variant
@pytest.mark.parametrize("seed", range(3))
def test_an_observation_is_the_same_when_hidden_cards_change_places(variant: str, seed: int) -> None:
    random = Random(seed)
    for log, seats in moments(playout(variant, seed), every=12):
        for seat in range(seats):
            assert_secret(log, seat, glimpse, random)


@every_variant
def test_an_observation_of_hidden_cards_is_noticed(variant: str) -> None:
    random = Random(1)
    for seed in range(20):
        for log, _ in moments(playout(variant, seed), every=10**6):
            with pytest.raises(Leak):
                assert_secret(log, 0, peek, random)
            return
    pytest.fail("no game was started")


@every_table
def test_the_environment_observes_the_view_of_the_agents_own_seat(variant: str, seats: int) -> None:
    environment = KibitzEnvironment(variant, seats)
    for number, _ in enumerate(acting(environment, 3)):
        for seat, agent in enumerate(environment.possible_agents):
            view = environment._known.views[seat].game
            expected = environment.observations.of(view, seat)
            assert np.array_equal(environment.observe(agent)["observation"], expected)
        if number == 20:
            break


def test_a_variant_with_moves_that_are_no_actions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("hundred-and-ten")
    monkeypatch.setattr(type(rules), "out_of_turn", ())
    with pytest.raises(VariantWithoutActions, match="QueuePass, UnqueuePass"):
        Actions(rules)
