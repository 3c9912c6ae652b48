"""The paths of the functions alone, for agents on standard input."""

from django.urls import include, path

from utilitysvc import conf

urlpatterns = [path(f"{prefix}/", include(f"{app}.urls")) for prefix, app in conf.functions().items()]
