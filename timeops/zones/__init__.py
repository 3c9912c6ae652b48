"""Time zones: the database, the names that people use for zones, and the changes of their clocks."""
