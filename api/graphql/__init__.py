"""The GraphQL API: schema, types, resolvers and errors."""
