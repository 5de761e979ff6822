"""Plans give the same answers as graphql-core, with the same effects."""
