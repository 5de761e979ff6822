"""Dashboards for Grafana: made here, and kept as JSON in `dashboards/`, which is what Grafana is given.

`python -m grafana` makes the JSON anew. The SQL asks the views of the schema `kibitz_stats` and nothing else.
"""
