"""The use cases: what is kept, how, and what callers can rely on."""
