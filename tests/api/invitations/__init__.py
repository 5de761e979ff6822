"""Short invitation links over the API, and their pages."""
