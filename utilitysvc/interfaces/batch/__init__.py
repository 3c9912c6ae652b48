"""Many calls in one request (B9)."""
