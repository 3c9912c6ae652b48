from django.apps import AppConfig


class PasswordsConfig(AppConfig):
    name = "passwords"
