"""Adapter to the `eventsourcing` library: recorders and a read-only application over a Kibitz log."""
