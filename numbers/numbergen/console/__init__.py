"""What the console's page shows of /number/."""

from utilitysvc.console.hints import Hints

HINTS = {
    "number": Hints(
        icon='<path d="M12 4v9M7.5 8.5h9M7.5 18.5h9"/>',
        essential=("min", "max", "count"),
        shown_with={"precision": ("decimal", "true")},
        initial={"decimal": True},
        words="random decimal float fraction normal gaussian distribution",
    )
}
