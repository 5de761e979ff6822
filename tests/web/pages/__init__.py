"""Pages other than the table: frame, lobby, session, accessibility and failures."""
