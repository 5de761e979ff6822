"""Delivery of the pages in `web/`."""
