"""The Model Context Protocol: the operations as tools for agents (B10)."""
