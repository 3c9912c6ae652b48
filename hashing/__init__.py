"""Hashes of a text: fourteen algorithms, salt, rounds, HMAC."""
