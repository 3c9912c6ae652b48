"""Compress the pages' files: ``python -m utilitysvc.console.compress``.

Run this only when an image is built. In a checkout, an old compressed file would still be served after its source has
changed.
"""

import os

from whitenoise.compress import Compressor

SUFFIXES = {".css", ".js", ".svg", ".webmanifest"}


def compress() -> None:
    """Write a ``.br`` and a ``.gz`` file next to each file that becomes smaller."""
    from utilitysvc.console import assets

    compressor = Compressor(quiet=True)
    for folder in assets.folders().values():
        for path in sorted(folder.iterdir()):
            if path.suffix in SUFFIXES:
                compressor.compress(str(path))


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")
    django.setup()
    compress()
