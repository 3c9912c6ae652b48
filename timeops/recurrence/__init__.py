"""Recurrence rules: parse and write their notations, and list their occurrences (T19)."""
