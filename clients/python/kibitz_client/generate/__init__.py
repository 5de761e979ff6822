"""Generator of `kibitz_client/schema` from the GraphQL schema and the page of errors.

    python -m kibitz_client.generate docs/schema.graphql docs/errors.md

It needs graphql-core, which the client itself does not (`pip install "kibitz-client[generate]"`). Run it
against a server with additional games to get a client with types for them.
"""
