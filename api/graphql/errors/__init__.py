"""Errors of the API: faults with codes, masking of server errors, and the generated page of errors."""
