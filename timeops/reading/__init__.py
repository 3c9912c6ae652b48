"""From a text to the datetime that it states: numbers, ISO 8601, e-mail dates, written dates, phrases, zones."""
