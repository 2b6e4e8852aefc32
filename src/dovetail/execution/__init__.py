"""Plans on their way to Spark: one file a join."""
