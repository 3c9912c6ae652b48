"""The service's own paths: what no function owns (S1-S4)."""
