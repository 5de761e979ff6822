"""Use cases: commands into events, events into the log, and the log to whoever follows it."""
