"""Time zones: the database, the names that people use for its zones, and when their clocks change."""
