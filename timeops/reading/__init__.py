"""Parse datetimes: timestamps, ISO 8601, e-mail dates, written dates, phrases, and the zones after them."""
