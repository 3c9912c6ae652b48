"""The OpenAPI description as it was agreed, tests/description/schema.json: ``make schema`` writes it anew."""

import json
import os
from pathlib import Path

import django

FILE = Path(__file__).parent / "schema.json"


def write():
    from utilitysvc.description import document  # once the settings are there

    FILE.write_text(json.dumps(document.description(), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")
    django.setup()
    write()
