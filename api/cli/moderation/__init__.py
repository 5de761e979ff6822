"""`kibitz moderation`: what operators do, and the audit trail of it."""
