"""The formulas of deal/v1: known answers, equal to those of the domain, in Python and in JavaScript."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from domain.cards import DECK_WITH_JOKER
from domain.shuffles import deal
from tests.clients.verify.game_files import Json, seats_of
from tests.clients.verify.verifiers import run_javascript, verify_py

SECRET: Final = bytes(range(32)).hex()
ANN, BEN = "a" * 32, "b" * 32
ONES, TWOS = "1" * 64, "2" * 64
DECK: Final = [str(card) for card in DECK_WITH_JOKER]


def known_game() -> Json:
    """Return the arguments of the known answer."""
    foot = deal.link(SECRET, 0)
    commitments = [deal.seed_commitment(foot, ANN, ONES), deal.seed_commitment(foot, BEN, TWOS)]
    seats = seats_of((ANN, commitments[0], ONES), (BEN, commitments[1], None), ("machine-1", None, None))
    game = {"deal": foot, "seats": seats, "player": ANN, "seed": ONES}
    return game | {"link": deal.link(SECRET, 1), "number": 0, "deck": DECK}


def random_game(random: Random) -> Json:
    """Return random arguments of the formulas; there is no link from shuffle 256 on, and any one will do."""
    secret, number = random.randbytes(32).hex(), random.randint(0, 300)
    foot = deal.link(secret, 0)
    seats = []
    for seat in range(random.randint(2, 8)):
        player, seed = (
            random.choice([random.randbytes(16).hex(), f"machine-{seat}"]),
            random.randbytes(32).hex(),
        )
        has_committed = random.random() < 0.7
        has_opened = has_committed and random.random() < 0.7
        commitment = deal.seed_commitment(foot, player, seed) if has_committed else None
        seats.append((player, commitment, seed if has_opened else None))
    return {
        "deal": foot,
        "seats": seats_of(*seats),
        "player": seats[0][0],
        "seed": random.randbytes(32).hex(),
        "link": deal.link(secret, number + 1) if number < deal.LINKS else random.randbytes(32).hex(),
        "number": number,
        "deck": random.sample(DECK, random.randint(1, len(DECK))),
    }


def in_domain(game: Json) -> Json:
    """Return the values of the formulas by the domain."""
    seats = [deal.SeedOfSeat(**seat) for seat in game["seats"]]
    fingerprint = deal.fingerprint(game["deal"], seats)
    cards = tuple(card for card in DECK_WITH_JOKER if card in game["deck"])
    return {
        "commitment": deal.seed_commitment(game["deal"], game["player"], game["seed"]),
        "fingerprint": fingerprint,
        "roll": deal.roll(game["deal"], seats),
        "order": [*deal.order(fingerprint, game["link"], game["number"], cards)],
    }


def in_python(game: Json) -> Json:
    """Return the values of the formulas by the verifier in Python."""
    fingerprint = verify_py.fingerprint(game["deal"], game["seats"])
    return {
        "commitment": verify_py.seed_commitment(game["deal"], game["player"], game["seed"]),
        "transcript": verify_py.transcript(game["deal"], game["seats"]),
        "fingerprint": fingerprint,
        "roll": verify_py.roll(game["deal"], game["seats"]),
        "order": verify_py.shuffled_order(fingerprint, game["link"], game["number"], game["deck"]),
    }


def test_known_answer() -> None:
    found: Any = in_python(known_game())
    assert found["fingerprint"] == "3ecea1767f9638f6da0fa98edc74f9ce4381e4862801227a205c2e4f46bf3cc9"
    assert " ".join(found["order"][:6]) == "JC QS 3D 6C 4D TD"
    assert known_game()["deal"] == "403b9830e725b3b4818373430145566c2837d792bc6072ae3f9ae494db9eb1ad"
    assert found["commitment"] == "0ffb6f12aee71d4feab3b09e46687b1fd0541cf77ded362593509c372c11380f"
    assert found["transcript"].splitlines() == [
        "deal/v1 403b9830e725b3b4818373430145566c2837d792bc6072ae3f9ae494db9eb1ad",
        f"0 {ANN} 0ffb6f12aee71d4feab3b09e46687b1fd0541cf77ded362593509c372c11380f {ONES}",
        f"1 {BEN} fd9546eb659e8810f9d99b5d621f2601a13f0b05fe45dda3604103214f1f546e -",
        "2 machine-1 - -",
    ]
    assert found["transcript"].endswith("machine-1 - -\n")


def test_formulas_are_those_of_the_domain() -> None:
    random = Random(20)
    games = [known_game(), *(random_game(random) for _ in range(999))]
    found = [in_python(game) for game in games]
    assert run_javascript("formulas", games) == found
    assert [{name: each[name] for name in each if name != "transcript"} for each in found] == [
        in_domain(game) for game in games
    ]


def test_sha256_in_javascript_is_that_of_node() -> None:
    lengths = [*range(200), 1_000, 65_536]
    assert run_javascript("sha256", lengths) == [True] * len(lengths)
