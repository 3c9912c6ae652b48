"""Sets Django up when it is imported, since what most tests import reads its settings at import."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")
django.setup()
