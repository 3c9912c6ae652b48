"""Examples of each form of a datetime, for the description and the console. docs/time-phrases.md lists all forms."""

from timeops.names import table

FORMS = {kind: examples for kind, *examples in table(__package__, "forms.tsv")}

#: The suggestions for an input that takes a datetime: two examples of each form.
SUGGESTIONS = tuple(example for examples in FORMS.values() for example in examples[:2])


def markdown() -> str:
    """Return a table of the forms in Markdown, and a sentence about what is refused on purpose."""
    refused = (
        "A datetime with two meanings is refused, and the error names both and says what to write instead: "
        "`05/06/2026`, `20261121`, `tomorrow at 9`, `3pm CST`. So is one without an exact meaning: `soon`, "
        "`next weekend`, `tomorrow morning`."
    )
    rows = [f"| {kind} | {', '.join(f'`{example}`' for example in examples)} |" for kind, examples in FORMS.items()]
    return "\n".join(
        (
            "A datetime can have these forms, among others:",
            "",
            "| Form | For example |",
            "|---|---|",
            *rows,
            "",
            refused,
        )
    )
