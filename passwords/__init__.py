"""Random passwords and passphrases, and how strong a given password is."""
