"""The paths of the functions alone, for agents on standard input."""

from django.conf import settings
from django.urls import include, path

urlpatterns = [path(f"{prefix}/", include(f"{app}.urls")) for prefix, app in settings.FUNCTIONS.items()]
