"""A self-hosted HTTP service of small computing functions."""

__version__ = "1.0.0"
