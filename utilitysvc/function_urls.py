"""The paths of the functions alone, as agents on standard input have them."""

from django.conf import settings
from django.urls import include, path

urlpatterns = [path(f"{prefix}/", include(f"{app}.urls")) for prefix, app in settings.FUNCTIONS.items()]
