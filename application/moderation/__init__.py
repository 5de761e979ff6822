"""Moderation by operators: bans, forced renames, and the audit trail of what operators did."""
