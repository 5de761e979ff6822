"""Players: names, identities, tokens and erasure, in tables beside the log."""
