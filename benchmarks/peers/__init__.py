"""The same small call as /uuid/, with the same validation, in other frameworks, as their users would write it."""
