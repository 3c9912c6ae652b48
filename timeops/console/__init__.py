"""The hints for the forms of /time/ in the console."""

from timeops.names import table
from utilitysvc.console.hints import BROWSER_ZONE, Hints

_OPERATIONS = table(__package__, "operations.tsv")

HINTS = {
    "time": Hints(
        icon='<circle cx="12" cy="12" r="8"/><path d="M12 8v4l3 2"/>',
        wide=("operation", "datetime", "start", "end", "rule"),
        initial={"timezone": BROWSER_ZONE},
        empty=("subdivision",),
        called={"durations": "duration"},
        words="date clock timestamp epoch unix datetime calendar now today",
        names={name: title for name, title, _ in _OPERATIONS},
        operation_words={name: words for name, _, words in _OPERATIONS if words},
    )
}
