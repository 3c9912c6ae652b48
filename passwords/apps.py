from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.kit.checks import check_settings


class PasswordsConfig(AppConfig):
    name = "passwords"
    verbose_name = "Passwords"

    def ready(self):
        register(check_settings)
