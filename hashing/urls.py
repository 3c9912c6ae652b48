from django.urls import path

from hashing.views import AlgorithmsView, HashView, PasswordHashView

app_name = "hashing"
urlpatterns = [
    path("", HashView.as_view(), name="hash"),
    path("algorithms/", AlgorithmsView.as_view(), name="hash-algorithms"),
    path("password/", PasswordHashView.as_view(), name="hash-password"),
]
