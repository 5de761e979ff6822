"""The rules of a game for people: `Variant.rules`, and `kibitz rules`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import domain.rules
from api.rules_texts import replace_cards, rules_text
from tests.adding_a_game import RULES
from tests.api.harness.callers import Client
from tests.api.harness.server_processes import Kibitz
from tests.domain.rules_texts.document import FOLDER, cards_in, text_of

RULES_OF: Final = "query ($name: String!) { variant(name: $name) { title rules } }"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.md")), ids=lambda path: path.stem)
async def test_anyone_may_read_the_text_beside_the_rules(spectator: Client, path: Path) -> None:
    name = path.stem.replace("_", "-")
    found = (await spectator.data(RULES_OF, name=name))["variant"]
    assert found["rules"] == text_of(name)
    assert found["rules"].startswith(f"# {found['title']}\n")


def test_game_without_a_file_has_no_text() -> None:
    assert rules_text(RULES.stem.replace("_", "-")) is None


def test_only_cards_are_replaced() -> None:
    text = "[5H] [TS][JOKER] [??], [1H] [note] [5h] [5H"
    assert replace_cards(text, str.lower) == "5h tsjoker ??, [1H] [note] [5h] [5H"


def test_command_prints_the_text_with_cards(kibitz: Kibitz) -> None:
    done = kibitz("rules", "hundred-and-ten", COLUMNS="100")
    assert done.returncode == 0, done.stderr
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "Hundred and Ten" in lines
    assert "5♥ J♥ joker A♥ K♥ Q♥ 10♥ 9♥ 8♥ 7♥ 6♥ 4♥ 3♥ 2♥" in lines
    assert re.search(r"^ ?5 +3♣ +7♣ +8♣ +Ann +5 *$", done.stdout, re.MULTILINE)
    assert not cards_in(done.stdout)
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_command_lists_the_games(kibitz: Kibitz) -> None:
    done = kibitz("rules", COLUMNS="100")
    assert done.returncode == 0, done.stderr
    for name, rules in domain.rules.variants().items():
        assert re.search(rf"{name} .*{rules.title} .*yes", done.stdout)


def test_command_names_the_games_when_there_is_no_such_game(kibitz: Kibitz) -> None:
    done = kibitz("rules", "whist", COLUMNS="200")
    assert done.returncode == 2
    assert (
        "There is no variant 'whist'; the variants are: hundred-and-ten, oh-hell, president." in done.stderr
    )
