"""Recurrence rules: read and written in their notations, and when they occur (T19)."""
