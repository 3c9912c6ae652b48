"""Version 4 UUIDs in several textual formats."""
