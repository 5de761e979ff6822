"""Command groups that import the module of a command when it is used, so that help is shown at once."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup


class LazyCommand(NamedTuple):
    """Location and summary of a command, or of a group of commands."""

    target: str
    """The command as `module:attribute`: a function, or a Typer for a group."""
    summary: str
    """The first paragraph of the command's help, shown in the list of commands."""

    def load(self) -> Any:
        """Import the command and return it as Typer runs it."""
        module, _, attribute = self.target.partition(":")
        loaded = getattr(import_module(module), attribute)
        if isinstance(loaded, typer.Typer):
            return typer.main.get_group(loaded)
        single = typer.Typer(add_completion=False)
        single.command()(loaded)
        return typer.main.get_command(single)


class LazyGroup(TyperGroup):
    """Group of lazy commands, given by a subclass."""

    lazy_commands: ClassVar[Mapping[str, LazyCommand]]
    """The commands by name, in the order of the help."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        for name, command in self.lazy_commands.items():
            self.commands[name] = TyperCommand(name, help=command.summary)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Replace the summary of the named command by the command itself."""
        name, found, rest = super().resolve_command(ctx, args)
        if name is not None and (lazy := self.lazy_commands.get(name)) is not None:
            return name, lazy.load(), rest
        return name, found, rest
