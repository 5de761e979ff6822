"""Types of the schema: scalars, views, events, moves, offers, results and connections."""
