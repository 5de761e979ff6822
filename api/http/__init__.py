"""HTTP: the GraphQL endpoint, its protocols, and the server process."""
