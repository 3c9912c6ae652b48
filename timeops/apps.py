from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.kit.checks import check_settings


class TimeopsConfig(AppConfig):
    name = "timeops"
    verbose_name = "Time"

    def ready(self):
        register(check_settings)
