"""Types of the schema that several operations share: scalars, views of games, events, moves and refusals."""
