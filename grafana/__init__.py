"""Grafana dashboards as Python; `dashboards/` has the generated JSON that Grafana loads.

`python -m grafana` regenerates the JSON. The SQL queries only the views of the schema `kibitz_stats`.
"""
