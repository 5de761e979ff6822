"""The state of a game that is over, while discarded cards wait for the reveal of their shuffle."""

from __future__ import annotations

import msgspec

from domain.events import DeckRevealed, GameWon
from projections.statistics.projection import STATISTICS
from tests.projections.given import given
from tests.projections.logs import Log, story

DISCARDING = "hundred-and-ten"


def end_of(log: Log) -> int:
    return next(number for number, event in enumerate(log) if isinstance(event, GameWon))


def test_only_what_a_reveal_needs_is_kept_after_the_end_and_only_until_then() -> None:
    log = story(DISCARDING, 3)
    end = end_of(log)
    [before] = given(STATISTICS, log[:end]).rows("under_way")
    folded = given(STATISTICS, log[: end + 1])
    [after] = folded.rows("under_way")
    kept = msgspec.json.decode(after["progress"])
    assert kept["is_over"]
    assert kept["discards"]
    assert not {"scored", "played", "round", "person_moves"} & {*kept, *kept["game"]}
    assert len(after["progress"]) < len(before["progress"]) / 3
    known = len(folded.rows("discard"))
    folded.when(*(event for event in log[end + 1 :] if isinstance(event, DeckRevealed)))
    assert len(folded.rows("discard")) > known
    assert folded.rows("under_way") == []


def test_a_game_without_discards_leaves_no_state_at_its_end() -> None:
    log = story("oh-hell", 3)
    assert given(STATISTICS, log[: end_of(log) + 1]).rows("under_way") == []
