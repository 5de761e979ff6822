"""What is asked of documents, and the cache of those that were found valid: clients send the same few."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from graphql import DocumentNode, OperationDefinitionNode
from strawberry.extensions import SchemaExtension
from strawberry.types.graphql import OperationType

from api.graphql.context import fault

MOST_DOCUMENTS: Final = 500
LONGEST_KEPT: Final = 20_000
"""Longer texts are not kept, so that the cache cannot be made to fill the memory."""


class Documents:
    """Valid documents by their text, those that were used last."""

    def __init__(self, most: int = MOST_DOCUMENTS) -> None:
        self._most = most
        self._kept: OrderedDict[str, DocumentNode] = OrderedDict()

    def find(self, text: str | None) -> DocumentNode | None:
        """Return the document, if it is known to be valid."""
        document = self._kept.get(text) if text is not None else None
        if document is not None and text is not None:
            self._kept.move_to_end(text)
        return document

    def keep(self, text: str | None, document: DocumentNode | None) -> None:
        """Remember a valid document."""
        if text is None or document is None or len(text) > LONGEST_KEPT:
            return
        self._kept[text] = document
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)


class KnownDocuments(SchemaExtension):
    """Spares documents that were found valid before from being parsed and validated again."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._known = False

    def on_parse(self) -> Iterator[None]:
        """Take a known document instead of parsing the text."""
        document = self._documents.find(self.execution_context.query)
        if document is not None:
            self.execution_context.graphql_document = document
            self._known = True
        yield

    def on_validate(self) -> Iterator[None]:
        """Leave a known document alone; remember another one that turns out valid."""
        context = self.execution_context
        if self._known:
            context.pre_execution_errors = []
        yield
        if not self._known and not context.pre_execution_errors:
            self._documents.keep(context.query, context.graphql_document)


class Answerable(SchemaExtension):
    """Refuses what cannot be answered: a guess among operations, a stream to a caller that takes none."""

    def on_validate(self) -> Iterator[None]:
        """Find fault with the operation before it is carried out."""
        context = self.execution_context
        definitions = context.graphql_document.definitions if context.graphql_document else ()
        operations = sum(isinstance(each, OperationDefinitionNode) for each in definitions)
        # The public name falls back to that of the first operation, which is the guess in question.
        if operations > 1 and not context._provided_operation_name:
            text = "The document has several operations: say which one in operationName."
            context.pre_execution_errors = [fault("OPERATION_NOT_NAMED", text)]
        elif context.operation_type is OperationType.SUBSCRIPTION and not context.context.streams:
            text = "A subscription needs a WebSocket, or the header 'Accept: text/event-stream'."
            context.pre_execution_errors = [fault("SUBSCRIPTION_NOT_STREAMED", text)]
        yield
