"""A self-hosted HTTP service of small computing functions."""

__version__ = "1.0.0"

#: Version of the requests and answers, the same for all paths (I7).
API_VERSION = "1.0"
