from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.kit.checks import check_settings


class UuidsConfig(AppConfig):
    name = "uuids"
    verbose_name = "UUIDs"

    def ready(self):
        register(check_settings)
