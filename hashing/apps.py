from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.kit.checks import check_settings


class HashingConfig(AppConfig):
    name = "hashing"
    verbose_name = "Hash"

    def ready(self):
        register(check_settings)
