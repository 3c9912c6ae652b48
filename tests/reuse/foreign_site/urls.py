import os

from django.urls import include

from utilitysvc.kit.urls import mount

urlpatterns = [mount("tools/", include(f"{os.environ['APP']}.urls"))]
