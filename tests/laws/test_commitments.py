"""Shuffles are committed to, revealed when none of their cards can matter any more, and can be checked."""

from __future__ import annotations

from random import Random

from hypothesis import given
from msgspec.structs import replace

from domain.cards import Card
from domain.events import DeckRevealed, DeckShuffled, GameCreated, GameWon
from domain.game import Stage
from domain.options import Reveal
from domain.shuffles.shuffle import commitment, matches_commitment
from tests.laws.playouts import SEEDS, Playout, every_variant, playout, same_games


def check_commitments(played: Playout, random: Random) -> None:
    shuffles = [event for event in played.log if isinstance(event, DeckShuffled)]
    opened = [event for event in played.log if isinstance(event, DeckRevealed)]
    assert [made.shuffle for made in shuffles] == list(range(len(shuffles)))
    assert len({made.commitment for made in shuffles}) == len(shuffles)
    assert len({made.salt for made in shuffles}) == len(shuffles)
    if played.known.game.stage is Stage.WON:
        assert sorted(shown.shuffle for shown in opened) == list(range(len(shuffles)))
    for shown in opened:
        made = shuffles[shown.shuffle]
        assert matches_commitment(shown, made)
        assert (shown.order, shown.salt) == (made.order, made.salt)
        assert not matches_commitment(tampered(shown, random), made)
        assert not any(matches_commitment(shown, other) for other in shuffles if other is not made)


def tampered(shown: DeckRevealed, random: Random) -> DeckRevealed:
    order = list(shown.order)
    first, second = random.sample(range(len(order)), 2)
    order[first], order[second] = order[second], order[first]
    salt = random.randbytes(32).hex()
    return random.choice(
        [
            replace(shown, order=tuple(order)),
            replace(shown, order=(*shown.order[:-1], Card.FACE_DOWN)),
            replace(shown, salt=salt),
            replace(shown, shuffle=shown.shuffle + 1),
        ]
    )


def check_time_of_reveals(played: Playout) -> None:
    """Nothing is revealed before it is shuffled, nor, by option, before the end."""
    created = played.log[0]
    assert isinstance(created, GameCreated)
    shuffled = 0
    won = False
    for event in played.log:
        match event:
            case DeckShuffled():
                shuffled += 1
            case GameWon():
                won = True
            case DeckRevealed(shuffle=shuffle):
                assert shuffle < shuffled
                assert won or created.options["reveal"] == Reveal.EACH_ROUND


@every_variant
@same_games
@given(seed=SEEDS)
def test_every_reveal_opens_its_commitment_and_nothing_else_does(variant: str, seed: int) -> None:
    check_commitments(playout(variant, seed), Random(seed))


@every_variant
@same_games
@given(seed=SEEDS)
def test_nothing_is_revealed_before_its_time(variant: str, seed: int) -> None:
    check_time_of_reveals(playout(variant, seed))


def test_a_commitment_depends_on_every_card_and_on_the_salt() -> None:
    order = (Card("5H"), Card("JH"))
    made = {
        commitment(order, "aa"),
        commitment(order[::-1], "aa"),
        commitment(order[:1], "aa"),
        commitment(order, "ab"),
    }
    assert len(made) == 4
