"""What the console's page shows of /uuid/."""

from utilitysvc.console.hints import Hints

HINTS = {
    "uuid": Hints(
        icon='<rect x="3" y="6" width="18" height="12" rx="3"/><path d="M7 10v4M11 10v4M15 10h2M15 14h2"/>',
        essential=("version", "count", "name", "namespace"),
        shown_with={"name": ("version", "3 5"), "namespace": ("version", "3 5")},
        initial={"name": "https://example.com/page", "namespace": "url"},
        help={"version": "Which kind of UUID"},
        names={
            "4": "4 · random",
            "7": "7 · time, then random",
            "5": "5 · from a name, by SHA-1",
            "1": "1 · time and node",
            "6": "6 · time first, then node",
            "3": "3 · from a name, by MD5",
        },
        words="guid ulid identifier id unique urn v1 v3 v4 v5 v6 v7",
    ),
    "uuid_inspect": Hints(verb="Inspect", words="guid ulid decode version when node parse"),
}
