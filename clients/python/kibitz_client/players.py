"""Custom players: their protocol, loading by name, and checked calls."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, Protocol

from kibitz_client.errors import PlayerFailed, PlayerLoadError
from kibitz_client.moves import Move
from kibitz_client.views import View


class CustomPlayer(Protocol):
    """Chooses moves for one seat in one game."""

    def choose(self, view: View, legal: tuple[Move, ...]) -> Move:
        """Return one of the legal moves; `view` is the game as the seat sees it."""


class _FunctionPlayer:
    def __init__(self, choose: Callable[[View, tuple[Move, ...]], Move]) -> None:
        self.choose = choose


def player_factory(name: str, folder: Path | None = None) -> Callable[[], CustomPlayer]:
    """Load `module:attribute` and return a factory that makes a player for each seat and game.

    The module is searched for in the folder first, by default the current one. The attribute is a class
    with a method `choose`, or a function `(view, legal) -> move`. Raises PlayerLoadError.
    """
    module, colon, attribute = name.partition(":")
    if not (module and colon and attribute):
        raise PlayerLoadError(name, "name one as MODULE:CLASS or MODULE:FUNCTION")
    found = _load(name, module, attribute, folder or Path.cwd())
    choose = getattr(found, "choose", None) if isinstance(found, type) else found
    if not callable(choose):
        wanted = "a class with a method 'choose', or a function of view and legal moves"
        raise PlayerLoadError(name, f"{attribute} is {_type_name(found)}, not {wanted}")
    if inspect.iscoroutinefunction(choose):
        raise PlayerLoadError(name, "it must not be async; it returns its move")
    if not isinstance(found, type):
        return lambda: _FunctionPlayer(choose)
    create: Callable[[], CustomPlayer] = found

    def make() -> CustomPlayer:
        try:
            return create()
        except Exception as error:
            raise PlayerLoadError(name, f"its constructor raised {_error_text(error)}") from error

    return make


def choose_move(player: CustomPlayer, view: View, legal: Sequence[Move], name: str) -> Move:
    """Ask a player for its move; raises PlayerFailed unless it returns one of the legal moves."""
    offered = tuple(legal)
    try:
        move: object = player.choose(view, offered)
    except (Exception, SystemExit) as error:
        raise PlayerFailed(name, view, f"raised {_error_text(error)}") from error
    if not isinstance(move, Move):
        raise PlayerFailed(name, view, f"returned {move!r}, which is not a Move", move)
    if move not in offered:
        raise PlayerFailed(name, view, f"returned {move!r}, which is not one of its legal moves", move)
    return move


def _load(name: str, module: str, attribute: str, folder: Path) -> Any:
    directory = str(folder.absolute())
    if sys.path[:1] != [directory]:
        # Not removed afterwards: a player may import modules beside it when it is first called.
        sys.path.insert(0, directory)
    invalidate_caches()
    try:
        imported = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise PlayerLoadError(name, f"its module cannot be imported: {_error_text(error)}") from error
        raise PlayerLoadError(
            name, f"there is no module {error.name!r}, neither in {directory} nor installed"
        ) from error
    except Exception as error:
        raise PlayerLoadError(name, f"its module cannot be imported: {_error_text(error)}") from error
    try:
        return getattr(imported, attribute)
    except AttributeError as error:
        place = getattr(imported, "__file__", None) or module
        raise PlayerLoadError(name, f"there is no {attribute!r} in {place}") from error


def _type_name(found: object) -> str:
    return f"the class {found.__name__}" if isinstance(found, type) else f"of the type {type(found).__name__}"


def _error_text(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
