"""Players in the server's own process, for `kibitz simulate`: found by name, given what clients get."""
