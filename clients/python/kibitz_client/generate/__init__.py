"""Makes `kibitz_client/schema` from the schema and the page of errors: types, documents and methods.

    python -m kibitz_client.generate docs/schema.graphql docs/errors.md

It takes graphql-core, which the client itself does not (`pip install "kibitz-client[generate]"`). Whoever
runs a server with games of its own can so make a client that knows them by name.
"""
