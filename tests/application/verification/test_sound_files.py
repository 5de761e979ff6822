"""Files of games that were played by the rules are right, for every reader."""

from __future__ import annotations

import pytest

from api.transparency.file_proof import read_seen
from api.transparency.game_verdict import verdict_on
from domain.commands import FillSeats, StartGame
from domain.events import MachineKeyRevealed, MachineLevel
from domain.state import OVER
from tests.application.verification.files import (
    KEY,
    file_of,
    finished,
    heads_of,
    judgements,
    recorded,
    status_of,
    with_proof,
)
from tests.laws.playouts import PEOPLE, Match, Playout, every_variant, every_variant_with_levels, playout
from tests.laws.timed_playouts import timed_playout


def sound(variant: str, seed: int) -> None:
    game = playout(variant, seed)
    stage = game.known.game.stage
    for viewer in (None, *range(len(game.known.game.seats))):
        content = with_proof(file_of(recorded(game), viewer))
        if stage not in OVER:
            assert status_of(content) == 2
        elif game.known.game.shuffles:
            assert status_of(content) == 0, judgements(content)
        else:
            assert status_of(content) == 3
            assert judgements(content)["deals"] == "not checked: no cards were dealt"


@every_variant
def test_games_of_people_and_machines_are_right(variant: str) -> None:
    for seed in range(4):
        sound(variant, seed)


@every_variant
def test_games_with_clocks_are_right(variant: str) -> None:
    for seed in range(3):
        game = timed_playout(variant, seed)
        assert game.known.game.stage in OVER
        assert status_of(with_proof(file_of(recorded(game)))) == 0


@every_variant_with_levels
def test_games_of_machines_that_draw_numbers_are_right(variant: str) -> None:
    match = Match(variant, 1)
    match.create()
    match.must(FillSeats(by=PEOPLE[0], count=match.rules.seats[0] - 1, level=MachineLevel.BEGINNER))
    match.must(StartGame(by=PEOPLE[0]))
    match.play()
    game = Playout(variant=variant, seed=1, commits=tuple(match.commits), refused=())
    assert isinstance(game.log[-1], MachineKeyRevealed)
    assert status_of(with_proof(file_of(recorded(game)))) == 0
    assert judgements(file_of(recorded(game)[:-1]))["rules"].startswith("wrong: ")


@pytest.mark.slow
@every_variant
def test_many_games_of_people_and_machines_are_right(variant: str) -> None:
    for seed in range(4, 50):
        sound(variant, seed)


@every_variant
def test_what_is_not_given_is_not_checked(variant: str) -> None:
    content = file_of(recorded(finished(variant)))
    found = {part.name: part.judgement.value for part in verdict_on(with_proof(content), None, None).parts}
    assert found.pop("signature") == "not checked"
    assert set(found.values()) == {"right"}
    found = {part.name: part.judgement.value for part in verdict_on(content, KEY, None).parts}
    assert {name for name, judgement in found.items() if judgement == "not checked"} == {
        "heads",
        "proof",
        "signature",
    }
    assert set(found.values()) == {"right", "not checked"}


def test_heads_that_a_player_has_kept_are_compared() -> None:
    content = with_proof(file_of(recorded(finished("president"))))
    heads = heads_of(content)
    lines = [f"{version} {head.hex()}" for version, head in enumerate(heads, 1)]
    assert verdict_on(content, KEY, read_seen("\n".join(lines[::7]).encode())).exit_status == 0
    for wrong in (f"9 {heads[9].hex()}", f"{len(heads) + 1} {heads[-1].hex()}"):
        verdict = verdict_on(content, KEY, read_seen(f"{lines[0]}\n{wrong}".encode()))
        assert verdict.exit_status == 1
        [part] = [part for part in verdict.parts if part.judgement == "wrong"]
        assert part.name == "heads"
        assert f"version {wrong.split()[0]} " in f"{part.detail} "
