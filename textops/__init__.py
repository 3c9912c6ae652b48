"""The text service: statistics, case, manipulation, encodings and ciphers of a text in any script."""
