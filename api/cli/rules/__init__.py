"""`kibitz rules`: prints the rules of a game for people, or lists the games."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from api.cli.terminal.cards import card_text
from api.cli.terminal.output import console, print_note
from api.rules_texts import replace_cards, rules_text
from domain.cards import Card
from domain.refusals import UnknownVariant
from domain.rules import rules_of, variants

MAX_WIDTH = 100
"""The widest lines, in columns; longer ones are hard to read."""


def rules(
    variant: Annotated[str | None, typer.Argument(help="A variant; otherwise the list of games.")] = None,
) -> None:
    """Print the rules of a game, or list the games."""
    if variant is None:
        console.print(_games())
        return
    try:
        title = rules_of(variant).title
    except UnknownVariant as error:
        raise typer.BadParameter(str(error), param_hint="variant") from error
    text = rules_text(variant)
    if text is None:
        print_note(f"Nobody has written down the rules of {title} yet.")
        raise typer.Exit(1)
    console.print(Markdown(replace_cards(text, _name)), width=min(console.width, MAX_WIDTH))


def _games() -> Table:
    table = Table("variant", "game", "players", "rules")
    for variant, rules in variants().items():
        least, most = rules.seats[0], rules.seats[-1]
        players = str(least) if least == most else f"{least} to {most}"
        table.add_row(variant, rules.title, players, "yes" if rules_text(variant) else "no")
    return table


def _name(notation: str) -> str:
    return "joker" if notation == Card.JOKER else card_text(notation).plain
