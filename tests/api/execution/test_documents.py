"""Documents that are known: judged once, kept within bounds."""

from __future__ import annotations

from api.graphql.execution.document_cache import MOST_CHARACTERS, Document, Documents
from api.graphql.limits.request_limits import Limits
from tests.api.harness import full_documents as d


def known(documents: Documents, text: str) -> Document:
    judged = documents.judged(d.schema(), text)
    assert isinstance(judged, Document)
    documents.keep(text, judged)
    return judged


def test_a_valid_document_is_judged_once() -> None:
    documents = Documents(Limits())
    document = known(documents, "{ variants { name } }")
    assert documents.find("{ variants { name } }") is document
    assert documents.find("{ variants  { name } }") is None


def test_what_is_kept_is_bounded_and_the_oldest_goes_first() -> None:
    documents = Documents(Limits(), most_characters=100)
    texts = [f"{{ variants {{ name }} }} # {number}" for number in range(9)]
    for text in texts:
        known(documents, text)
        documents.find(texts[0])
    kept = [text for text in texts if documents.find(text)]
    assert kept == [texts[0], *texts[-3:]]
    assert sum(map(len, kept)) <= 100


def test_a_text_that_is_very_long_is_not_kept() -> None:
    documents = Documents(Limits())
    text = "{ variants { name } } #" + "x" * 20_000
    known(documents, text)
    assert documents.find(text) is None
    assert len(text) < MOST_CHARACTERS
