"""Command groups that import the module of a command when it is used, so that help is shown at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup


class LazyCommand(NamedTuple):
    """Location and summary of a command, or of a group of commands."""

    target: str
    """The command as `module:attribute`: a function, or a Typer for a group."""
    summary: str
    """The first paragraph of the command's help, shown in the list of commands."""
    optional_values: Mapping[str, str] = MappingProxyType({})
    """The options that may be given without a value, and the value that they then have."""

    def load(self) -> Any:
        """Import the command and return it as Typer runs it."""
        module, _, attribute = self.target.partition(":")
        loaded = getattr(import_module(module), attribute)
        if isinstance(loaded, typer.Typer):
            return typer.main.get_group(loaded)
        single = typer.Typer(add_completion=False)
        single.command()(loaded)
        return typer.main.get_command(single)


def with_values(arguments: Sequence[str], optional_values: Mapping[str, str]) -> Iterator[str]:
    """Yield arguments, and after each option that lacks its optional value that value."""
    for argument, following in pairwise([*arguments, "-"]):
        yield argument
        if argument in optional_values and following.startswith("-"):
            yield optional_values[argument]


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
            return name, lazy.load(), list(with_values(rest, lazy.optional_values))
        return name, found, rest
