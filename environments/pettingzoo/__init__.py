"""The games as environments of PettingZoo, for agents that learn; needs the extra `pettingzoo`."""

from __future__ import annotations

from environments.pettingzoo.actions import VariantWithoutActions
from environments.pettingzoo.environment import IllegalAction, KibitzEnvironment, env

__all__ = ["IllegalAction", "KibitzEnvironment", "VariantWithoutActions", "env"]
