import os

from django.urls import include, re_path

# With and without the final slash; path("tools/", ...) would do for the former alone.
urlpatterns = [re_path(r"^tools(?:/|$)", include(f"{os.environ['APP']}.urls"))]
