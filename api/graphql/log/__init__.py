"""The log in the schema: checkpoints, and proofs of games and of growth."""
