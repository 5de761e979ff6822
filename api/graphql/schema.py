"""The schema: combines derived and handwritten types, limits operations and masks errors."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Final

import strawberry
from graphql import (
    DocumentNode,
    GraphQLArgument,
    GraphQLError,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    OperationType,
    Undefined,
)
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext
from strawberry.types.execution import PreExecutionError

from api.graphql.errors.masking import mask_error
from api.graphql.execution.answer_marks import observe_public_fields
from api.graphql.execution.document_cache import DocumentCache
from api.graphql.execution.documents import Document, Operation
from api.graphql.execution.list_sizes import describe_arguments, describe_bounds
from api.graphql.execution.operation_runner import OperationRunner
from api.graphql.execution.plain_fields import install_readers
from api.graphql.execution.plain_inputs import install_constructor
from api.graphql.execution.planned.operation_plans import OperationPlans
from api.graphql.execution.planned.planned_messages import PlannedMessages, messages_of_task
from api.graphql.execution.planned.planned_requests import PlannedRequests
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.execution.planned.shared_payloads import SharedPayloads
from api.graphql.execution.sliced_executor import Executor
from api.graphql.execution.validation.document_validator import DocumentValidator
from api.graphql.games import rating_fields as _rating_fields  # noqa: F401 - adds fields to `Game`
from api.graphql.games import rematch_fields as _rematch_fields  # noqa: F401 - adds fields to `Game`
from api.graphql.games import review_fields as _review_fields  # noqa: F401 - adds a field to `Game`
from api.graphql.limits import cost_report
from api.graphql.limits.request_limits import Limits
from api.graphql.log import game_proofs as _game_proofs  # noqa: F401 - adds a field to `Game`
from api.graphql.mutations.root import mutation_type
from api.graphql.queries import luck as _luck  # noqa: F401 - adds fields to `Game` and `Profile`
from api.graphql.queries.root import Query
from api.graphql.subscriptions.root import Subscription
from api.graphql.types.events import event_types
from api.graphql.types.field_values import read_field
from api.graphql.types.moves_and_offers import move_types, offer_types
from api.graphql.types.scalars import SCALARS
from api.monitoring.counters import count_error

DEFAULTS: Final = Limits()


class Schema(strawberry.Schema):
    """A schema with limits on operations and masked errors."""

    def __init__(self, validator: DocumentValidator, plans: PlanPolicy, **options: Any) -> None:
        super().__init__(**options, execution_context_class=Executor)
        self._documents = DocumentCache()
        self.validator = validator
        # Strawberry offers no hook for the types of graphql-core after it has converted them.
        for type_ in self._schema.type_map.values():
            _remove_default_null(type_)
            describe_bounds(type_)
            if isinstance(type_, GraphQLObjectType):
                install_readers(type_)
            elif isinstance(type_, GraphQLInputObjectType):
                install_constructor(type_)
        # A sorted schema has copies of the directives, and both are printed.
        for directive in (*self._schema.directives, *self._schema_graphql_directives.values()):
            describe_arguments(directive)
        assert self._schema.query_type is not None, "every schema has queries"
        observe_public_fields(self._schema.query_type)
        self.plans = OperationPlans(self, plans)
        self._payloads = SharedPayloads()
        self.planned = PlannedRequests(self._schema, self._documents, validator.limits, _mask)
        """Executes requests by the plans of their documents, and leaves the others to `execute`."""

    def trust(self, documents: Mapping[str, DocumentNode]) -> None:
        """Cache valid documents permanently, by their texts."""
        self._documents.trust(self._schema, documents)

    @property
    def trusted_documents(self) -> Mapping[str, Document]:
        """The documents that are cached permanently, by their texts."""
        return self._documents.trusted

    def register(self, documents: Mapping[str, Document]) -> None:
        """Cache other valid documents, by their texts, in place of those that were registered before."""
        self._documents.register(documents)

    def validated(self, text: str) -> Document | list[GraphQLError]:
        """Return a document if it is valid and within the limits, else its errors."""
        return self._documents.get(text) or self.validator.validate(self._schema, text)

    def create_extensions_runner(self, execution_context: ExecutionContext, extensions: object) -> Any:
        """Return the runner of an operation's stages, in place of Strawberry's extensions runner."""
        return OperationRunner(self._documents, self.validator, execution_context)

    async def _prepare_operation_async(
        self, context: ExecutionContext, extensions_runner: Any
    ) -> PreExecutionError | None:
        # Private, but the only place before Strawberry parses the text, which it would do on the event loop.
        if context.query and (errors := await extensions_runner.find()):
            context.pre_execution_errors = errors
            return PreExecutionError(data=None, errors=errors)
        error = await super()._prepare_operation_async(context, extensions_runner)
        self._plan_messages(context, extensions_runner.selected)
        return error

    def _plan_messages(self, execution: ExecutionContext, selected: Operation | None) -> None:
        """Have the messages of a subscription completed by plan, which the current task begins."""
        messages = None
        document = execution.graphql_document
        if selected is not None and document is not None and selected.type is OperationType.SUBSCRIPTION:
            messages = PlannedMessages(
                self.plans,
                self._payloads,
                document,
                selected,
                execution.variables or {},
                has_report=cost_report.is_wanted(),
            )
        messages_of_task.set(messages)

    def _execute_operation(
        self,
        execution_context: ExecutionContext,
        extensions_runner: Any,
        middleware_manager: Any,
        execute_function: Callable[..., Any],
        custom_context_kwargs: dict[str, Any],
    ) -> Coroutine[Any, Any, Any]:
        # Private, but the only place between the selection of the operation and the making of its executor.
        custom_context_kwargs["selected"] = extensions_runner.selected
        return super()._execute_operation(
            execution_context, extensions_runner, middleware_manager, execute_function, custom_context_kwargs
        )

    def _get_execute_function(self) -> Callable[..., Any]:
        # Private, but the only way to execute operations that Strawberry has prepared in another way.
        return self.plans.execute

    def process_errors(
        self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None
    ) -> None:
        """Replace each error by its masked form, before it becomes part of an answer.

        Every path to an answer passes through this method, including lists, streams and early failures.
        """
        document = None if execution_context is None else execution_context.graphql_document
        _mask(errors, document)


def _mask(errors: list[GraphQLError], document: DocumentNode | None) -> None:
    errors[:] = [mask_error(error, document) for error in errors]
    for each in errors:
        count_error(each)


def _remove_default_null(kind: GraphQLNamedType) -> None:
    """Remove the default null, which strawberry gives to optional arguments and input fields."""
    inputs: list[GraphQLArgument | GraphQLInputField] = []
    if isinstance(kind, GraphQLInputObjectType):
        inputs += kind.fields.values()
    elif isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
        inputs += (argument for field in kind.fields.values() for argument in field.args.values())
    for each in inputs:
        if each.default_value is None:
            each.default_value = Undefined


def schema_of(
    roots: Mapping[str, Any],
    limits: Limits,
    *,
    suggestions: bool = False,
    plans: PlanPolicy = PlanPolicy.SECOND_USE,
    types: Iterable[Any] = (),
    **config: Any,
) -> Schema:
    """Return a schema of the given root types, with limits and masked errors.

    `suggestions` is whether errors suggest similar names of the schema.
    """
    return Schema(
        DocumentValidator(limits, suggestions=suggestions),
        plans,
        **roots,
        types=types,
        config=StrawberryConfig(
            default_resolver=read_field,
            scalar_map=SCALARS,
            **config,
        ),
    )


def schema(
    limits: Limits = DEFAULTS,
    *,
    suggestions: bool = False,
    plans: PlanPolicy = PlanPolicy.SECOND_USE,
    sort: bool = False,
) -> Schema:
    """Return the schema for all variants; a sorted schema is for printing only.

    Sorting copies all types, and strawberry 0.341 then no longer recognises the members of its unions.
    """
    roots = {"query": Query, "mutation": mutation_type(), "subscription": Subscription}
    types = [*event_types(), *move_types(), *offer_types()]
    return schema_of(roots, limits, suggestions=suggestions, plans=plans, types=types, sort_schema=sort)


def sdl() -> str:
    """Return the schema in the schema definition language, sorted, as it is committed."""
    return schema(sort=True).as_str() + "\n"
