"""Hash functions in plain Python, for a host that has them neither in its OpenSSL nor from a package."""
