from django.urls import path

from randomgen.views import RandomView

app_name = "randomgen"
urlpatterns = [path("", RandomView.as_view(), name="random")]
