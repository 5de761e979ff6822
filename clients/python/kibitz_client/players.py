"""Players: the protocol, how one is found by its name, and how it is asked for a move."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, Protocol

from kibitz_client.errors import NotAPlayer, PlayerFailed
from kibitz_client.moves import Move
from kibitz_client.views import View


class Player(Protocol):
    """Somebody who chooses moves: for one seat, in one game."""

    def choose(self, view: View, legal: tuple[Move, ...]) -> Move:
        """Return one of the legal moves; the view is the game as the seat sees it."""


class _Function:
    def __init__(self, choose: Callable[[View, tuple[Move, ...]], Move]) -> None:
        self.choose = choose


def player_maker(name: str, folder: Path | None = None) -> Callable[[], Player]:
    """Return what makes players of the kind that `module:attribute` names, one for each seat and game.

    The module is looked for in the folder first, by default the current one. What is named is a class
    with a method `choose`, or a function `(view, legal) -> move`. Raises NotAPlayer.
    """
    module, colon, attribute = name.partition(":")
    if not (module and colon and attribute):
        raise NotAPlayer(name, "name one as MODULE:CLASS or MODULE:FUNCTION")
    found = _found(name, module, attribute, folder or Path.cwd())
    choose = getattr(found, "choose", None) if isinstance(found, type) else found
    if not callable(choose):
        wanted = "a class with a method 'choose', or a function of view and legal moves"
        raise NotAPlayer(name, f"{attribute} is {_kind(found)}, not {wanted}")
    if inspect.iscoroutinefunction(choose):
        raise NotAPlayer(name, "it must return its move, and not be async")
    if not isinstance(found, type):
        return lambda: _Function(choose)
    made: Callable[[], Player] = found

    def make() -> Player:
        try:
            return made()
        except Exception as error:
            raise NotAPlayer(name, f"making one raised {_told(error)}") from error

    return make


def choice(player: Player, view: View, legal: Sequence[Move], name: str) -> Move:
    """Ask a player for its move; raises PlayerFailed for anything that is not one of the legal moves."""
    offered = tuple(legal)
    try:
        move: object = player.choose(view, offered)
    except (Exception, SystemExit) as error:
        raise PlayerFailed(name, view, f"raised {_told(error)}") from error
    if not isinstance(move, Move):
        raise PlayerFailed(name, view, f"returned {move!r}, which is not a Move", move)
    if move not in offered:
        raise PlayerFailed(name, view, f"returned {move!r}, which is not one of its legal moves", move)
    return move


def _found(name: str, module: str, attribute: str, folder: Path) -> Any:
    here = str(folder.absolute())
    if sys.path[:1] != [here]:
        # For good: a player may import what lies beside it when it is first asked.
        sys.path.insert(0, here)
    invalidate_caches()
    try:
        imported = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise NotAPlayer(name, f"its module cannot be imported: {_told(error)}") from error
        raise NotAPlayer(
            name, f"there is no module {error.name!r}, neither in {here} nor installed"
        ) from error
    except Exception as error:
        raise NotAPlayer(name, f"its module cannot be imported: {_told(error)}") from error
    try:
        return getattr(imported, attribute)
    except AttributeError as error:
        place = getattr(imported, "__file__", None) or module
        raise NotAPlayer(name, f"there is no {attribute!r} in {place}") from error


def _kind(found: object) -> str:
    return f"the class {found.__name__}" if isinstance(found, type) else f"of the type {type(found).__name__}"


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
