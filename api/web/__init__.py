"""Serves the pages in `web/`: their files, and the documents that they ask by."""

from __future__ import annotations

from functools import lru_cache

from graphql import GraphQLSchema
from msgspec import Struct
from starlette.routing import BaseRoute

from api.web.documents import TrustedDocuments
from api.web.files import FILES, routes


class Site(Struct, frozen=True):
    """What is served to browsers."""

    documents: TrustedDocuments
    routes: tuple[BaseRoute, ...]


@lru_cache(maxsize=4)
def site(schema: GraphQLSchema) -> Site:
    """Return what browsers are served that speak to a schema; raises InvalidDocuments."""
    documents = TrustedDocuments(schema, (FILES / "operations").glob("*.graphql"))
    return Site(documents, tuple(routes(documents.ids)))
