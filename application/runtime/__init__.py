"""Event loop and threads: time slices, work accounting, periodic work, cancellation and backoff."""
