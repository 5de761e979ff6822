"""Checks of documents before they are registered: each must fit the schema and the limits of a request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from graphql import GraphQLError, GraphQLSchema
from msgspec import Struct

from api.documents.manifests import PREFIX, GivenDocument, digest_id
from api.documents.store import StoredDocument
from api.graphql.execution.cost import evaluate
from api.graphql.execution.documents import Document, Operation
from api.graphql.execution.validation.document_validator import DocumentValidator
from api.graphql.limits.request_limits import limit_exceeded


class DocumentProblem(Struct, frozen=True):
    """The reason why a document cannot be trusted."""

    id: str
    name: str
    code: str
    """`WRONG_DIGEST`, `ID_TAKEN`, or the code of the fault that a request with the document would get."""
    message: str
    line: int | None = None
    """The line of the document; None for a reason that concerns all of it."""

    def __str__(self) -> str:
        """Return the reason as a line of text."""
        where = "" if self.line is None else f"line {self.line}: "
        label = self.name if self.name == self.id else f"{self.name} ({self.id})"
        return f"{label}: {self.code}: {where}{self.message}"


class DocumentsRefused(Exception):
    """Some documents cannot be trusted."""

    def __init__(self, problems: Iterable[DocumentProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def check(
    given: Iterable[GivenDocument],
    known: Iterable[StoredDocument],
    schema: GraphQLSchema,
    validator: DocumentValidator,
) -> None:
    """Check documents, given those that are registered; raises DocumentsRefused with all problems."""
    problems = list(_problems(given, {each.id: each.text for each in known}, schema, validator))
    if problems:
        raise DocumentsRefused(problems)


def _problems(
    given: Iterable[GivenDocument],
    known: Mapping[str, str],
    schema: GraphQLSchema,
    validator: DocumentValidator,
) -> Iterator[DocumentProblem]:
    texts = dict(known)
    for each in given:
        if texts.setdefault(each.id, each.text) != each.text:
            text = "The id is that of another document; ids do not change their documents."
            yield DocumentProblem(each.id, each.name, "ID_TAKEN", text)
        elif each.id.startswith(PREFIX) and each.id != digest_id(each.text):
            text = f"The text has the digest {digest_id(each.text)}."
            yield DocumentProblem(each.id, each.name, "WRONG_DIGEST", text)
        else:
            yield from problems_of(each, errors_of(each.text, schema, validator))


def errors_of(text: str, schema: GraphQLSchema, validator: DocumentValidator) -> list[GraphQLError]:
    """Return the errors of a document, also of one that costs too much with every size of its lists."""
    result = validator.validate(schema, text)
    if not isinstance(result, Document):
        return result
    return [error for each in result.operations for error in _cost_errors(schema, validator, result, each)]


def _cost_errors(
    schema: GraphQLSchema, validator: DocumentValidator, document: Document, operation: Operation
) -> list[GraphQLError]:
    # Validation has computed the cost of an only operation.
    if operation.cost is None and (errors := validator.compute_cost(schema, document, operation)):
        return errors
    assert operation.cost is not None, "it was computed without an error"
    limit, cost = validator.limits.cost, evaluate(operation.cost, _smallest(operation))
    return [limit_exceeded("QUERY_TOO_COSTLY", limit, cost)] if cost > limit else []


def _smallest(operation: Operation) -> dict[str, int]:
    """Return the variables of an operation as the sizes of lists of one item."""
    return {each.variable.name.value: 1 for each in operation.node.variable_definitions or ()}


def problems_of(
    document: GivenDocument | StoredDocument, errors: Iterable[GraphQLError]
) -> Iterator[DocumentProblem]:
    """Yield the validation errors of a document."""
    for error in errors:
        line = error.locations[0].line if error.locations else None
        code = str((error.extensions or {}).get("code"))
        yield DocumentProblem(document.id, document.name, code, error.message, line)
