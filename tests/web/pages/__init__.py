"""Pages around the tables: frame, lobby, session, accessibility and failures."""
