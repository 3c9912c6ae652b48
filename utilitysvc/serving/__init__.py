"""Everything about the server rather than the answers: the front, health, logs and metrics."""
