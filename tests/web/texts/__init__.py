"""The texts of the pages in another language."""
