from django.urls import path

from passwords.views import PasswordView

app_name = "passwords"
urlpatterns = [path("", PasswordView.as_view(), name="password")]
