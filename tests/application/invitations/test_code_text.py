"""The text of invitation codes, as people read, write and misread it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from application.invitations.code_text import ALPHABET, LENGTH, code_of, normalized

CODES = st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH)


def test_the_alphabet_is_that_of_crockford() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert set("ILOU").isdisjoint(ALPHABET)


@given(CODES)
def test_a_code_stands_for_sixty_bits(code: str) -> None:
    number = sum(ALPHABET.index(digit) << 5 * place for place, digit in enumerate(reversed(code)))
    digest = (number << 4 | 0b1010).to_bytes(8, "big") + b"further bytes"
    assert code_of(digest) == code


@given(CODES, st.data())
def test_a_code_is_read_in_any_case_with_hyphens_and_confused_digits(code: str, data: st.DataObject) -> None:
    confused = {"0": "0oO", "1": "1iIlL"}
    written = "".join(
        data.draw(st.sampled_from(confused.get(digit, digit + digit.lower())))
        + data.draw(st.sampled_from(("", "", "", "-", " ")))
        for digit in code
    )
    assert normalized(written) == code


def test_other_letters_are_not_taken_for_digits() -> None:
    # Capitalized, the dotless i is an I, and the long s an S.
    for other in ("\u0131", "\u017f", "\uff11", "\u0661"):
        assert normalized("A" * 11 + other) == ""
    assert normalized("AAAAAAAAAAAU") == "AAAAAAAAAAAU", "U is no digit, and is not taken for a V"
