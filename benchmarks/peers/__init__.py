"""The same small call as /uuid/, with the same validation, as others would write it. Each is a small honest program."""
