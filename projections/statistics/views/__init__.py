"""SQL views `v_*` over the statistics, and the role that may read them."""
