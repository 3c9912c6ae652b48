"""Hash passwords with argon2, bcrypt, scrypt and PBKDF2, within a limit of memory for the process (H12)."""
