from django.urls import path

from passwords.views import PasswordView, StrengthView

app_name = "passwords"
urlpatterns = [
    path("", PasswordView.as_view(), name="password"),
    path("strength/", StrengthView.as_view(), name="strength"),
]
