"""Short codes of invitations by link, in a table beside the log."""
