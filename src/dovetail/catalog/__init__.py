"""The names that a session has defined, and what their sources can do."""
