from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.kit.checks import check_settings


class TextConfig(AppConfig):
    name = "textops"
    verbose_name = "Text"

    def ready(self):
        register(check_settings)
