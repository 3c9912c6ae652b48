"""The hints for the form of /text/ on the console's page."""

import json
from pathlib import Path

from utilitysvc.console.hints import Hints

_OPERATIONS = json.loads(Path(__file__).with_name("operations.json").read_text(encoding="utf-8"))

HINTS = {
    "text": Hints(
        icon='<path d="M5 7V5h14v2M12 5v14M9 19h6"/>',
        words="string convert encode decode escape",
        left_out=("format",),  # the page shows both formats at once
        empty=("group",),
        called={"find": "pattern"},
        names=_OPERATIONS["names"],
        operation_words=_OPERATIONS["operation_words"],
    )
}
