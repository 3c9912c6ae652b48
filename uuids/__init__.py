"""UUIDs of several versions in several textual formats."""
