"""Random passwords from chosen character classes."""
