"""How the outside talks to Kibitz: GraphQL, the command line, identity and settings."""
