"""Benchmark of the event store's append beside pgbench, raw drivers and `eventsourcing`."""
