from django.urls import path

from hashing.views import AlgorithmsView, HashView

app_name = "hashing"
urlpatterns = [
    path("", HashView.as_view(), name="hash"),
    path("algorithms/", AlgorithmsView.as_view(), name="hash-algorithms"),
]
