"""Root fields of queries and mutations, one module for each subject."""
