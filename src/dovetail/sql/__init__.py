"""From the text of a statement to its analysis; the only place that knows sqlglot."""
