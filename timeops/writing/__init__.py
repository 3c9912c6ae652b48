"""From an instant to text: the fields of an answer, named formats and patterns."""
