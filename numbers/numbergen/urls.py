from django.urls import path

from numbergen.views import NumberView

urlpatterns = [path("", NumberView.as_view(), name="number")]
