"""Hashes of passwords (H12): argon2, bcrypt, scrypt and PBKDF2, within a budget of memory."""
