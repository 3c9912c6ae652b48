from django.urls import path

from passwords.views import PasswordView

urlpatterns = [path("", PasswordView.as_view(), name="password")]
