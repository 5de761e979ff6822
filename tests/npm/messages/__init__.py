"""The catalogue of texts: every text is in it, and every message is used."""
