"""The registered documents of a server: read from the store when they change, and validated again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from functools import partial
from typing import Final

from graphql import GraphQLError
from sqlalchemy.exc import SQLAlchemyError

from api.documents.checks import problems_of
from api.documents.store import DocumentStore, StoredDocument
from api.graphql.execution.documents import Document
from api.graphql.schema import Schema
from application.runtime.coalesced_refresh import CoalescedRefresh

logger = logging.getLogger(__name__)

NOTICED_WITHIN: Final = 2.0
"""Seconds within which a server notices documents that another process added or removed."""
_QUEUE: Final = "registered documents"
"""The place of these documents in the queue of the validator, in which others have their addresses."""


class RegisteredDocuments:
    """Finds registered documents by their ids; one that does not fit the schema is logged, and not found."""

    def __init__(
        self, store: DocumentStore, served: Schema, *, noticed_within: float = NOTICED_WITHIN
    ) -> None:
        """Read and validate all documents."""
        self._store = store
        self._served = served
        self._texts: dict[str, str] = {}
        self._unfit: frozenset[StoredDocument] = frozenset()
        self._refresh = CoalescedRefresh(self._read_if_changed, noticed_within)
        # The count first: a change after that is read again.
        self._count = store.change_count()
        results = ((each, served.validated(each.text)) for each in store.read())
        self._use(results)

    async def find(self, id: str) -> str | None:
        """Return the text of a document by its id."""
        try:
            await self._refresh.refresh_if_stale()
        except SQLAlchemyError as error:
            logger.warning("the registered documents cannot be read now: %s", type(error).__name__)
        return self._texts.get(id)

    async def _read_if_changed(self) -> None:
        count = await asyncio.to_thread(self._store.change_count)
        if count == self._count:
            return
        results = []
        for each in await asyncio.to_thread(self._store.read):
            validator = self._served.validator
            task = partial(self._served.validated, each.text)
            results.append((each, await validator.run_in_thread(task, _QUEUE)))
        self._use(results)
        self._count = count

    def _use(self, results: Iterable[tuple[StoredDocument, Document | list[GraphQLError]]]) -> None:
        fit: dict[str, tuple[str, Document]] = {}
        unfit = set[StoredDocument]()
        for each, result in results:
            if isinstance(result, Document):
                fit[each.id] = each.text, result
                continue
            unfit.add(each)
            if each not in self._unfit:
                for problem in problems_of(each, result):
                    logger.error("a registered document does not fit any more: %s", problem)
        self._texts = {id: text for id, (text, _) in fit.items()}
        self._unfit = frozenset(unfit)
        self._served.register(dict(fit.values()))
