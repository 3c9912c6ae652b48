"""Hash a text or a file: digests, checksums, salt, rounds, HMAC."""
