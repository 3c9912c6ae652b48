"""Texts of any script: statistics, case, order, Unicode, encodings, JSON and YAML, ciphers, search, differences."""
