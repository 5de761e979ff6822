"""Grafana dashboards as Python; `dashboards/` has the generated JSON that Grafana loads.

`python -m grafana` regenerates the JSON. The SQL queries only the views of the schema `kibitz_stats`.
"""

import warnings

# The dashboards keep to the format that every Grafana reads; the package recommends the next one.
warnings.filterwarnings("ignore", "Prefer using dashboardv2", DeprecationWarning)
