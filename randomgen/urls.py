from django.urls import path

from randomgen.views import RandomView

urlpatterns = [path("", RandomView.as_view(), name="random")]
