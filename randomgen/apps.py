from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.kit.checks import check_settings


class RandomgenConfig(AppConfig):
    name = "randomgen"
    verbose_name = "Random integers"

    def ready(self):
        register(check_settings)
