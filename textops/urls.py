from django.urls import path

from textops.views import TextView

app_name = "textops"
urlpatterns = [path("", TextView.as_view(), name="text")]
