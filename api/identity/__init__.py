"""Identity: authentication of callers, roles, invitations and expiring sessions."""
