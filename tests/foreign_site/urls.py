import os

from django.urls import include, path

urlpatterns = [path("tools/", include(f"{os.environ['APP']}.urls"))]
