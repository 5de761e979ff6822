"""The server's interfaces: GraphQL, HTTP, the command line, identity and settings."""
