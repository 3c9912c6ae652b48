"""Parse English phrases and written dates: ``next friday at 5pm``, ``21 November 2026``."""
