"""Examples of each form of a datetime, for the description and the console. docs/time-phrases.md lists all forms."""

FORMS = {
    "Now and the days around it": ("now", "today", "tomorrow", "yesterday", "the day after tomorrow"),
    "A time of day": ("3pm", "15:30", "at noon", "tomorrow at 3pm", "3pm tomorrow", "tonight at 8", "half past 3pm"),
    "Amounts": ("2 days ago", "in 45 minutes", "an hour and a half ago", "in 1.5 hours", "1h30m", "+2 hours"),
    "From another datetime": ("tomorrow + 2 hours", "3 days after 2026-03-27", "2 weeks before next friday"),
    "Next, last, this": ("next week", "last month", "this time tomorrow", "the week after next", "next december"),
    "Days of the week": ("monday", "next friday", "monday next week", "third friday of may", "last friday of march"),
    "Starts and ends": ("start of the week", "end of next month", "end of day", "first day of next month", "the 15th"),
    "Written dates": ("21 Nov 2026", "November 21, 2026", "Saturday, 21 November 2026", "25 December", "November 2026"),
    "Dates in digits": ("2026-11-21", "2026-11-21 12:00", "2026-W47-6", "21.11.2026", "11/21/2026", "2026/11/21"),
    "As programs write them": (
        "2026-11-21T12:00:00Z",
        "Sat, 21 Nov 2026 12:00:00 GMT",
        "Sat Nov 21 12:00:00 UTC 2026",
        "2026-11-21T12:00+01:00[Europe/Berlin]",
    ),
    "Unix timestamps": ("1795262400", "1795262400.5", "1795262400000"),
    "With a zone": ("2026-11-21 12:00 UTC", "tomorrow 9am America/New_York", "3pm CET", "tomorrow at noon in Tokyo"),
}

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
