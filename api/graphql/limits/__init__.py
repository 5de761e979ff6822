"""Rate limits and quotas of commands and reads."""
