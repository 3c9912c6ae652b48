from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.kit.checks import check_settings


class NumbersConfig(AppConfig):
    name = "numbergen"
    label = "numbers"
    verbose_name = "Numbers"

    def ready(self):
        register(check_settings)
