"""Compress the pages' files, each beside itself: ``python -m utilitysvc.console.compress``.

For where an image is built. In a checkout a compressed file would go on being served when its source has changed.
"""

import os

from whitenoise.compress import Compressor

SUFFIXES = {".css", ".js", ".svg", ".webmanifest"}


def compress() -> None:
    """Write ``.br`` and ``.gz`` beside each file that becomes smaller by it."""
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
