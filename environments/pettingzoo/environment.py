"""The environment: a game of any variant as PettingZoo's agent environment cycle (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from application.games.simulation import MAX_MOVES, Setup
from domain import commands as c
from domain.events import OptionValue
from domain.rules import complete_options, rules_of
from domain.state import Stage
from environments.pettingzoo.actions import Actions
from environments.pettingzoo.observations import HIGHEST, LOWEST, Observations

USUAL_SEATS: Final = 4

Observation = dict[str, npt.NDArray[Any]]


class IllegalAction(ValueError):
    """An action is not a legal move of the agent that is to act."""

    def __init__(self, action: object, agent: str, possible: Mapping[int, str]) -> None:
        listed = ", ".join(f"{number} ({name})" for number, name in possible.items())
        super().__init__(f"{action!r} is not a legal action of {agent}; possible: {listed}")
        self.action = action
        self.possible = tuple(possible)
        """The legal actions."""


class KibitzEnvironment(AECEnv):  # type: ignore[misc] # the package is untyped
    """A game in which each seat is an agent, `seat_0` to `seat_N`.

    An agent observes its own seat's view and nothing else. It is rewarded at the end of the game, from 1 for
    the first place to -1 for the last; the rewards of all agents add up to 0, and tied seats share theirs.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kibitz_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: str,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        most_moves: int = MAX_MOVES,
        render_mode: str | None = None,
    ) -> None:
        """Prepare games of a variant.

        Without `seats`, there are four, or as many as the variant has at least. A game is truncated after
        `most_moves` moves. Raises UnknownVariant, WrongNumberOfPlayers, UnknownOption, InvalidOption,
        VariantWithoutActions, and ValueError for less than one move or an unknown render mode.
        """
        super().__init__()
        if most_moves < 1:
            raise ValueError(f"most_moves must be at least 1, not {most_moves}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        rules = rules_of(variant)
        usual = USUAL_SEATS if USUAL_SEATS in rules.seats else rules.seats[0]
        self._setup = Setup(
            variant=variant, seats=usual if seats is None else seats, options=options or {}
        ).checked()
        complete_options(rules, self._setup.options)
        self._most_moves = most_moves
        self.render_mode = render_mode
        self.actions = Actions(rules)
        self.observations = Observations(rules, self._setup.seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(self._setup.seats)]
        count = len(self.actions.names)
        observed = spaces.Dict(
            {
                "observation": spaces.Box(LOWEST, HIGHEST, (len(self.observations.names),), np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; the same seed deals the same cards. Without a seed nobody can foretell them.

        Raises TypeError for a seed that is no integer.
        """
        self._croupier = Croupier() if seed is None else Croupier(seeded_entropy(index(seed)))
        known, _ = self._croupier.create(self._setup.creation)
        for command in self._setup.joining_commands:
            known, _ = self._croupier.carry_out(known, command)
        self._known: CroupierState = known
        self._moves_made = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._await_move()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and the mask of its legal actions: all zeros if it is not to move."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.actions.names), np.int8)
        if self._legal and agent == self.agent_selection:
            mask[list(self._legal)] = 1
        view = self._known.views[seat].game
        return {"observation": self.observations.of(view, seat), "action_mask": mask}

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Make the move of the agent that is to act; raises IllegalAction, and then nothing changes."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._legal.get(int(action)) if isinstance(action, int | np.integer) else None
        if move is None:
            raise IllegalAction(action, agent, {each: self.actions.names[each] for each in self._legal})
        self._known, _ = self._croupier.carry_out(self._known, move)
        self._moves_made += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._known.game.stage is not Stage.PLAYING:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = self._rewards()
        elif self._moves_made >= self._most_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self._await_move()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as everyone at it may see it, if the mode is `ansi`."""
        if self.render_mode != "ansi":
            return None
        game = self._known.game
        table = game.rules.show(game.table)
        lines = [f"{table.phase}, round {table.round}"]
        for agent, place in zip(self.possible_agents, table.places, strict=True):
            mark = "> " if agent == self.agent_selection and self._legal else "  "
            lines.append(f"{mark}{agent}: {len(place.hand)} cards, score {place.score}")
        laid = [str(played.card) for played in table.trick] or [str(card) for card in table.to_beat]
        lines.append(f"on the table: {' '.join(laid) or 'nothing'}")
        return "\n".join(lines)

    def close(self) -> None:
        """Do nothing: a game holds nothing open."""

    def _await_move(self) -> None:
        game = self._known.game
        self._legal: dict[int, c.Move] = {}
        if not any(self.terminations.values()) and not any(self.truncations.values()):
            # If several seats are to move, none of them sees the others' moves: any order will do.
            seat = game.rules.to_move(game.table)[0]
            self._legal = self.actions.legal(self._known.views[seat].game, seat)
            self.agent_selection = self.possible_agents[seat]

    def _rewards(self) -> dict[str, float]:
        outcome = self._known.game.outcome
        ranking = () if outcome is None else outcome.ranking
        worst = len(self.possible_agents) - 1
        rewards = dict.fromkeys(self.agents, 0.0)
        before = 0
        for tied in ranking:
            place = before + (len(tied) - 1) / 2
            for seat in tied:
                rewards[self.possible_agents[seat]] = 1 - 2 * place / worst
            before += len(tied)
        return rewards


def env(
    variant: str,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    most_moves: int = MAX_MOVES,
    render_mode: str | None = None,
) -> AECEnv:
    """Return the environment, in a wrapper that refuses to be used in the wrong order."""
    made = KibitzEnvironment(variant, seats, options, most_moves, render_mode)
    return wrappers.OrderEnforcingWrapper(made)
