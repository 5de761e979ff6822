"""Event loop and threads: time slices, work accounting, cancellation and backoff."""
