"""The document cache: exact texts, a bounded size, eviction of the least recently used documents."""

from __future__ import annotations

from api.graphql.execution.document_cache import MAX_CACHED_CHARACTERS, DocumentCache
from api.graphql.execution.documents import Document
from api.graphql.execution.validation.document_validator import DocumentValidator
from api.graphql.limits.request_limits import Limits
from tests.api.harness import full_documents as d


def cache(documents: DocumentCache, text: str) -> Document:
    document = DocumentValidator(Limits()).validate(d.schema(), text)
    assert isinstance(document, Document)
    documents.add(text, document)
    return document


def test_a_cached_document_is_found_by_its_exact_text() -> None:
    documents = DocumentCache()
    document = cache(documents, "{ variants { name } }")
    assert documents.get("{ variants { name } }") is document
    assert documents.get("{ variants  { name } }") is None


def test_the_least_recently_used_documents_are_evicted_when_the_cache_is_full() -> None:
    documents = DocumentCache(max_characters=100)
    texts = [f"{{ variants {{ name }} }} # {number}" for number in range(9)]
    for text in texts:
        cache(documents, text)
        documents.get(texts[0])
    cached = [text for text in texts if documents.get(text)]
    assert cached == [texts[0], *texts[-3:]]
    assert sum(map(len, cached)) <= 100


def test_a_very_long_text_is_not_cached() -> None:
    documents = DocumentCache()
    text = "{ variants { name } } #" + "x" * 20_000
    cache(documents, text)
    assert documents.get(text) is None
    assert len(text) < MAX_CACHED_CHARACTERS
