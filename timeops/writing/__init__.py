"""Write an instant as text: the fields of an answer, named formats and patterns."""
