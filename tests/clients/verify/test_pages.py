"""docs/deal-v1.md and docs/how-to/check-a-deal.md: what they show is what the verifiers compute and print."""

from __future__ import annotations

import re
from typing import Final

from domain.shuffles import deal
from tests.clients.verify.game_files import SEEDS, begun
from tests.clients.verify.honest_games import ANN, BEN, CYD
from tests.clients.verify.test_known_answers import DECK, SECRET, known_game
from tests.clients.verify.verifiers import ROOT, Question, in_python, verify_py
from tests.pages import blocks

SPECIFICATION: Final = ROOT / "docs" / "deal-v1.md"
HOW_TO: Final = ROOT / "docs" / "how-to" / "check-a-deal.md"


def test_the_specification_shows_the_known_answer() -> None:
    text, game = SPECIFICATION.read_text(encoding="utf-8"), known_game()
    [transcript] = blocks(SPECIFICATION, "text")
    assert transcript.text == verify_py.transcript(game["deal"], game["seats"])
    fingerprint = verify_py.fingerprint(game["deal"], game["seats"])
    shown = dict(re.findall(r"^\| ([\w ]+) \| `([^`]+)` \|$", text, re.MULTILINE))
    for number in (0, 255):
        link = deal.link(SECRET, number + 1)
        order = " ".join(verify_py.shuffled_order(fingerprint, link, number, DECK))
        assert (shown[f"link {number + 1}"], shown[f"shuffle {number} of 53 cards"]) == (link, order)
    assert shown["fingerprint"] == fingerprint


def test_the_specification_shows_a_record() -> None:
    [record] = blocks(SPECIFICATION, "json")
    [event] = verify_py.GameFile(
        '{"format":"kibitz/game/v1"}\n'
        + record.text.replace("HandDealt", "GameCreated").replace('"version":7', '"version":1')
    ).events
    assert event["open.cards"][1] == ["5H", "JOKER"]
    assert (event["at"], event["shuffle"]) == (1763640000123456, 0)


def test_the_how_to_shows_the_output() -> None:
    server = begun("hundred-and-ten", (ANN, BEN, CYD), absent=(BEN,), people=3)
    server.play_to_the_end()
    text = HOW_TO.read_text(encoding="utf-8")
    [asked] = in_python([Question(server.sealed_file(), SEEDS[ANN], ANN)])
    *lines, used, _ = asked.lines
    output = "".join(f"   {line}\n" for line in (*lines, "All deals are right."))
    assert f"   $ python clients/verify.py game.jsonl\n{output}" in text
    assert f"$ python clients/verify.py game.jsonl --seed {SEEDS[ANN]} --player {ANN}\n" in text
    assert f"`{used}`" in text
