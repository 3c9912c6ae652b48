"""Locate IP addresses with databases in MaxMind's format."""
