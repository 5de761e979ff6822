"""The read database: connections, schemas and coalesced queries."""
