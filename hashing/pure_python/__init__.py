"""Hash functions in plain Python, for hosts where neither OpenSSL nor a package has them."""
