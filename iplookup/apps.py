from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.kit.checks import check_settings


class IPLookupConfig(AppConfig):
    name = "iplookup"
    verbose_name = "IP location"

    def ready(self):
        from iplookup import checks

        register(check_settings)
        register(checks.settings_are_valid)
        register(checks.databases_are_usable)
