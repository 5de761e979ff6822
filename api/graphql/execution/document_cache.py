"""Cache of valid documents by text: trusted documents permanently, others while they are in use.

Clients send the same few documents, so each is parsed and validated once, and cached with the costs of its
operations.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from graphql import DocumentNode, GraphQLSchema

from api.graphql.execution.documents import Document

MAX_CACHED_CHARACTERS: Final = 100_000
"""Maximum characters of all cached texts; their nodes dominate the time of a full garbage collection."""
MAX_CACHED_TEXT: Final = 20_000
"""Longest text that is cached, in characters; a longer one would evict all documents in use."""


class DocumentCache:
    """Caches trusted documents and the most recently used others."""

    def __init__(self, *, max_characters: int = MAX_CACHED_CHARACTERS) -> None:
        self._trusted: dict[str, Document] = {}
        self._registered: Mapping[str, Document] = {}
        # Not an LRUCache of cachetools, whose calls take longer than any other check of a plain request.
        self._recent: OrderedDict[str, tuple[Document, int]] = OrderedDict()
        """The other documents with the sizes for which they are counted; the least recently used first."""
        self._size = 0
        self._max_size = max_characters
        self._validations: dict[str, asyncio.Event] = {}
        """Events by text, for documents under validation; set when validation ends."""

    def get(self, text: str) -> Document | None:
        """Return a trusted or cached document, else None."""
        return self._trusted.get(text) or self._registered.get(text) or self._get_recent(text)

    def _get_recent(self, text: str) -> Document | None:
        found = self._recent.get(text)
        if found is None:
            return None
        document, size = found
        if document.size == size:
            self._recent.move_to_end(text)
        else:
            # Its operations have plans by now, which count like the document itself.
            self.add(text, document)
        return document

    async def wait_for_validation(self, text: str) -> Document | None:
        """Wait for another request's validation of the document; None if there is none, or it is not cached.

        Many clients may send the same new document at the same moment, for example after a restart.
        """
        if (validated := self._validations.get(text)) is None:
            return None
        await validated.wait()
        return self.get(text)

    @contextmanager
    def validating(self, text: str) -> Iterator[None]:
        """Make other requests for a document wait for this request's validation of it."""
        if text in self._validations:
            yield
            return
        validated = self._validations[text] = asyncio.Event()
        try:
            yield
        finally:
            del self._validations[text]
            validated.set()

    def trust(self, schema: GraphQLSchema, documents: Mapping[str, DocumentNode]) -> None:
        """Cache valid documents permanently, by their texts; limits do not apply to trusted documents."""
        for text, parsed in documents.items():
            self._trusted[text] = Document.of(schema, text, parsed, is_limited=False)

    @property
    def trusted(self) -> Mapping[str, Document]:
        """The trusted documents by their texts."""
        return self._trusted

    def register(self, documents: Mapping[str, Document]) -> None:
        """Cache valid documents of other clients by their texts, until the next call; they are limited."""
        self._registered = documents

    def add(self, text: str, document: Document) -> None:
        """Cache a valid document, and evict the least recently used ones."""
        if (known := self._recent.pop(text, None)) is not None:
            self._size -= known[1]
        size = document.size
        if len(text) > MAX_CACHED_TEXT or size > self._max_size:
            return
        self._recent[text] = document, size
        self._size += size
        while self._size > self._max_size:
            _, (_, dropped) = self._recent.popitem(last=False)
            self._size -= dropped
