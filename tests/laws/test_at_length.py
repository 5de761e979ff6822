"""The same laws over many more games; run with `pytest -m slow`."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from tests.laws.playouts import SEEDS, every_variant, playout
from tests.laws.secrecy.test_secrecy import check_secrecy, check_secrecy_of_outcomes
from tests.laws.test_cards_conserved import check_cards
from tests.laws.test_commitments import check_commitments, check_time_of_reveals
from tests.laws.test_course import check_course, check_outcome, check_refusals
from tests.laws.test_legal_moves import check_legal_moves
from tests.laws.test_replay import check_prefixes, check_replay, check_views


@pytest.mark.slow
@pytest.mark.timeout(0)
@every_variant
@given(seed=SEEDS)
@settings(max_examples=400)
def test_every_law_holds_over_many_games(variant: str, seed: int) -> None:
    played, random = playout(variant, seed), Random(seed)
    check_replay(played)
    check_prefixes(played, random)
    check_views(played, random)
    check_cards(played)
    check_legal_moves(played, random)
    check_course(played)
    check_refusals(played)
    check_outcome(played)
    check_commitments(played, random)
    check_time_of_reveals(played)
    check_secrecy(played, random)
    check_secrecy_of_outcomes(played, random)
