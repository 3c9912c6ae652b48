from django.urls import path

from numbergen.views import NumberView

app_name = "numbergen"
urlpatterns = [path("", NumberView.as_view(), name="number")]
