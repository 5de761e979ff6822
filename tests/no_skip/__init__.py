"""No reader of the log skips an event, whatever its writers do; of two other ways to number them it would."""
