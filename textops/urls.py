from django.urls import path

from textops.views import TextView

urlpatterns = [path("", TextView.as_view(), name="text")]
